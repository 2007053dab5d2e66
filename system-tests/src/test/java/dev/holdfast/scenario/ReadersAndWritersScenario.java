package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many tasks that share two resources, in both modes, while their workers are killed and started again. */
class ReadersAndWritersScenario {

    private static final int TASKS = 60;
    private static final int KILLS = 3;

    private final Cluster cluster = Cluster.withReaper();
    private final String queue = Cluster.newName("rw");

    @AfterEach
    void takeTheWorkersAway() {
        cluster.closeWorkers();
    }

    @Test
    @Answers("P13")
    void whatever_dies_no_writer_ever_meets_anybody() {
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Service> workers = Stream.of("-east", "-west")
                .map(side -> cluster.worker(queue + side, "holdfast.worker.queues=" + queue, "holdfast.worker.slots=6"))
                .toList();
        cluster.start(workers.toArray(Service[]::new));
        List<String> resources = List.of(queue + ":a", queue + ":b");
        List<String> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            Submission task =
                    Submission.trial(100 + random.nextInt(400)).in(queue).with("maxLost", 10);
            String resource = resources.get(random.nextInt(2));
            boolean writes = random.nextInt(3) == 0;
            tasks.add(cluster.client().submit(writes ? task.exclusive(resource) : task.shared(resource)));
        }
        for (int kill = 1; kill <= KILLS; kill++) {
            int wanted = kill * TASKS / (KILLS + 2);
            until("some have run", seconds(60), () -> finished() >= wanted);
            Service victim = workers.get(random.nextInt(2));
            victim.kill();
            victim.launch();
            assertThat(cluster.client().violations()).as("seed %d", seed).isEmpty();
        }
        for (String task : tasks) {
            untilState(cluster, task, seconds(60), "SUCCEEDED");
        }
        for (String resource : resources) {
            assertThat(cluster.evidence().overlaps(resource))
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(cluster.evidence().runsOn(resource).stream().filter(Evidence.Run::finished))
                    .as("seed %d", seed)
                    .isNotEmpty();
        }
        assertThat(cluster.records().violations()).as("seed %d", seed).isEmpty();
        assertThat(cluster.client().violations()).as("seed %d", seed).isEmpty();
    }

    private long finished() {
        return cluster.evidence().runs().stream()
                .filter(run -> run.label().contains("@" + queue) && run.finished())
                .count();
    }
}
