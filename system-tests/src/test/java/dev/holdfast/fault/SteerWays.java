package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import java.time.Duration;
import java.util.Map;

/** Dispatchers that fail while somebody cancels, pauses or drains through them. */
final class SteerWays {

    private SteerWays() {}

    /** A task is canceled, before it runs and while it does. */
    static final class Cancels extends DispatcherWay.Served {

        Cancels() {
            super(Map.of());
        }

        @Override
        String name() {
            return "cancels";
        }

        @Override
        void provoke(Run run, int round) {
            String running = run.submit(run.task("trial", 1_500), true);
            run.awaitRunning(running);
            // An unserved type: it cannot start meanwhile.
            String unstarted = run.submit(run.taskOn("nobody", 50, run.resource + "-n", Mode.SHARED), true);
            run.ask("/api/v1/tasks/" + running + "/cancel");
            run.ask("/api/v1/tasks/" + unstarted + "/cancel");
        }

        @Override
        void afterwards(Run run) {
            super.afterwards(run);
            run.sent.forEach(task -> run.askHealthy("/api/v1/tasks/" + task.id + "/cancel"));
        }
    }

    /** A queue is paused whose tasks are published. */
    static final class Pauses extends DispatcherWay.Unserved {

        Pauses() {
            super(Map.of());
        }

        @Override
        String name() {
            return "pauses";
        }

        @Override
        void provoke(Run run, int round) {
            if (round == 0) {
                run.ghost("-g");
            } else {
                run.ask("/api/v1/queues/" + run.queue + "/resume");
            }
            run.offer(run.task("trial", 50), false);
            Waiting.sleep(Duration.ofMillis(400));
            run.ask("/api/v1/queues/" + run.queue + "/pause");
        }

        @Override
        long patience() {
            return 1_200;
        }

        @Override
        void repair(Run run) {
            run.askHealthy("/api/v1/queues/" + run.queue + "/pause");
            super.repair(run);
        }

        @Override
        void afterwards(Run run) {
            super.afterwards(run);
            run.askHealthy("/api/v1/queues/" + run.queue + "/resume");
        }
    }

    /** A worker is asked to drain; another one is there. */
    static final class Drains extends DispatcherWay.Served {

        Drains() {
            super(Map.of());
        }

        @Override
        String name() {
            return "drains a worker";
        }

        @Override
        void provoke(Run run, int round) {
            String task = run.submit(run.task("trial", 1_000));
            run.awaitRunning(task);
            String worker = run.stack
                    .jdbc()
                    .sql("select incarnation::text from worker where name = ? and state = 'ALIVE'")
                    .param(run.name + "-w")
                    .query(String.class)
                    .single();
            run.ask("/api/v1/workers/" + worker + "/drain");
        }

        @Override
        void repair(Run run) {
            run.host(run.name + "-v");
            super.repair(run);
        }

        @Override
        long patience() {
            return 10_000;
        }
    }

    /** Rows that contradict each other are to be repaired. */
    static final class Repairs extends DispatcherWay.Served {

        Repairs() {
            super(Map.of());
        }

        @Override
        String name() {
            return "repairs";
        }

        @Override
        void provoke(Run run, int round) {
            // Not by the name of the case's own: two hold it, on purpose.
            String gate = "broken-" + run.name + "-" + round;
            run.awaitRunning(run.submit(run.taskOn("trial", 60_000, gate, Mode.EXCLUSIVE), true));
            String waits = run.submit(run.taskOn("trial", 50, gate, Mode.SHARED));
            run.submit(run.task("trial", 50));
            run.stack
                    .jdbc()
                    .sql("update reservation set status = 'H' where task_id = ?::uuid")
                    .param(waits)
                    .update();
            run.ask("/api/v1/check/repair");
        }

        @Override
        long patience() {
            return 25_000;
        }

        @Override
        void afterwards(Run run) {
            super.afterwards(run);
            Waiting.until(
                    "the repair is answered",
                    Duration.ofSeconds(30),
                    () -> run.askHealthy("/api/v1/check/repair")
                            .filter(answer -> answer.status() == 200)
                            .isPresent());
            run.sent.stream()
                    .filter(task -> task.any)
                    .forEach(task -> run.askHealthy("/api/v1/tasks/" + task.id + "/cancel"));
        }
    }
}
