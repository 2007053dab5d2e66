package dev.holdfast.scenario;

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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A Holdfast of one's own. Nothing runs until it is asked for; {@link #close()} kills all that runs. Leases are short
 * (heartbeat 500 ms, ttl 3 s, reaper pass 1 s) unless a worker's properties say otherwise.
 */
final class Cluster implements AutoCloseable {

    private static final Programs PROGRAMS = new Programs(Path.of("target", "programs"));
    private static final Path TRIAL_CLASSES = Path.of("target", "test-classes");
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static @Nullable Cluster withReaper;
    private static @Nullable Cluster withoutReaper;

    private final Path directory;
    private final Database database = Backing.database();
    private final Broker broker;
    private final Map<String, Service> services = new LinkedHashMap<>();

    private Cluster(String name, Broker broker) {
        this.broker = broker;
        this.directory = Path.of("target", "scenarios", newName(name)).toAbsolutePath();
        try {
            Trees.delete(directory);
            Files.createDirectories(directory.resolve("state"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * One dispatcher and one reaper for all scenarios that leave both alone: each brings workers, queues and resources with
     * names of its own, and takes its workers away with {@link #closeWorkers()}.
     */
    static synchronized Cluster withReaper() {
        if (withReaper == null) {
            withReaper = new Cluster("with-reaper", Backing.broker());
            withReaper.start(withReaper.dispatcher(), withReaper.reaper());
        }
        return withReaper;
    }

    /** The same, with no reaper running unless a scenario starts it, and stops it again. */
    static synchronized Cluster withoutReaper() {
        if (withoutReaper == null) {
            withoutReaper = new Cluster("without-reaper", Backing.broker());
            withoutReaper.dispatcher().start();
        }
        return withoutReaper;
    }

    /** With a broker of its own, to be killed. */
    static Cluster withOwnBroker(String name) {
        return new Cluster(name, Backing.ownBroker());
    }

    /** A name that nobody else has. */
    static String newName(String stem) {
        return stem + "-" + NAMES.incrementAndGet();
    }

    Broker broker() {
        return broker;
    }

    /** In front of the database, to be told to misbehave. The caller closes it. */
    TcpProxy databaseProxy() {
        URI uri = databaseUri();
        return TcpProxy.to(uri.getHost(), uri.getPort());
    }

    /** The property with which a worker reaches the database only through {@code proxy}. */
    String through(TcpProxy proxy) {
        URI uri = databaseUri();
        return "spring.datasource.url="
                + database.url().replace(uri.getHost() + ":" + uri.getPort(), "127.0.0.1:" + proxy.port());
    }

    private URI databaseUri() {
        return URI.create(database.url().substring("jdbc:".length()));
    }

    Path directory() {
        return directory;
    }

    Evidence evidence() {
        return new Evidence(directory.resolve("diary"));
    }

    Records records() {
        return new Records(database.dataSource());
    }

    HoldfastClient client() {
        return new HoldfastClient(dispatcher()::uri);
    }

    /** The only dispatcher. */
    Service dispatcher() {
        return dispatcher("dispatcher");
    }

    Service dispatcher(String name, String... properties) {
        return services.computeIfAbsent(
                name, key -> service(key, PROGRAMS.command(Programs.DISPATCHER), Map.of(), properties));
    }

    Service reaper() {
        return reaper("reaper");
    }

    Service reaper(String name, String... properties) {
        return services.computeIfAbsent(
                name, key -> service(key, PROGRAMS.command(Programs.REAPER), Map.of(), properties));
    }

    /** A worker of the trial application with its name; properties {@code key=value} count the first time. */
    Service worker(String name, String... properties) {
        return services.computeIfAbsent(name, key -> newWorker(key, key, properties));
    }

    /** A process of its own that calls itself like another worker. */
    Service impostor(String process, String workerName, String... properties) {
        return services.computeIfAbsent(process, key -> newWorker(key, workerName, properties));
    }

    /** Many workers in one process, each with connections of its own. */
    Service fleet(String name, String queue, int size, int slots) {
        Map<String, String> settings = workerSettings();
        settings.put("holdfast.worker.slots", Integer.toString(slots));
        // One busy process stands for many machines: it needs longer for a heartbeat than they would.
        settings.put("holdfast.worker.heartbeat", "2s");
        settings.put("holdfast.worker.ttl", "10s");
        settings.put("holdfast.worker.queues", queue);
        settings.put("trial.fleet.prefix", name);
        settings.put("trial.fleet.size", Integer.toString(size));
        return services.computeIfAbsent(name, key -> service(key, trial("TrialFleet", "512m"), settings));
    }

    private Service newWorker(String process, String workerName, String... properties) {
        Map<String, String> settings = workerSettings();
        settings.put("holdfast.worker.name", workerName);
        return service(process, trial("TrialWorkerApplication", "192m"), settings, properties);
    }

    private Map<String, String> workerSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("holdfast.worker.heartbeat", "500ms");
        settings.put("holdfast.worker.ttl", "3s");
        settings.put("holdfast.worker.state-dir", directory.resolve("state").toString());
        settings.put("trial.diary", directory.resolve("diary").toString());
        settings.put("holdfast.exec.commands.ticker.path", ticker().toString());
        return settings;
    }

    /** Starts what is not running, all at once, and waits for all. */
    void start(Service... wanted) {
        for (Service service : wanted) {
            service.launch();
        }
        for (Service service : wanted) {
            service.awaitReady();
        }
    }

    List<Service> running() {
        return services.values().stream().filter(Service::isRunning).toList();
    }

    /** The trial application, with the built-in handlers at hand. */
    private static List<String> trial(String mainClass, String heap) {
        return PROGRAMS.onTopOf(Programs.WORKER, TRIAL_CLASSES, "dev.holdfast.trial." + mainClass, heap);
    }

    private Service service(String name, List<String> program, Map<String, String> settings, String... more) {
        int port = FreePort.find();
        Map<String, String> all = new LinkedHashMap<>(database.springProperties());
        all.putAll(broker.springProperties());
        all.put("server.port", Integer.toString(port));
        all.put("server.address", "127.0.0.1");
        all.putAll(settings);
        for (String property : more) {
            String[] pair = property.split("=", 2);
            all.put(pair[0], pair[1]);
        }
        List<String> command = new ArrayList<>(program);
        command.addAll(arguments(all));
        return new Service(name, port, command, directory.resolve(name + ".log"));
    }

    private static List<String> arguments(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /**
     * A command with descendants: each of them ticks into a file of its own, named after its pid, so that a test sees who
     * lived how long.
     */
    private Path ticker() {
        Path script = directory.resolve("ticker.sh");
        if (!Files.exists(script)) {
            try {
                Files.createDirectories(directory.resolve("ticks"));
                Files.writeString(script, """
                        #!/bin/sh
                        tick() { while :; do date +%%s%%N >>"%1$s/$1"; sleep 0.1; done; }
                        sh -c 'while :; do date +%%s%%N >>"%1$s/$$"; sleep 0.1; done' &
                        (sh -c 'while :; do date +%%s%%N >>"%1$s/$$"; sleep 0.1; done' &) &
                        n=0
                        while [ $n -lt "$1" ]; do date +%%s%%N >>"%1$s/$$"; sleep 0.1; n=$((n + 1)); done
                        kill 0
                        """.formatted(directory.resolve("ticks")));
                script.toFile().setExecutable(true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return script;
    }

    /** Kills all workers and forgets them. */
    void closeWorkers() {
        List<String> infrastructure = List.of("dispatcher", "reaper");
        services.forEach((name, service) -> {
            if (!infrastructure.contains(name)) {
                service.close();
            }
        });
        services.keySet().retainAll(infrastructure);
    }

    @Override
    public void close() {
        services.values().forEach(Service::close);
        broker.close();
    }
}
