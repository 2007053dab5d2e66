package dev.holdfast.chaos.storm;

import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.chaos.process.ClassArchive;
import dev.holdfast.chaos.process.Programs;
import dev.holdfast.chaos.process.Service;
import dev.holdfast.chaos.proxy.TcpProxy;
import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.RunDirectory;
import dev.holdfast.chaos.record.WorkerShape;
import dev.holdfast.quickstart.backing.FreePort;
import dev.holdfast.quickstart.stack.ServiceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the processes of a run: command, settings, log, and a network of its own for each. */
final class Casting {

    private static final String WORKER_MAIN = "dev.holdfast.chaos.worker.ChaosWorkerApplication";
    private static final String WORKER_HEAP = "160m";

    private final RunDirectory directory;
    private final Database database;
    private final Broker broker;
    private final Observer observer;
    private final LineWriter<ProcessLife> lives;
    private final Actor.Deaths deaths;
    private final Path programs;
    private final Programs jars;
    private final Map<String, List<String>> commands;
    private final Map<String, Actor> actors = new ConcurrentHashMap<>();

    Casting(
            RunDirectory directory,
            Database database,
            Broker broker,
            Observer observer,
            LineWriter<ProcessLife> lives,
            Actor.Deaths deaths) {
        this.directory = directory;
        this.database = database;
        this.broker = broker;
        this.observer = observer;
        this.lives = lives;
        this.deaths = deaths;
        this.programs = ServiceJars.find()
                .projectRoot()
                .resolve("chaos")
                .resolve("target")
                .resolve("programs");
        this.jars = new Programs(programs);
        this.commands = Stream.of(Programs.DISPATCHER, Programs.REAPER, Programs.WORKER)
                .parallel()
                .collect(Collectors.toConcurrentMap(Function.identity(), this::command));
    }

    Actor dispatcher(String name) {
        Map<String, String> settings = http();
        settings.put("holdfast.dispatcher.name", name);
        settings.put("holdfast.dispatcher.publish-lease", "4s");
        settings.put("holdfast.dispatcher.confirm-timeout", "3s");
        return cast(ProcessLife.DISPATCHER, name, Programs.DISPATCHER, settings);
    }

    Actor reaper(String name) {
        Map<String, String> settings = http();
        settings.put("holdfast.reaper.name", name);
        settings.put("holdfast.reaper.pass", Timing.ms(Timing.PASS));
        settings.put("holdfast.reaper.vanished-after", Timing.ms(Timing.TTL));
        settings.put("holdfast.reaper.overdue.stop-grace", Timing.ms(Timing.STOP_GRACE));
        settings.put("holdfast.reaper.overdue.shutdown-grace", Timing.ms(Timing.SHUTDOWN_GRACE));
        settings.put("holdfast.reaper.overdue.slack", "5s");
        return cast(ProcessLife.REAPER, name, Programs.REAPER, settings);
    }

    Actor worker(WorkerShape shape) {
        Map<String, String> settings = new LinkedHashMap<>();
        // Whether it works is seen in the database: a server would only lengthen each of its many starts.
        settings.put("spring.main.web-application-type", "none");
        settings.put("spring.main.keep-alive", "true");
        settings.put("chaos.directory", directory.path().toString());
        settings.put("holdfast.worker.name", shape.name());
        settings.put("holdfast.worker.slots", Integer.toString(shape.slots()));
        settings.put("holdfast.worker.queues", String.join(",", shape.queues()));
        settings.put(
                "holdfast.worker.state-dir", directory.path().resolve("state").toString());
        settings.put("holdfast.worker.heartbeat", Timing.ms(Timing.HEARTBEAT));
        settings.put("holdfast.worker.ttl", Timing.ms(Timing.TTL));
        settings.put("holdfast.worker.stop-grace", Timing.ms(Timing.STOP_GRACE));
        settings.put("holdfast.worker.shutdown-grace", Timing.ms(Timing.SHUTDOWN_GRACE));
        return cast(ProcessLife.WORKER, shape.name(), Programs.WORKER, settings);
    }

    private Actor cast(String role, String name, String program, Map<String, String> own) {
        URI url = URI.create(database.url().substring("jdbc:".length()));
        TcpProxy toDatabase = TcpProxy.to(url.getHost(), url.getPort());
        TcpProxy toBroker = TcpProxy.to(broker.host(), broker.port());
        Map<String, String> settings = new LinkedHashMap<>(database.springProperties());
        settings.putAll(broker.springProperties());
        settings.put("spring.datasource.url", "jdbc:postgresql://127.0.0.1:" + toDatabase.port() + url.getPath());
        settings.put("spring.rabbitmq.host", "127.0.0.1");
        settings.put("spring.rabbitmq.port", Integer.toString(toBroker.port()));
        settings.putAll(own);
        List<String> command = new ArrayList<>(commands.getOrDefault(program, List.of()));
        command.addAll(arguments(settings));
        Path log = directory.path().resolve("logs").resolve(name + ".log");
        Service service = role.equals(ProcessLife.WORKER)
                ? new Service(name, command, log, () -> observer.isAlive(name, pidOf(name)))
                : new Service(name, Integer.parseInt(own.getOrDefault("server.port", "0")), command, log);
        Actor actor = new Actor(role, service, environment(name), toDatabase, toBroker, lives, deaths);
        actors.put(name, actor);
        return actor;
    }

    private long pidOf(String name) {
        Actor actor = actors.get(name);
        return actor == null ? 0 : actor.pid();
    }

    /** The archives are made all at once: that uses all cores, and happens once per build. */
    private List<String> command(String program) {
        List<String> command = program.equals(Programs.WORKER)
                ? jars.onTopOf(program, ownClasses(), WORKER_MAIN, WORKER_HEAP)
                : jars.command(program);
        Map<String, String> settings = new LinkedHashMap<>(database.springProperties());
        settings.putAll(broker.springProperties());
        settings.put("server.address", "127.0.0.1");
        settings.put("server.port", "0");
        if (program.equals(Programs.WORKER)) {
            settings.put("spring.main.web-application-type", "none");
            settings.put("chaos.directory", programs.resolve("training").toString());
            settings.put("holdfast.worker.name", "trainee");
        }
        return ClassArchive.with(programs.resolve(program + ".jsa"), command, arguments(settings));
    }

    private static List<String> arguments(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /** The fault points that a process passes are written down there. */
    private Map<String, String> environment(String name) {
        return Map.of(
                "HOLDFAST_FAULT_RECORD",
                directory.path().resolve(Points.PREFIX + name).toString());
    }

    private static Map<String, String> http() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server.address", "127.0.0.1");
        settings.put("server.port", Integer.toString(FreePort.find()));
        return settings;
    }

    /** This module's plain jar: the classes of the worker, whether this JVM runs from a jar of jars or from a build. */
    private static Path ownClasses() {
        Path target = ServiceJars.find().projectRoot().resolve("chaos").resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(
                            file -> file.getFileName().toString().matches("chaos-.*(?<!-exec|-tests|-sources)\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no chaos-*.jar in " + target + ": run mvnw package"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
