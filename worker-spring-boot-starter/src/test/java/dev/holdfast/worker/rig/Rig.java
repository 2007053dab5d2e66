package dev.holdfast.worker.rig;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.connect.JdbcAddress;
import dev.holdfast.store.connect.WorkerDatabase;
import dev.holdfast.store.worker.Ends;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.worker.ChildProcesses;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.heartbeat.Halt;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.run.Handlers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.json.JsonMapper;

/** A database, a broker, and workers as a test wants them: heartbeat 500 ms, ttl 3 s. Nothing grants: tests do. */
public final class Rig implements AutoCloseable {

    public final Database database;
    public final Broker broker;
    public final JdbcClient jdbc;
    public final TaskRows rows;
    public final Path stateDir;
    /** Why workers of this rig would have halted or exited. */
    public final List<String> ends = new CopyOnWriteArrayList<>();

    private final SingleConnectionDataSource steady;
    private @Nullable Connection link;
    private final List<Worker> workers = new ArrayList<>();

    public Rig() {
        this(Backing.broker());
    }

    public Rig(Broker broker) {
        this.database = Backing.database();
        this.broker = broker;
        this.steady = new SingleConnectionDataSource(database.url(), database.user(), database.password(), true);
        this.jdbc = JdbcClient.create(steady);
        this.rows = new TaskRows(jdbc);
        try {
            this.stateDir = Files.createTempDirectory("holdfast-state");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What differs from the defaults of a test. */
    public static final class Options {
        String name = "w1";
        int slots = 4;
        Duration shutdownGrace = Duration.ofSeconds(2);
        Duration stopGrace = Duration.ofSeconds(1);
        String url = "";
        int brokerPort;
        List<ChildProcesses> children = List.of();

        public Options name(String value) {
            name = value;
            return this;
        }

        public Options slots(int value) {
            slots = value;
            return this;
        }

        public Options shutdownGrace(Duration value) {
            shutdownGrace = value;
            return this;
        }

        public Options stopGrace(Duration value) {
            stopGrace = value;
            return this;
        }

        /** Another way to the database, one that a test can cut. */
        public Options url(String value) {
            url = value;
            return this;
        }

        /** Another way to the broker, one that a test can cut. */
        public Options brokerPort(int value) {
            brokerPort = value;
            return this;
        }

        public Options children(ChildProcesses value) {
            children = List.of(value);
            return this;
        }
    }

    public Worker start(Options options, TaskHandler<?, ?>... handlers) throws InterruptedException {
        Worker worker = worker(options, handlers);
        worker.start();
        return worker;
    }

    public Worker worker(Options options, TaskHandler<?, ?>... handlers) {
        WorkerSettings settings = new WorkerSettings(
                options.name,
                options.slots,
                Set.of("default"),
                stateDir,
                Duration.ofMillis(500),
                Duration.ofSeconds(3),
                options.shutdownGrace,
                options.stopGrace,
                false,
                null,
                null,
                true,
                false);
        BrokerProperties properties = new BrokerProperties(
                QueueType.CLASSIC,
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofSeconds(2),
                Duration.ofMillis(300));
        JsonMapper json = new JsonMapper();
        String url = options.url.isEmpty() ? database.url() : options.url;
        Worker worker = new Worker(
                settings,
                new WorkerDatabase(new JdbcAddress(url, database.user(), database.password()), Duration.ofSeconds(1)),
                new BrokerConnections(
                        broker.connectionFactory(),
                        List.of(new Address(
                                broker.host(), options.brokerPort == 0 ? broker.port() : options.brokerPort)),
                        properties),
                new Declarations(QueueType.CLASSIC),
                properties.reconnect(),
                new Handlers(List.of(handlers), json),
                json,
                new Halt(options.children, () -> ends.add("halted")),
                (route, outcome, took) -> {},
                ends::add);
        workers.add(worker);
        return worker;
    }

    /** Sends the message of an attempt, as a dispatcher would. */
    public AttemptKey publish(AttemptKey key) {
        RouteName route = jdbc.sql("select queue, type from task where id = ?")
                .params(key.task().value())
                .query((rs, row) -> new RouteName(rs.getString(1), rs.getString(2)))
                .single();
        return publish(route, key);
    }

    /** A message for an attempt of a task that nobody knows. */
    public AttemptKey publishAs(String type, AttemptKey key) {
        return publish(new RouteName("default", type), key);
    }

    private AttemptKey publish(RouteName route, AttemptKey key) {
        try (Channel channel = channel()) {
            Declarations declarations = new Declarations(QueueType.CLASSIC);
            declarations.common(channel);
            declarations.taskQueue(channel, route);
            channel.confirmSelect();
            channel.basicPublish(
                    Topology.TASKS, Topology.queueOf(route), TaskMessage.PROPERTIES, TaskMessage.body(key));
            channel.waitForConfirmsOrDie(5000);
        } catch (IOException | TimeoutException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return key;
    }

    /** What an operator's cancel does to a running task. */
    public void cancel(AttemptKey key) {
        jdbc.sql("update task_live set state = 'CANCELING', version = version + 1 where id = ? and state = 'RUNNING'")
                .params(key.task().value())
                .update();
    }

    /** What a reaper does, without watching first: ends workers whose lease has run out; returns how many. */
    public long settleExpired() {
        WorkerEnds reaper = Ends.on(database.dataSource());
        return jdbc
                .sql("select incarnation from worker where state in ('ALIVE', 'DRAINING', 'CONDEMNED')")
                .query(UUID.class)
                .list()
                .stream()
                .filter(it -> reaper.lost(new Incarnation(it), false, "reaper test", "test")
                        .isPresent())
                .count();
    }

    /** The outcomes of a task's attempts, in order. */
    public List<String> outcomes(TaskId task) {
        return jdbc.sql("select outcome from attempt where task_id = ? order by number")
                .params(task.value())
                .query(String.class)
                .list();
    }

    public List<String> workerStates() {
        return jdbc.sql("select state from worker order by started_at")
                .query(String.class)
                .list();
    }

    public static Incarnation incarnation(Worker worker) {
        return Objects.requireNonNull(worker.membership().term()).incarnation();
    }

    public static void eventually(org.awaitility.core.ThrowingRunnable assertion) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(assertion);
    }

    /** Waits until the task is in this state, as {@code STATE} or {@code STATE/REASON}. */
    public void await(TaskId task, String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(rows.state(task))
                        .isEqualTo(state));
    }

    /** Messages ready in the queue of a type; -1 if there is no such queue. */
    public int ready(String type) {
        return count(type, false);
    }

    public int consumers(String type) {
        return count(type, true);
    }

    private int count(String type, boolean consumers) {
        String queue = Topology.queueOf(new RouteName("default", type));
        try (Channel channel = channel()) {
            var ok = channel.queueDeclarePassive(queue);
            return consumers ? ok.getConsumerCount() : ok.getMessageCount();
        } catch (IOException e) {
            return -1;
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private Channel channel() throws IOException, TimeoutException {
        Connection current = link;
        if (current == null || !current.isOpen()) {
            current = broker.connectionFactory().newConnection("test");
            link = current;
        }
        return current.createChannel();
    }

    @Override
    public void close() {
        workers.forEach(Worker::stop);
        steady.destroy();
        if (link != null) {
            link.abort();
        }
    }

    /** A handler as a test writes it. */
    public interface Code {
        @Nullable Object run(Object input, TaskContext task) throws Exception;
    }

    public static TaskHandler<Object, Object> handler(String type, Code code) {
        return new TaskHandler<>() {
            @Override
            public String type() {
                return type;
            }

            @Override
            public @Nullable Object run(Object input, TaskContext task) throws Exception {
                return code.run(input, task);
            }
        };
    }
}
