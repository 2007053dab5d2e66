package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import dev.holdfast.store.worker.Ends;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Dispatchers that fail while tasks come in, wait and are granted. */
final class GrantWays {

    private GrantWays() {}

    /** Tasks are submitted to it, which it grants and publishes; some with keys that it has seen. */
    static final class Submits extends DispatcherWay.Served {

        Submits() {
            super(Map.of());
        }

        @Override
        String name() {
            return "submits";
        }

        @Override
        void provoke(Run run, int round) {
            Run.Sent first = run.offer(run.task("trial", 150), false);
            run.offer(run.task("trial", 50), false);
            run.offer(first);
        }

        @Override
        long patience() {
            return 300;
        }
    }

    /** Holders leave, so that those behind them are woken. */
    static final class Wakes extends DispatcherWay.Served {

        Wakes() {
            super(Map.of());
        }

        @Override
        String name() {
            return "wakes";
        }

        @Override
        void provoke(Run run, int round) {
            String gate = run.resource + "-gate" + round;
            run.offer(run.task("trial", 50), false);
            Run.Sent holder = run.offer(run.taskOn("trial", 1_000, gate, Mode.EXCLUSIVE), true);
            run.offer(run.taskOn("trial", 50, gate, Mode.EXCLUSIVE), false);
            run.offer(run.taskOn("trial", 50, gate, Mode.EXCLUSIVE), false);
            if (holder.id != null) {
                run.ask("/api/v1/tasks/" + holder.id + "/cancel");
            }
        }

        @Override
        long patience() {
            return 800;
        }
    }

    /** Somebody wants two resources: the holder of the one that it watches leaves, and the other is held still. */
    static final class StaysBlocked extends DispatcherWay.Served {

        StaysBlocked() {
            super(Map.of());
        }

        @Override
        String name() {
            return "stays blocked";
        }

        @Override
        void provoke(Run run, int round) {
            String left = run.resource + "-left" + round;
            String right = run.resource + "-right" + round;
            run.offer(run.task("trial", 50), false);
            Run.Sent first = run.offer(run.taskOn("trial", 1_500, left, Mode.EXCLUSIVE), true);
            Run.Sent second = run.offer(run.taskOn("trial", 1_500, right, Mode.EXCLUSIVE), true);
            Map<String, Object> both = run.taskOn("trial", 50, left, Mode.EXCLUSIVE);
            both.put(
                    "resources",
                    List.of(
                            Map.of("resource", left, "mode", "EXCLUSIVE"),
                            Map.of("resource", right, "mode", "EXCLUSIVE")));
            run.offer(both, false);
            // It watches one of the two: woken by the first cancel or not, it is met by one of two rounds.
            Waiting.sleep(Duration.ofMillis(200));
            cancel(run, round % 2 == 0 ? first : second);
            Waiting.sleep(Duration.ofMillis(200));
            cancel(run, round % 2 == 0 ? second : first);
        }

        private static void cancel(Run run, Run.Sent holder) {
            if (holder.id != null) {
                run.ask("/api/v1/tasks/" + holder.id + "/cancel");
            }
        }

        @Override
        long patience() {
            return 800;
        }
    }

    /** A task is due later, another expires. */
    static final class Sweeps extends DispatcherWay.Served {

        Sweeps() {
            super(Map.of());
        }

        @Override
        String name() {
            return "sweeps";
        }

        @Override
        void provoke(Run run, int round) {
            Map<String, Object> later = run.task("trial", 50);
            later.put("delay", "200ms");
            run.offer(later, false);
            Map<String, Object> never = run.task("nobody", 50);
            never.put("expiresAt", Instant.now().plusMillis(400).toString());
            run.offer(never, true);
        }

        @Override
        long patience() {
            return 1_200;
        }
    }

    /** Nobody has used the queue before. */
    static final class MeetsANewQueue extends DispatcherWay.Served {

        MeetsANewQueue() {
            super(Map.of());
        }

        @Override
        String name() {
            return "meets a new queue";
        }

        @Override
        void provoke(Run run, int round) {
            run.offer(run.task("trial", 100), false);
        }
    }

    /** Workers come and go, and tasks with them. */
    static final class SeesRoutes extends DispatcherWay.Unserved {

        SeesRoutes() {
            super(Map.of());
        }

        @Override
        String name() {
            return "sees routes";
        }

        @Override
        void provoke(Run run, int round) {
            Ghost ghost = run.ghost("-g" + round);
            Run.Sent blocker = run.offer(run.taskOn("trial", 50, run.resource + "-gate", Mode.EXCLUSIVE), true);
            run.offer(run.taskOn("trial", 50, run.resource + "-gate", Mode.EXCLUSIVE), true);
            run.offer(run.task("trial", 50), false);
            Waiting.sleep(Duration.ofMillis(500));
            Ends.on(run.stack.dataSource()).lost(ghost.incarnation(), true, "walk", "gone");
            Waiting.sleep(Duration.ofMillis(400));
            if (blocker.id != null) {
                run.ask("/api/v1/tasks/" + blocker.id + "/cancel");
            }
        }

        @Override
        long patience() {
            return 1_500;
        }
    }
}
