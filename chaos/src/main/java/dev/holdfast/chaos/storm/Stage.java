package dev.holdfast.chaos.storm;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.OwnDatabase;
import dev.holdfast.chaos.judge.LineNotes;
import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.RunDirectory;
import dev.holdfast.chaos.record.WorkerShape;
import dev.holdfast.chaos.worker.Plan.Act;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * All that runs: a database and a broker of the run's own, two dispatchers, three workers and two reapers, each with a
 * network of its own to both. Closing it leaves nothing behind; the death of this JVM does the same.
 */
final class Stage implements AutoCloseable {

    static final String RED = "red";
    static final String BLUE = "blue";
    static final String SOLO = "solo";

    private static final int SLOTS = 8;
    private static final List<String> TYPES =
            Stream.of(Act.values()).map(Act::type).distinct().toList();

    /** The third alone serves one queue, so that a queue without any worker is seen as well. */
    static final List<WorkerShape> WORKERS = List.of(
            new WorkerShape("worker-1", SLOTS, List.of(RED), TYPES),
            new WorkerShape("worker-2", SLOTS, List.of(RED, BLUE), TYPES),
            new WorkerShape("worker-3", SLOTS, List.of(RED, BLUE, SOLO), TYPES));

    private final OwnDatabase database;
    private final Broker broker;
    private final Observer observer;
    private final LineWriter<ProcessLife> lives;
    private final List<Actor> dispatchers;
    private final List<Actor> workers;
    private final List<Actor> reapers;

    private Stage(RunDirectory directory, Actor.Deaths deaths) {
        database = Backing.ownDatabase();
        LineNotes.install(database.database().dataSource());
        broker = Backing.ownBroker();
        observer = new Observer(database.database().dataSource());
        lives = directory.processes();
        Casting casting = new Casting(directory, database.database(), broker, observer, lives, deaths);
        dispatchers = Stream.of("dispatcher-1", "dispatcher-2")
                .map(casting::dispatcher)
                .toList();
        workers = WORKERS.stream().map(casting::worker).toList();
        reapers = Stream.of("reaper-1", "reaper-2").map(casting::reaper).toList();
    }

    /** Starts everything and returns when all of it works. */
    static Stage open(RunDirectory directory, Actor.Deaths deaths) {
        Stage stage = new Stage(directory, deaths);
        stage.all().forEach(Actor::up);
        stage.awaitAllReady(Duration.ofSeconds(120));
        return stage;
    }

    OwnDatabase database() {
        return database;
    }

    Broker broker() {
        return broker;
    }

    Observer observer() {
        return observer;
    }

    DataSource dataSource() {
        return database.database().dataSource();
    }

    List<Actor> dispatchers() {
        return dispatchers;
    }

    List<Actor> workers() {
        return workers;
    }

    List<Actor> reapers() {
        return reapers;
    }

    List<Actor> all() {
        return Stream.of(dispatchers, reapers, workers).flatMap(List::stream).toList();
    }

    Actor worker(String name) {
        return workers.stream().filter(w -> w.name().equals(name)).findFirst().orElseThrow();
    }

    void awaitAllReady(Duration limit) {
        if (!awaitReady(all(), limit)) {
            throw new IllegalStateException("not ready within " + limit.toSeconds() + " s: " + notReady());
        }
    }

    List<String> notReady() {
        return all().stream().filter(actor -> !actor.isReady()).map(Actor::name).toList();
    }

    /** Whether all of them were ready within the limit. */
    static boolean awaitReady(Collection<Actor> actors, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!actors.stream().allMatch(Actor::isReady)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Timing.pause(50);
        }
        return true;
    }

    /** Ends the processes, but not the database, which is still to be read. */
    void closeProcesses() {
        all().forEach(Actor::close);
        lives.close();
    }

    @Override
    public void close() {
        closeProcesses();
        broker.close();
        database.close();
    }
}
