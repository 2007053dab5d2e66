package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.WorkerEnds;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Workers that fail. */
final class WorkerWays {

    private WorkerWays() {}

    /** A worker, and after its fault another process: half of them under its name, which settles at once. */
    private abstract static class WorkerWay extends Way {

        private final Map<String, String> settings;

        WorkerWay(Map<String, String> settings) {
            this.settings = settings;
        }

        @Override
        Faulted start(Run run) {
            Map<String, String> all = new java.util.LinkedHashMap<>(settings);
            all.put("holdfast.worker.queues", run.queue);
            return run.stack.worker(run.name, armedFromTheStart(run), all);
        }

        String armedFromTheStart(Run run) {
            return "";
        }

        @Override
        void repair(Run run) {
            run.host(run.it.point().ordinal() % 2 == 0 ? run.name : run.name + "-next");
        }
    }

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

    /** It renews its lease while it runs something. */
    static final class Renews extends WorkerWay {

        Renews() {
            super(Map.of());
        }

        @Override
        String name() {
            return "renews";
        }

        @Override
        boolean armsItself() {
            return true;
        }

        @Override
        void provoke(Run run, int round) {
            String task = run.submit(run.task("trial", 1500));
            run.submit(run.task("trial", 100));
            run.awaitRunning(task);
            run.arm();
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
            Waiting.within(
                    java.time.Duration.ofMillis(400), () -> run.state(last).equals("QUEUED"));
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

    /** The database is out of reach until its lease ends. */
    static final class LosesItsLease extends WorkerWay {

        private final String type;
        private final long millis;

        LosesItsLease(String type, long millis) {
            super(Map.of());
            this.type = type;
            this.millis = millis;
        }

        @Override
        String name() {
            return "loses its lease";
        }

        @Override
        void provoke(Run run, int round) {
            run.mode = run.mode == Mode.NOTHING ? Mode.EXCLUSIVE : run.mode;
            String task = run.submit(run.task(type, millis));
            run.awaitRunning(task);
            run.faulted().loseDatabase();
        }

        @Override
        long patience() {
            return 8_000;
        }

        @Override
        void afterwards(Run run) {
            run.faulted().heal();
        }
    }

    /** Its row is ended by somebody who believes it dead. */
    static final class IsGivenUp extends WorkerWay {

        IsGivenUp() {
            super(Map.of());
        }

        @Override
        String name() {
            return "is given up";
        }

        @Override
        boolean armsItself() {
            return true;
        }

        @Override
        void provoke(Run run, int round) {
            String task = run.submit(run.task("trial", 2_000));
            run.awaitRunning(task);
            run.arm();
            UUID incarnation = run.stack
                    .jdbc()
                    .sql("select incarnation from worker where name = ? and state = 'ALIVE'")
                    .param(run.name)
                    .query(UUID.class)
                    .single();
            ends(run.stack).lost(new Incarnation(incarnation), true, "walk", "believed dead");
        }

        @Override
        long patience() {
            return 8_000;
        }
    }

    /** It is asked to stop while it runs something. */
    static final class Stops extends WorkerWay {

        Stops() {
            super(Map.of());
        }

        @Override
        String name() {
            return "stops";
        }

        @Override
        boolean armsItself() {
            return true;
        }

        @Override
        void provoke(Run run, int round) {
            String task = run.submit(run.task("trial", 2_500));
            run.submit(run.task("trial", 100));
            run.awaitRunning(task);
            run.arm();
            run.faulted().terminate();
        }

        @Override
        long patience() {
            return 15_000;
        }
    }

    /** It starts after a process of its name was killed. */
    static final class Starts extends WorkerWay {

        Starts() {
            super(Map.of());
        }

        @Override
        String name() {
            return "starts";
        }

        @Override
        Faulted start(Run run) {
            Ghost before = run.ghost("");
            before.claim(run.submit(run.task("trial", 200)), true);
            before.leaveLockFile(run.stack.directory().resolve("state"));
            return super.start(run);
        }

        @Override
        String armedFromTheStart(Run run) {
            return faults(run.it);
        }

        @Override
        boolean armsItself() {
            return true;
        }

        @Override
        void provoke(Run run, int round) {
            // it starts
        }

        @Override
        long patience() {
            return 40_000;
        }

        @Override
        void repair(Run run) {
            run.ghosts().forEach(Ghost::die);
            // Frozen, it keeps the lock of its name.
            run.host(run.it.action() == Fault.Action.HALT ? run.name : run.name + "-next");
        }
    }

    static WorkerEnds ends(Stack stack) {
        return new WorkerEnds(
                stack.jdbc(),
                new TransactionTemplate(new DataSourceTransactionManager(stack.dataSource())),
                new Settlements(stack.jdbc()));
    }
}
