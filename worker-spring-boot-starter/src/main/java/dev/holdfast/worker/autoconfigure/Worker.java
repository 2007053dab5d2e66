package dev.holdfast.worker.autoconfigure;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.loop.Loop;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.SignalSender;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.connect.WorkerDatabase;
import dev.holdfast.store.progress.ProgressNotes;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.RouteName;
import dev.holdfast.worker.claim.Claimer;
import dev.holdfast.worker.drain.Leaving;
import dev.holdfast.worker.drain.Rejoin;
import dev.holdfast.worker.finish.Finisher;
import dev.holdfast.worker.finish.Roster;
import dev.holdfast.worker.heartbeat.Fence;
import dev.holdfast.worker.heartbeat.Halt;
import dev.holdfast.worker.heartbeat.Heartbeat;
import dev.holdfast.worker.join.Join;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.receive.Broker;
import dev.holdfast.worker.receive.Receiver;
import dev.holdfast.worker.run.Attempts;
import dev.holdfast.worker.run.Handlers;
import dev.holdfast.worker.run.Overseer;
import dev.holdfast.worker.run.RunListener;
import dev.holdfast.worker.run.Runner;
import dev.holdfast.worker.run.Slots;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole worker: its parts, put together without a framework. Started once, stopped once.
 */
public final class Worker {

    private final WorkerSettings settings;
    private final WorkerDatabase database;
    private final Membership membership;
    private final Slots slots;
    private final SignalSender signals;
    private final Loop signaling;
    private final Finisher finisher;
    private final Overseer overseer;
    private final Heartbeat heartbeat;
    private final Fence fence;
    private final Claimer claimer;
    private final Broker broker;
    private final Receiver receiver;
    private final Join join;
    private final Leaving leaving;
    private final Rejoin rejoin;
    private final Consumer<String> exit;
    private @Nullable State state;

    private enum State {
        STARTED,
        STOPPED
    }

    /**
     * @param exit ends the application in good order; called with the reason when this worker cannot or need not go on
     */
    public Worker(
            WorkerSettings settings,
            WorkerDatabase database,
            BrokerConnections connections,
            Declarations declarations,
            Duration reconnect,
            Handlers handlers,
            JsonMapper json,
            Halt halt,
            RunListener listener,
            Consumer<String> exit) {
        this.settings = settings;
        this.database = database;
        this.exit = exit;
        Settlements settlements = new Settlements(database.jdbc());
        WorkerEnds ends = new WorkerEnds(database.jdbc(), database.transactions(), settlements);
        Heartbeats heartbeats = new Heartbeats(database.heartbeatJdbc());
        String actor = settings.actor();
        Roster roster = new Roster();
        Attempts attempts = new Attempts();
        this.membership = new Membership(settings);
        this.slots = new Slots(settings.slots(), this::fitConsumers);
        this.signals = new SignalSender("holdfast " + actor + " signals", connections, declarations);
        this.signaling = new Loop("holdfast-signal", Duration.ofSeconds(2), signals::pass);
        this.finisher = new Finisher(settlements, new ProgressNotes(database.jdbc()), roster, actor, this::signalWork);
        Runner runner = new Runner(handlers, json, attempts, finisher, membership, settings, listener);
        this.overseer = new Overseer(
                attempts, runner, settings.stopGrace(), a -> leaving().condemn(a));
        this.fence = new Fence(settings, membership, attempts, halt);
        this.heartbeat = new Heartbeat(
                heartbeats,
                database::resetHeartbeat,
                settings.heartbeat(),
                membership,
                roster,
                attempts,
                this::drainAsked,
                term -> rejoin().ended(term));
        this.claimer = new Claimer(
                new Claims(database.jdbc()), settlements, settings, membership, roster, runner, heartbeat::soon);
        this.broker = new Broker(
                connections,
                declarations,
                "holdfast " + actor,
                routes(settings.queues(), handlers.types()),
                reconnect,
                heartbeat::canceled);
        this.receiver = new Receiver(broker, slots, membership, claimer);
        this.join = new Join(settings, handlers.types(), heartbeats, database::resetHeartbeat, ends, membership);
        this.leaving = new Leaving(settings, membership, receiver, claimer, attempts, finisher, heartbeat, ends, halt);
        this.rejoin = new Rejoin(join, membership, attempts, finisher, exit);
    }

    /**
     * Registers, after the work of earlier processes of the name is settled, then begins to consume.
     *
     * @throws dev.holdfast.worker.join.NameTakenException if a living process has the name
     */
    public synchronized void start() throws InterruptedException {
        database.migrate();
        join.join();
        membership.onChange(this::fitConsumers);
        fence.start();
        heartbeat.start();
        finisher.start();
        overseer.start();
        claimer.start();
        signaling.start();
        receiver.start();
        state = State.STARTED;
    }

    /** Leaves in good order. Bounded by the graces and by the timeouts of database and broker. */
    public void stop() {
        synchronized (this) {
            if (state != State.STARTED) {
                close();
                return;
            }
            state = State.STOPPED;
        }
        leaving.leave("its process was asked to stop");
        receiver.stop();
        Faults.at(FaultPoint.LEAVE_DISCONNECTED);
        heartbeat.stop();
        fence.stop();
        overseer.stop();
        finisher.stop();
        signaling.stop();
        close();
    }

    public Membership membership() {
        return membership;
    }

    public Slots slots() {
        return slots;
    }

    public Broker broker() {
        return broker;
    }

    public int resultsWaiting() {
        return finisher.waiting();
    }

    private void close() {
        signals.close();
        database.close();
        join.close();
    }

    private void drainAsked() {
        leaving.inBackground("an operator asked for it", () -> {
            if (settings.exitAfterDrain()) {
                exit.accept("drained");
            }
        });
    }

    private void signalWork() {
        signals.request(Topology.SIGNAL_WORK);
        signaling.signal();
    }

    private void fitConsumers() {
        receiver.wake();
    }

    private Leaving leaving() {
        return leaving;
    }

    private Rejoin rejoin() {
        return rejoin;
    }

    private static Set<RouteName> routes(Set<String> queues, Set<String> types) {
        return queues.stream()
                .flatMap(queue -> types.stream().map(type -> new RouteName(queue, type)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
