package dev.holdfast.chaos.storm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The faults of a run, in their order, all decided by the seed. */
record FaultPlan(List<Step> workers, List<Step> infrastructure) {

    /**
     * One fault.
     *
     * @param dice decides the target and whatever else is to be chosen
     * @param lasts how long it lasts beyond what it needs at least, milliseconds
     * @param pause after it, milliseconds
     */
    record Step(Deed deed, int dice, long lasts, long pause) {

        boolean coin() {
            return dice % 2 == 0;
        }

        /** The same choice for the same dice, among what there is. */
        <T> List<T> turned(List<T> choices) {
            List<T> turned = new ArrayList<>(choices);
            Collections.rotate(turned, dice / 2);
            return turned;
        }
    }

    static FaultPlan of(long seed, double minutes) {
        Random random = new Random(seed ^ 0x5EED);
        return new FaultPlan(lane(Deed.Lane.WORKERS, minutes, random), lane(Deed.Lane.INFRASTRUCTURE, minutes, random));
    }

    private static List<Step> lane(Deed.Lane lane, double minutes, Random random) {
        List<Deed> deeds = new ArrayList<>(Stream.of(Deed.values())
                .filter(deed -> deed.lane() == lane)
                .flatMap(deed -> Collections.nCopies(deed.times(minutes), deed).stream())
                .toList());
        Collections.shuffle(deeds, random);
        List<Step> steps = new ArrayList<>();
        for (Deed deed : deeds) {
            steps.add(new Step(deed, random.nextInt(1_000), random.nextInt(2_000), 300 + random.nextInt(900)));
        }
        return List.copyOf(steps);
    }
}
