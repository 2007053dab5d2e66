package dev.holdfast.fault;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.fault.Case.Mode;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Dispatchers that fail. */
final class DispatcherWays {

    private DispatcherWays() {}

    /** A dispatcher that is quicker than the healthy one, which takes over. */
    private abstract static class DispatcherWay extends Way {

        private final Map<String, String> settings;

        DispatcherWay(Map<String, String> settings) {
            this.settings = settings;
        }

        @Override
        Faulted start(Run run) {
            return run.stack.dispatcher(run.name, settings);
        }

        @Override
        String kind() {
            return "dispatcher" + settings;
        }

        @Override
        void repair(Run run) {
            run.resendUnanswered();
        }

        @Override
        void afterwards(Run run) {
            run.resendUnanswered();
        }
    }

    /** With a worker that runs what comes. */
    private abstract static class Served extends DispatcherWay {

        Served(Map<String, String> settings) {
            super(settings);
        }

        @Override
        Faulted start(Run run) {
            run.host(run.name + "-w");
            Faulted process = super.start(run);
            run.awaitHosted();
            return process;
        }
    }

    /** With a worker that takes nothing from the broker; a true one comes after the fault. */
    private abstract static class Unserved extends DispatcherWay {

        Unserved(Map<String, String> settings) {
            super(settings);
        }

        @Override
        void repair(Run run) {
            run.host(run.name + "-w");
            run.ghosts().forEach(Ghost::die);
            super.repair(run);
        }
    }

    /** Tasks are submitted to it, which it grants and publishes; some with keys that it has seen. */
    static final class Submits extends Served {

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

    /** Nobody has used the queue before. */
    static final class MeetsANewQueue extends Served {

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

    /** Many tasks at once. */
    static final class PublishesMany extends Served {

        PublishesMany() {
            super(Map.of());
        }

        @Override
        String name() {
            return "publishes many";
        }

        @Override
        void provoke(Run run, int round) {
            // Held back by one exclusive task, they are granted together when it is canceled.
            Run.Sent gate = run.offer(run.taskOn("trial", 30_000, run.resource + "-gate", Mode.EXCLUSIVE), true);
            for (int i = 0; i < 6; i++) {
                run.offer(run.taskOn("trial", 50, run.resource + "-gate", Mode.SHARED), false);
            }
            if (gate.id != null) {
                run.ask("/api/v1/tasks/" + gate.id + "/cancel");
            }
        }

        @Override
        void afterwards(Run run) {
            super.afterwards(run);
            run.sent.stream()
                    .filter(task -> task.any && task.id != null)
                    .forEach(task -> run.askHealthy("/api/v1/tasks/" + task.id + "/cancel"));
        }
    }

    /** Holders leave, so that those behind them are woken. */
    static final class Wakes extends Served {

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

    /** A task is due later, another expires. */
    static final class Sweeps extends Served {

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

    /** Its grants fail after their commit, so that the rows are found without a publisher. */
    static final class FindsReady extends Served {

        FindsReady() {
            super(Map.of(
                    "holdfast.dispatcher.publish-lease", "400ms",
                    "holdfast.dispatcher.confirm-timeout", "300ms"));
        }

        @Override
        String name() {
            return "finds ready rows";
        }

        @Override
        String faults(Case it) {
            return "grant-after-commit:1:throw,grant-after-commit:2:throw,grant-after-commit:3:throw,"
                    + "grant-after-commit:4:throw," + super.faults(it);
        }

        @Override
        void provoke(Run run, int round) {
            run.offer(run.task("trial", 50), false);
        }
    }

    /** Its messages vanish. */
    static final class LosesMessages extends Unserved {

        LosesMessages() {
            super(Map.of(
                    "holdfast.dispatcher.lost-after", "400ms",
                    "holdfast.dispatcher.lost-look-gap", "200ms"));
        }

        @Override
        String name() {
            return "loses messages";
        }

        @Override
        void provoke(Run run, int round) {
            if (round == 0) {
                run.ghost("-g");
            }
            Run.Sent task = run.offer(run.task("trial", 50), false);
            if (task.id != null && run.mode != Mode.EXCLUSIVE) {
                run.awaitState(task.id, "QUEUED");
            }
            Waiting.sleep(java.time.Duration.ofMillis(300));
            run.stack.broker().purge(Topology.queueOf(new RouteName(run.queue, "trial")));
        }
    }

    /** The broker has no queue for the route. */
    static final class MissesAQueue extends Unserved {

        MissesAQueue() {
            super(Map.of());
        }

        @Override
        String name() {
            return "misses a queue";
        }

        @Override
        void provoke(Run run, int round) {
            run.ghost("-g" + round);
            run.offer(run.task("trial", 50), false);
        }

        @Override
        long patience() {
            return 10_000;
        }
    }

    /** Workers come and go, and tasks with them. */
    static final class SeesRoutes extends Unserved {

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
            Waiting.sleep(java.time.Duration.ofMillis(500));
            WorkerWays.ends(run.stack).lost(ghost.incarnation(), true, "walk", "gone");
            Waiting.sleep(java.time.Duration.ofMillis(400));
            if (blocker.id != null) {
                run.ask("/api/v1/tasks/" + blocker.id + "/cancel");
            }
        }

        @Override
        long patience() {
            return 1_500;
        }
    }

    /** A queue is paused whose tasks are published. */
    static final class Pauses extends Unserved {

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
            Waiting.sleep(java.time.Duration.ofMillis(400));
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

    /** Published tasks are canceled, their messages are gone. */
    static final class CountsStale extends Unserved {

        CountsStale() {
            super(Map.of(
                    "holdfast.dispatcher.stale-after", "400ms",
                    "holdfast.dispatcher.lost-after", "3s",
                    "holdfast.dispatcher.lost-look-gap", "200ms"));
        }

        @Override
        String name() {
            return "counts stale messages";
        }

        @Override
        void provoke(Run run, int round) {
            if (round == 0) {
                run.ghost("-g");
            }
            Run.Sent task = run.offer(run.taskOn("trial", 50, run.resource + "-s" + round, Mode.SHARED), true);
            if (task.id != null) {
                run.awaitState(task.id, "QUEUED");
                run.ask("/api/v1/tasks/" + task.id + "/cancel");
                run.stack.broker().purge(Topology.queueOf(new RouteName(run.queue, "trial")));
            }
        }
    }

    /** A worker rejects what it cannot read. */
    static final class CollectsLetters extends Served {

        CollectsLetters() {
            super(Map.of());
        }

        @Override
        String name() {
            return "collects dead letters";
        }

        @Override
        void provoke(Run run, int round) {
            run.offer(run.task("trial", 50), false);
            String queue = Topology.queueOf(new RouteName(run.queue, "trial"));
            try (Connection connection = run.stack.broker().connectionFactory().newConnection("walk");
                    Channel channel = connection.createChannel()) {
                for (int i = 0; i < 4; i++) {
                    channel.basicPublish("", queue, null, "no task".getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A task is canceled, before it runs and while it does. */
    static final class Cancels extends Served {

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

    /** A worker is asked to drain; another one is there. */
    static final class Drains extends Served {

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
}
