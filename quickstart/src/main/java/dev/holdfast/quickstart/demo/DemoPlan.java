package dev.holdfast.quickstart.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All that is random in a demo, drawn from its seed: the same seed gives the same files and the same moment of the crash.
 * (Which tasks run at that moment is up to the machine.)
 *
 * @param repositories what is mirrored
 * @param kill when and whom
 */
record DemoPlan(long seed, List<RepositoryPlan> repositories, KillPlan kill) {

    /** Syncs of each repository, one after the other. */
    static final int SYNCS = 3;
    /** Checksum runs after each sync, beside each other. */
    static final int CHECKS = 2;

    private static final List<String> NAMES = List.of("atlas", "fonts");
    private static final int TOTAL_BYTES = 100_000_000;
    private static final int LEAST_FILES = 220;
    private static final int MOST_FILES = 320;
    private static final List<String> KINDS = List.of("bin", "dat", "idx", "txt");

    /** @param bytes its exact size; the content follows from {@code seed} */
    record FilePlan(String path, int bytes, long seed) {}

    record RepositoryPlan(String name, List<FilePlan> files) {

        long bytes() {
            return files.stream().mapToLong(FilePlan::bytes).sum();
        }
    }

    /**
     * @param repository whose sync is under way at the crash
     * @param round which sync of that repository, from 0; never the last, so that somebody always waits behind it
     * @param delay from the start of that sync to the crash
     */
    record KillPlan(String repository, int round, Duration delay) {}

    static DemoPlan of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RepositoryPlan> repositories =
                NAMES.stream().map(name -> repository(name, random.split())).toList();
        KillPlan kill = new KillPlan(
                NAMES.get(random.nextInt(NAMES.size())),
                random.nextInt(SYNCS - 1),
                Duration.ofMillis(random.nextInt(100, 2_000)));
        return new DemoPlan(seed, repositories, kill);
    }

    private static RepositoryPlan repository(String name, SplittableRandom random) {
        int count = random.nextInt(LEAST_FILES, MOST_FILES);
        double[] weights = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            // Few large files and many small ones, as in life.
            weights[i] = Math.exp(random.nextDouble() * 4);
            sum += weights[i];
        }
        List<FilePlan> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String path = "part-%02d/section %d/%04d.%s"
                    .formatted(random.nextInt(12), random.nextInt(3), i, KINDS.get(random.nextInt(KINDS.size())));
            files.add(new FilePlan(path, (int) (TOTAL_BYTES * weights[i] / sum), random.nextLong()));
        }
        return new RepositoryPlan(name, List.copyOf(files));
    }

    /** How many tasks are submitted for all repositories. */
    int tasks() {
        return repositories.size() * SYNCS * (1 + CHECKS);
    }
}
