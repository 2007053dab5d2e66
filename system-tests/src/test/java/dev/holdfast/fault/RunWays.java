package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import java.time.Duration;
import java.util.Map;

/** Workers that fail while they take tasks and run them. */
final class RunWays {

    private RunWays() {}

    /** It takes tasks and runs them. */
    static final class Works extends WorkerWay {

        private final String type;
        private final long millis;

        Works(String type, long millis) {
            super(Map.of());
            this.type = type;
            this.millis = millis;
        }

        @Override
        String name() {
            return "works";
        }

        @Override
        void provoke(Run run, int round) {
            run.submit(run.task(type, millis));
            run.submit(run.task(type, millis));
        }
    }

    /** The answer to a claim is not heard. */
    static final class Doubts extends WorkerWay {

        Doubts() {
            super(Map.of());
        }

        @Override
        String name() {
            return "doubts";
        }

        @Override
        String faults(Case it) {
            return "claim-after-commit:1:throw," + super.faults(it);
        }

        @Override
        void provoke(Run run, int round) {
            run.submit(run.task("trial", 200));
        }
    }

    /** More arrives than it has slots. */
    static final class Overflows extends WorkerWay {

        Overflows() {
            super(Map.of("holdfast.worker.slots", "1"));
        }

        @Override
        String name() {
            return "overflows";
        }

        @Override
        void provoke(Run run, int round) {
            // Two routes, so two consumers with room for one message each.
            run.submit(run.task("trial", 150));
            run.submit(run.taskOn("telling", 150, run.resource + "-2", Mode.EXCLUSIVE));
            run.submit(run.taskOn("telling", 150, run.resource + "-3", Mode.EXCLUSIVE));
        }

        @Override
        long patience() {
            return 400;
        }
    }

    /** What it claims is in a queue that was paused meanwhile. */
    static final class MeetsAPause extends WorkerWay {

        MeetsAPause() {
            super(Map.of("holdfast.worker.slots", "1"));
        }

        @Override
        String name() {
            return "meets a pause";
        }

        @Override
        void provoke(Run run, int round) {
            run.askHealthy("/api/v1/queues/" + run.queue + "/resume");
            String first = run.submit(run.taskOn("trial", 500, run.resource + "-" + round, Mode.EXCLUSIVE));
            run.awaitRunning(first);
            run.submit(run.task("trial", 50));
            String last = run.submit(run.taskOn("trial", 50, run.resource + "-b" + round, Mode.EXCLUSIVE));
            Waiting.within(Duration.ofMillis(400), () -> run.state(last).equals("QUEUED"));
            run.askHealthy("/api/v1/queues/" + run.queue + "/pause");
        }

        @Override
        long patience() {
            return 1_500;
        }

        @Override
        void afterwards(Run run) {
            run.askHealthy("/api/v1/queues/" + run.queue + "/resume");
        }
    }

    /** Its code ignores a timeout. */
    static final class IsIgnored extends WorkerWay {

        IsIgnored() {
            super(Map.of());
        }

        @Override
        String name() {
            return "is ignored";
        }

        @Override
        void provoke(Run run, int round) {
            run.mode = Mode.NOTHING;
            Map<String, Object> task = run.task("stubborn", 4_000);
            task.put("timeout", "1s");
            run.submit(task, true);
        }

        @Override
        long patience() {
            return 6_000;
        }
    }
}
