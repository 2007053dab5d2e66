package dev.holdfast.dispatcher.publish;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Broker;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.publish.DeadLetterRows;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.LostTasks;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.publish.StaleMessages;
import dev.holdfast.store.publish.Windows;
import dev.holdfast.store.route.Routes;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** One dispatcher's publishing against a real database and broker, without grants. */
final class PublishRig implements AutoCloseable {

    static final RouteName ECHO = new RouteName("default", "echo");

    final JdbcClient jdbc;
    final TaskRows rows;
    final Publisher publisher;
    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final AtomicInteger grantSignals = new AtomicInteger();
    final Routes routes;
    final Leases leases;
    final Marks marks;
    final PublisherLink link;
    final TaskPublisher taskPublisher;
    final GrantedTasks grantedTasks;
    final Sweeps sweeps;
    final Broadcasts broadcasts;
    final Listener listener;
    final HikariDataSource database;
    final RouteSweep routeSweep;
    final PublishLine line;
    final Broker broker;

    PublishRig(DataSource database, Broker broker, PublishProperties settings) {
        this(database, broker, broker.port(), settings);
    }

    /** @param port on which {@code broker} is reached, e.g. through a proxy */
    PublishRig(DataSource unpooled, Broker broker, int port, PublishProperties settings) {
        this.broker = broker;
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(unpooled);
        pool.setMaximumPoolSize(10);
        database = new HikariDataSource(pool);
        jdbc = JdbcClient.create(database);
        rows = new TaskRows(jdbc);
        publisher = new Publisher(UUID.randomUUID(), "dispatcher test", settings.publishLease());
        routes = new Routes(jdbc);
        leases = new Leases(jdbc, publisher);
        marks = new Marks(leases, settings, metrics);
        BrokerProperties properties = new BrokerProperties(
                QueueType.CLASSIC,
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Duration.ofMillis(200));
        BrokerConnections connections = new BrokerConnections(
                broker.connectionFactory(), List.of(new Address(broker.host(), port)), properties);
        Declarations declarations = new Declarations(QueueType.CLASSIC);
        link = new PublisherLink(
                connections, declarations, new RoutesLost(routes), marks, new BrokerReport(properties), settings);
        taskPublisher = new TaskPublisher(link, marks, settings.maxUnconfirmed());
        grantedTasks = new GrantedTasks(taskPublisher, new Windows(jdbc), settings);
        routeSweep = new RouteSweep(
                routes,
                new Settlements(jdbc),
                grantSignals::incrementAndGet,
                publisher.actor(),
                settings.routeGoneAfter());
        sweeps = new Sweeps(
                new ReadySweep(leases, taskPublisher),
                routeSweep,
                new LostMessages(new LostTasks(jdbc, publisher), link, taskPublisher, settings),
                new StaleSweep(new StaleMessages(jdbc), link, grantSignals::incrementAndGet, settings),
                settings);
        broadcasts = new Broadcasts(link, publisher.id().toString());
        listener = new Listener(
                connections,
                declarations,
                broadcasts,
                grantSignals::incrementAndGet,
                new DeadLetters(new DeadLetterRows(jdbc), metrics));
        line = new PublishLine(
                taskPublisher, marks, link, listener, sweeps, broadcasts, properties.reconnect(), () -> {});
    }

    /** The defaults, shortened. */
    static PublishProperties settings() {
        return new PublishProperties(
                Duration.ofSeconds(2),
                Duration.ofMillis(1500),
                1000,
                Duration.ofMillis(300),
                Duration.ofMillis(10),
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                2,
                1000,
                Duration.ofMillis(100),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofHours(1));
    }

    /** WAITING → READY as the grants do it. @param leasedFor null: to nobody */
    Granted ready(TaskId id, @Nullable Duration leasedFor) {
        Integer attempt = jdbc.sql("""
                update task_live
                set state = 'READY', since = clock_timestamp(), version = version + 1, attempt = attempt + 1, wait = null,
                  watch = null, watch_exclusive = null, publisher = ?,
                  publish_until = clock_timestamp() + make_interval(secs => ?)
                where id = ? returning attempt""")
                .param(leasedFor == null ? null : publisher.id())
                .param(leasedFor == null ? -1.0 : leasedFor.toMillis() / 1000.0)
                .param(id.value())
                .query(Integer.class)
                .single();
        return new Granted(new AttemptKey(id, attempt), rows.openRoute("default", "echo"), ECHO, false);
    }

    /** A worker for {@link #ECHO} with a lease that outlives the test. */
    Incarnation worker(String name, int slots) {
        Incarnation incarnation = rows.worker(name, Duration.ofMinutes(10));
        jdbc.sql("update worker set slots = ? where incarnation = ?")
                .params(slots, incarnation.id())
                .update();
        return incarnation;
    }

    /** Grants so many new tasks and hands them over, then waits for their marks or claims. */
    List<AttemptKey> publishAndAwaitQueued(int count) {
        List<Granted> granted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            granted.add(ready(rows.draft().waiting(), Duration.ofMinutes(1)));
        }
        grantedTasks.granted(granted);
        List<AttemptKey> keys = granted.stream().map(Granted::key).toList();
        await().atMost(Duration.ofSeconds(10))
                .until(() ->
                        keys.stream().noneMatch(key -> rows.state(key.task()).equals("READY")));
        return keys;
    }

    String state(Granted granted) {
        return rows.state(granted.key().task());
    }

    /** Runs a query in the transaction of this thread. */
    void inTransaction(String sql, Object parameter) {
        jdbc.sql(sql).params(parameter).query(Integer.class).list();
    }

    /** 1 while somebody's lease to publish the task holds. */
    int leased(TaskId id) {
        return number(id, "case when publish_until > clock_timestamp() then 1 else 0 end");
    }

    /** A number of the unfinished task's row. */
    int number(TaskId id, String column) {
        return jdbc.sql("select " + column + " from task_live where id = ?")
                .params(id.value())
                .query(Integer.class)
                .single();
    }

    /** What lies ready in the queue of {@link #ECHO}, taken out. */
    List<AttemptKey> messages() throws Exception {
        List<AttemptKey> found = new ArrayList<>();
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            for (GetResponse next = channel.basicGet(Topology.queueOf(ECHO), true);
                    next != null;
                    next = channel.basicGet(Topology.queueOf(ECHO), true)) {
                found.add(TaskMessage.read(next.getBody()));
            }
        }
        return found;
    }

    double republished() {
        return metrics.counter("holdfast.messages.republished").count();
    }

    @Override
    public void close() {
        line.stop();
        database.close();
    }
}
