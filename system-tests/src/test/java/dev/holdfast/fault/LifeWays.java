package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.worker.Ends;
import java.util.Map;
import java.util.UUID;

/** Workers that fail while they start, renew their lease, lose it, and stop. */
final class LifeWays {

    private LifeWays() {}

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
            Ends.on(run.stack.dataSource()).lost(new Incarnation(incarnation), true, "walk", "believed dead");
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
}
