package dev.holdfast.fault;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.fault.Case.Mode;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Dispatchers that fail while they send messages, and while they look for lost ones. */
final class PublishWays {

    private PublishWays() {}

    /** Many tasks at once. */
    static final class PublishesMany extends DispatcherWay.Served {

        PublishesMany() {
            super(Map.of());
        }

        @Override
        String name() {
            return "publishes many";
        }

        @Override
        void provoke(Run run, int round) {
            // Stored in one transaction, they are granted in one pass, and first of all by whoever stored them.
            run.offerTogether(Collections.nCopies(6, run.taskOn("trial", 50, run.resource + "-many", Mode.SHARED)));
        }
    }

    /** Its grants fail after their commit, so that the rows are found without a publisher. */
    static final class FindsReady extends DispatcherWay.Served {

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
    static final class LosesMessages extends DispatcherWay.Unserved {

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
            Run.Sent task = run.offer(run.task("trial", 50, round), false);
            if (task.id != null) {
                run.awaitState(task.id, "QUEUED");
                Waiting.sleep(Duration.ofMillis(300));
                // Without an answer there may be no queue yet.
                run.stack.broker().purge(Topology.queueOf(new RouteName(run.queue, "trial")));
            }
        }
    }

    /** The broker has no queue for the route. */
    static final class MissesAQueue extends DispatcherWay.Unserved {

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

    /** Published tasks are canceled, their messages are gone. */
    static final class CountsStale extends DispatcherWay.Unserved {

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
    static final class CollectsLetters extends DispatcherWay.Served {

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
}
