package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.Need.Mode;
import dev.holdfast.chaos.worker.Plan;
import dev.holdfast.chaos.worker.Plan.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a run, one call after the other, all decided by the seed. Loads the machine by a third: what starves here
 * starves by a fault. Not thread-safe.
 */
final class TaskPlan {

    /** Eight resources that many want, many that few want, and one that all share and seldom one wants alone. */
    private static final int HOT = 8;

    private static final int WARM = 24;
    private static final String SHARED_BY_MANY = "dom";

    private static final long PATIENT_TIMEOUT = 30_000;
    private static final long MEAN_GAP = 150;

    private final Random random;
    private final String keyStem;
    private int calls;

    TaskPlan(long seed) {
        this.random = new Random(seed);
        this.keyStem = "chaos-" + seed + "-";
    }

    Call next() {
        calls++;
        boolean batch = random.nextInt(100) < 4;
        int size = batch ? 4 + random.nextInt(12) : 1;
        List<Draft> drafts = IntStream.range(0, size).mapToObj(i -> draft()).toList();
        @Nullable String key = random.nextInt(100) < 60 ? keyStem + calls : null;
        boolean again = key != null && random.nextInt(100) < 25;
        long gap = Math.min(2_000, (long) (-Math.log(1 - random.nextDouble()) * MEAN_GAP));
        return new Call(gap * size / 2 + gap / 2, drafts, key, again);
    }

    private Draft draft() {
        Act act = act();
        List<Need> needs = needs();
        return new Draft(
                queue(),
                new Plan(act, duration(act), needs),
                random.nextInt(10),
                random.nextInt(100) < 10 ? 100 + random.nextInt(2_900) : 0,
                timeout(act),
                random.nextInt(100) < 15 ? "CANCEL" : "RESUBMIT",
                1 + random.nextInt(3),
                act == Act.DIE ? 1 + random.nextInt(2) : 2 + random.nextInt(8));
    }

    private Act act() {
        int dice = random.nextInt(1_000);
        return dice < 2
                ? Act.DIE
                : dice < 8
                        ? Act.STUBBORN
                        : dice < 40 ? Act.TIMEOUT : dice < 120 ? Act.FAIL : dice < 250 ? Act.CAREFUL : Act.WORK;
    }

    private long duration(Act act) {
        return switch (act) {
            case TIMEOUT -> 2_000;
            case STUBBORN -> 800 + random.nextInt(5_000);
            default -> {
                int dice = random.nextInt(100);
                yield dice < 55
                        ? 50 + random.nextInt(350)
                        : dice < 90 ? 400 + random.nextInt(1_000) : 2_000 + random.nextInt(3_000);
            }
        };
    }

    private long timeout(Act act) {
        return switch (act) {
            case TIMEOUT -> 300 + random.nextInt(500);
            case STUBBORN -> random.nextBoolean() ? 600 : PATIENT_TIMEOUT;
            default -> PATIENT_TIMEOUT;
        };
    }

    private String queue() {
        int dice = random.nextInt(100);
        return dice < 60 ? Stage.RED : dice < 95 ? Stage.BLUE : Stage.SOLO;
    }

    private List<Need> needs() {
        int dice = random.nextInt(100);
        if (dice < 25) {
            return List.of();
        }
        int count = dice < 75 ? 1 : dice < 93 ? 2 : 3;
        List<Need> needs = new ArrayList<>(Stream.generate(this::name)
                .distinct()
                .limit(count)
                .map(name -> new Need(name, random.nextInt(100) < 65 ? Mode.EXCLUSIVE : Mode.SHARED))
                .toList());
        if (random.nextInt(100) < 10) {
            needs.add(new Need(SHARED_BY_MANY, random.nextInt(100) < 4 ? Mode.EXCLUSIVE : Mode.SHARED));
        }
        return needs;
    }

    private String name() {
        return random.nextInt(100) < 60 ? "hot:" + random.nextInt(HOT) : "warm:" + random.nextInt(WARM);
    }
}
