package dev.holdfast.store.grant;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.grant.Stage.Wish;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One random step of what happens around the grants: through the store's own classes where they exist. */
final class Moves {

    static final Set<String> KINDS = Set.of(
            "submit",
            "claim",
            "succeed",
            "fail",
            "lose",
            "interrupt",
            "take back",
            "cancel",
            "urgency",
            "route",
            "sweep",
            "due");

    private static final List<String> RESOURCES = List.of("a", "b", "c", "d", "e", "f");

    private record Live(
            UUID id, String state, int attempt, @Nullable UUID owner) {

        AttemptKey key() {
            return new AttemptKey(new TaskId(id), attempt);
        }
    }

    private final Stage stage;
    private final Random random;
    private final int limit;
    private final Map<String, Integer> counts = new HashMap<>();

    /** @param limit of unfinished tasks */
    Moves(Stage stage, Random random, int limit) {
        this.stage = stage;
        this.random = random;
        this.limit = limit;
    }

    Map<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /** Makes one move, if it finds whom to move. Returns its kind. */
    String move(Session by) {
        String kind = doMove(by);
        counts.merge(kind, 1, Integer::sum);
        return kind;
    }

    private String doMove(Session by) {
        List<Live> live = by.jdbc
                .sql("select id, state, attempt, incarnation from task_live order by place, id")
                .query((rs, row) -> new Live(
                        rs.getObject(1, UUID.class), rs.getString(2), rs.getInt(3), rs.getObject(4, UUID.class)))
                .list();
        int dice = random.nextInt(100);
        if (dice < 38) {
            return live.size() < limit ? submit(by) : "none";
        } else if (dice < 52) {
            return claim(by, pick(live, "READY"));
        } else if (dice < 75) {
            return end(by, pick(live, "RUNNING"));
        } else if (dice < 79) {
            return takeBack(by, pick(live, "READY"));
        } else if (dice < 83) {
            return cancel(by, pick(live, "WAITING", "READY", "SCHEDULED"));
        } else if (dice < 91) {
            return urgency(by, pick(live, "WAITING", "WAITING", "READY", "SCHEDULED"));
        } else if (dice < 94) {
            stage.setOpen(by, any(stage.routes), random.nextInt(4) > 0);
            return "route";
        } else if (dice < 98) {
            int batch = random.nextBoolean() ? 100 : 3;
            by.lines.park(batch);
            by.lines.unpark(batch);
            return "sweep";
        }
        by.lines.putDueInLine("test", random.nextInt(3) + 1);
        return "due";
    }

    private String submit(Session by) {
        stage.submit(
                by,
                new Wish(
                        any(stage.routes),
                        List.of(0, 1, 1, 2, 2, 2).get(random.nextInt(6)),
                        resources(),
                        random.nextBoolean(),
                        1 + random.nextInt(2),
                        1 + random.nextInt(3)));
        return "submit";
    }

    /** Nearly all share {@code dom}; a few want it for themselves. */
    private Map<String, Boolean> resources() {
        Map<String, Boolean> wanted = new LinkedHashMap<>();
        if (random.nextInt(10) > 0) {
            wanted.put("dom", random.nextInt(100) < 8);
        }
        int more = random.nextInt(4);
        for (int i = 0; i < more; i++) {
            wanted.put(any(RESOURCES), random.nextInt(10) < 6);
        }
        return wanted;
    }

    private String claim(Session by, @Nullable Live task) {
        if (task == null) {
            return "none";
        }
        stage.claim(by, any(stage.workers), task.key());
        return "claim";
    }

    private String end(Session by, @Nullable Live task) {
        if (task == null || task.owner() == null) {
            return "none";
        }
        int dice = random.nextInt(10);
        AttemptKey key = task.key();
        AttemptEnd end = dice < 5
                ? AttemptEnd.succeeded(key, null)
                : dice < 7
                        ? AttemptEnd.failed(key, "no", true)
                        : AttemptEnd.stopped(key, dice < 9 ? Outcome.LOST : Outcome.INTERRUPTED, "gone");
        by.settlements.end(new Incarnation(task.owner()), "test", "", List.of(end));
        return dice < 5 ? "succeed" : dice < 7 ? "fail" : dice < 9 ? "lose" : "interrupt";
    }

    private String takeBack(Session by, @Nullable Live task) {
        if (task == null) {
            return "none";
        }
        by.settlements.takeBack("test", Reason.PAUSED, List.of(task.key()));
        return "take back";
    }

    private String cancel(Session by, @Nullable Live task) {
        if (task == null) {
            return "none";
        }
        by.settlements.cancelUnstarted("test", List.of(new TaskId(task.id())));
        return "cancel";
    }

    private String urgency(Session by, @Nullable Live task) {
        if (task == null) {
            return "none";
        }
        by.priorities.set(new TaskId(task.id()), 9 - random.nextInt(3));
        return "urgency";
    }

    private @Nullable Live pick(List<Live> live, String... states) {
        List<Live> fitting = new ArrayList<>(live);
        fitting.removeIf(task -> !List.of(states).contains(task.state()));
        return fitting.isEmpty() ? null : any(fitting);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
