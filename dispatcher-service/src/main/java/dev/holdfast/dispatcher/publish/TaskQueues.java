package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.Failures;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker's queues as one session knows them. Before a queue is declared the broker is asked for it: one that is missing
 * has lost what was in it, and that is noted before the queue is made anew, so that no dispatcher overlooks it.
 *
 * <p>Thread-safe; one question at a time.
 */
final class TaskQueues {

    private static final Logger log = LoggerFactory.getLogger(TaskQueues.class);

    private static final Duration MARGIN = Duration.ofMillis(50);

    private final Connection connection;
    private final Declarations declarations;
    private final LostQueues lost;
    private final Set<RouteName> declared = ConcurrentHashMap.newKeySet();
    private @Nullable Channel channel;

    TaskQueues(Connection connection, Declarations declarations, LostQueues lost) {
        this.connection = connection;
        this.declarations = declarations;
        this.lost = lost;
    }

    /** Declares what all need, and finds out whether the broker was wiped. */
    synchronized void prepare() throws IOException {
        declarations.common(channel());
        long asked = System.nanoTime();
        if (ready(Topology.MARKER) == null) {
            log.info("the broker is new or was wiped: what it held is published again");
            lost.allQueuesLost(since(asked));
            declarations.marker(channel());
        }
    }

    /** The queue of a route, there now. Asks the broker only the first time. */
    String declared(RouteName route) throws IOException {
        if (!declared.contains(route)) {
            ready(route);
        }
        return Topology.queueOf(route);
    }

    /** The next use declares it again. */
    void forget(RouteName route) {
        declared.remove(route);
    }

    synchronized int ready(RouteName route) throws IOException {
        long asked = System.nanoTime();
        Integer ready = ready(Topology.queueOf(route));
        if (ready == null) {
            lost.queueLost(route, since(asked));
            Faults.at(FaultPoint.QUEUE_LOST_NOTED);
        }
        if (ready == null || !declared.contains(route)) {
            declare(route);
        }
        return ready == null ? 0 : ready;
    }

    private void declare(RouteName route) throws IOException {
        String queue = Topology.queueOf(route);
        try {
            declarations.taskQueue(channel(), route);
        } catch (IOException e) {
            if (replyCode(e) != AMQP.PRECONDITION_FAILED) {
                throw e;
            }
            // It is there, made by somebody else with other arguments: usable, but a person should know.
            log.warn(
                    "queue {} has other arguments than it should have, it is used as it is: {}",
                    queue,
                    Failures.reason(e));
            channel().queueBind(queue, Topology.TASKS, queue);
        }
        declared.add(route);
    }

    /** How many messages are ready, or null if there is no such queue. */
    private @Nullable Integer ready(String queue) throws IOException {
        try {
            return channel().queueDeclarePassive(queue).getMessageCount();
        } catch (IOException e) {
            if (replyCode(e) == AMQP.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private Channel channel() throws IOException {
        Channel open = channel;
        if (open == null || !open.isOpen()) {
            open = connection.createChannel();
            if (open == null) {
                throw new IOException("the broker gives no more channels");
            }
            channel = open;
        }
        return open;
    }

    /** A little more than it was: another dispatcher may have made the queue and published just after we asked. */
    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).plus(MARGIN);
    }

    private static int replyCode(IOException e) {
        return e.getCause() instanceof ShutdownSignalException signal
                        && signal.getReason() instanceof AMQP.Channel.Close close
                ? close.getReplyCode()
                : 0;
    }
}
