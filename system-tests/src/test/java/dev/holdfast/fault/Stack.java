package dev.holdfast.fault;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.chaos.process.Programs;
import dev.holdfast.chaos.process.Service;
import dev.holdfast.chaos.proxy.TcpProxy;
import dev.holdfast.quickstart.backing.FreePort;
import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What goes on while somebody fails: database, broker, a dispatcher, a reaper, and workers. */
final class Stack implements AutoCloseable {

    static final Duration TTL = Duration.ofSeconds(3);
    static final Duration PASS = Duration.ofSeconds(1);

    /** The queue in which tasks of other resources are submitted meanwhile. */
    static final String OTHERS = "others";

    private final Path directory = Path.of("target", "walk").toAbsolutePath();
    private final Programs programs = new Programs(Path.of("target", "programs"));
    private final Database database = Backing.database();
    private final Broker broker = Backing.broker();
    private final HikariDataSource pool = database.pool(12);
    private final Service dispatcher;
    private final Service reaper;
    private final Host host;

    /** More processes that start at once only make each other late. */
    private final Semaphore starts = new Semaphore(2);

    /** All that run compete for the same dead: with more of them hardly one finds whom it was to find. */
    private final Semaphore reapers = new Semaphore(2);

    private final Map<String, Deque<Faulted>> idle = new ConcurrentHashMap<>();

    Stack() {
        try {
            Trees.delete(directory);
            Files.createDirectories(directory.resolve("state"));
            host = new Host(trial("TrialHost", "512m"), workerSettings(), directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dispatcher = service(Programs.DISPATCHER, dispatcherSettings("healthy"));
        reaper = service(Programs.REAPER, Map.of("holdfast.reaper.name", "healthy"));
        dispatcher.launch();
        reaper.launch();
        dispatcher.awaitReady();
        reaper.awaitReady();
        host.start(OTHERS, OTHERS, OTHERS, "holdfast.worker.slots=20");
        Waiting.until("a worker for the others", Duration.ofSeconds(60), () -> host.hasStarted(OTHERS));
    }

    Path directory() {
        return directory;
    }

    Broker broker() {
        return broker;
    }

    HikariDataSource dataSource() {
        return pool;
    }

    JdbcClient jdbc() {
        return JdbcClient.create(pool);
    }

    Host host() {
        return host;
    }

    Diary diary() {
        return new Diary(directory.resolve("diary"));
    }

    URI dispatcher(String path) {
        return dispatcher.uri(path);
    }

    TcpProxy databaseProxy() {
        URI uri = URI.create(database.url().substring("jdbc:".length()));
        return TcpProxy.to(uri.getHost(), uri.getPort());
    }

    TcpProxy brokerProxy() {
        return TcpProxy.to(broker.host(), broker.port());
    }

    /** Settings that lead through proxies. */
    Map<String, String> connectThrough(TcpProxy toDatabase, TcpProxy toBroker) {
        Map<String, String> settings = connections();
        URI uri = URI.create(database.url().substring("jdbc:".length()));
        settings.put(
                "spring.datasource.url",
                database.url().replace(uri.getHost() + ":" + uri.getPort(), "127.0.0.1:" + toDatabase.port()));
        settings.put("spring.rabbitmq.host", "127.0.0.1");
        settings.put("spring.rabbitmq.port", Integer.toString(toBroker.port()));
        return settings;
    }

    /**
     * A worker that is to fail.
     *
     * @param armed what it fails at while it starts, or nothing: then it is waited for
     */
    Faulted worker(String name, String armed, Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>(workerSettings());
        settings.put("holdfast.worker.name", name);
        settings.put("spring.main.keep-alive", "true");
        settings.putAll(more);
        return launch(name, trial("TrialWorkerApplication", "128m"), armed, settings, 0);
    }

    /** A reaper that is quicker than the healthy one. */
    Faulted reaper(String name, Map<String, String> more) {
        Faulted idle = takeIdle("reaper" + more);
        if (idle != null) {
            return idle;
        }
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("holdfast.reaper.name", name);
        settings.put("holdfast.reaper.pass", "100ms");
        settings.put("spring.main.web-application-type", "none");
        settings.put("spring.main.keep-alive", "true");
        settings.putAll(more);
        return launch(name, programs.command(Programs.REAPER), "", settings, 0);
    }

    /** A dispatcher that is quicker than the healthy one. */
    Faulted dispatcher(String name, Map<String, String> more) {
        Faulted idle = takeIdle("dispatcher" + more);
        if (idle != null) {
            return idle;
        }
        int port = FreePort.find();
        Map<String, String> settings = new LinkedHashMap<>(dispatcherSettings(name));
        settings.put("server.port", Integer.toString(port));
        settings.put("server.address", "127.0.0.1");
        settings.put("holdfast.dispatcher.grant-sweep", "100ms");
        settings.put("holdfast.dispatcher.publish-sweep", "100ms");
        settings.putAll(more);
        return launch(name, programs.command(Programs.DISPATCHER), "", settings, port);
    }

    Semaphore reapers() {
        return reapers;
    }

    private @Nullable Faulted takeIdle(String kind) {
        Deque<Faulted> some = idle.get(kind);
        return some == null ? null : some.pollFirst();
    }

    /** One that was frozen and is well again may fail once more. */
    void giveBack(String kind, Faulted process) {
        process.heal();
        idle.computeIfAbsent(kind, k -> new ConcurrentLinkedDeque<>()).addLast(process);
    }

    private Faulted launch(String name, List<String> command, String armed, Map<String, String> settings, int port) {
        starts.acquireUninterruptibly();
        try {
            Faulted process = new Faulted(this, name, command, settings, port);
            if (!armed.isEmpty()) {
                process.arm(armed);
            }
            process.launch();
            if (armed.isEmpty()) {
                try {
                    process.awaitStarted();
                } catch (Throwable e) {
                    process.close();
                    throw e;
                }
            }
            return process;
        } finally {
            starts.release();
        }
    }

    private List<String> trial(String main, String heap) {
        return programs.onTopOf(Programs.WORKER, Path.of("target", "test-classes"), "dev.holdfast.trial." + main, heap);
    }

    private Map<String, String> connections() {
        Map<String, String> settings = new LinkedHashMap<>(database.springProperties());
        settings.putAll(broker.springProperties());
        settings.put("holdfast.broker.heartbeat", "1s");
        return settings;
    }

    private Map<String, String> workerSettings() {
        Map<String, String> settings = connections();
        settings.put("holdfast.worker.heartbeat", "500ms");
        settings.put("holdfast.worker.ttl", TTL.toMillis() + "ms");
        settings.put("holdfast.worker.shutdown-grace", "500ms");
        settings.put("holdfast.worker.stop-grace", "500ms");
        settings.put("holdfast.worker.state-dir", directory.resolve("state").toString());
        settings.put("trial.diary", directory.resolve("diary").toString());
        settings.put("spring.main.web-application-type", "none");
        return settings;
    }

    private static Map<String, String> dispatcherSettings(String name) {
        return Map.of(
                "holdfast.dispatcher.name", name,
                "holdfast.dispatcher.publish-lease", "4s",
                "holdfast.dispatcher.confirm-timeout", "3s",
                "holdfast.dispatcher.lost-after", "3s",
                "holdfast.dispatcher.lost-overtaken-by", "1s",
                "holdfast.dispatcher.lost-look-gap", "1s");
    }

    private Service service(String program, Map<String, String> settings) {
        int port = FreePort.find();
        Map<String, String> all = connections();
        all.put("server.port", Integer.toString(port));
        all.put("server.address", "127.0.0.1");
        all.putAll(settings);
        List<String> command = new ArrayList<>(programs.command(program));
        all.forEach((key, value) -> command.add("--" + key + "=" + value));
        return new Service(program, port, command, directory.resolve(program + ".log"));
    }

    @Override
    public void close() {
        idle.values().forEach(some -> some.forEach(Faulted::close));
        host.close();
        dispatcher.close();
        reaper.close();
        pool.close();
        broker.close();
    }
}
