package dev.holdfast.quickstart.stack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * The processes of a plan. {@link #close()} stops them in good order; if this JVM dies without that, a guard kills them.
 *
 * <p>Not safe for use by several threads, except {@link #close()}.
 */
public final class Stack implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofMinutes(4);

    private final StackPlan plan;
    private final StackDirectory directory;
    private final Launches launches;
    private final Starter starter;
    private final Consumer<String> narrator;
    private final Guard guard;
    private boolean closed;

    private Stack(StackPlan plan, Consumer<String> narrator) {
        this.plan = plan;
        this.directory = plan.directory().create();
        this.launches = new Launches(plan);
        this.starter = new Starter(directory);
        this.narrator = narrator;
        StackControl.of(directory).stopLeftovers(narrator);
        this.guard = Guard.over(directory);
    }

    /** A stack of which nothing runs yet. What an earlier one left running in the same directory is stopped first. */
    public static Stack of(StackPlan plan) {
        return of(plan, line -> {});
    }

    /** @param narrator gets a line for each thing that happens */
    public static Stack of(StackPlan plan, Consumer<String> narrator) {
        return new Stack(plan, narrator);
    }

    /** Starts every process of the plan and returns when all are ready. */
    public Stack start() {
        List<String> names = plan.names();
        startTogether(names.stream().filter(name -> !Role.of(name).isService()).toList());
        saveState();
        // Whichever service comes first brings the schema up to date; the others wait for its lock.
        startTogether(names.stream().filter(name -> Role.of(name).isService()).toList());
        return this;
    }

    /** Starts one process, of the plan or a further one such as {@code worker-7}, and returns when it is ready. */
    public void start(String name) {
        startTogether(List.of(name));
    }

    /** Starts these at once, and returns when all are ready. */
    public void startTogether(Collection<String> names) {
        List<Launch> launched = new ArrayList<>();
        for (String name : names) {
            launched.add(launch(name));
        }
        for (Launch launch : launched) {
            starter.awaitReady(launch, READY_LIMIT);
            narrator.accept(launch.name() + " is ready (port " + launch.port() + ")");
        }
    }

    /** Starts one process and does not wait. */
    public synchronized Launch launch(String name) {
        if (closed) {
            throw new StackException("the stack was stopped");
        }
        Launch launch = launches.of(name);
        starter.launch(launch);
        return launch;
    }

    /** The process of that name, running or not: to stop, kill, freeze or look at. */
    public StackProcess process(String name) {
        return new StackProcess(directory, name);
    }

    /** SIGKILL to all of these, as nearly at once as one process can send them. */
    public void killTogether(Collection<String> names) {
        List<StackProcess> alive =
                names.stream().map(this::process).filter(StackProcess::isAlive).toList();
        alive.stream().parallel().forEach(StackProcess::kill);
    }

    /** Of the first dispatcher: what HTTP clients use. */
    public String dispatcherUrl() {
        return url("dispatcher");
    }

    /** Where the process of that name serves HTTP. */
    public String url(String name) {
        return "http://127.0.0.1:" + launches.portOf(name);
    }

    public DatabaseAddress database() {
        return launches.database();
    }

    public AmqpAddress broker() {
        return launches.amqp();
    }

    public StackDirectory directory() {
        return directory;
    }

    /** Stops all that runs: workers first, then reapers, dispatchers, the broker, PostgreSQL; idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        StackControl.of(directory).stopAll(narrator);
        guard.close();
    }

    private void saveState() {
        new StackState(
                        ProcessHandle.current().pid(),
                        dispatcherUrl(),
                        database().jdbcUrl(),
                        broker().host() + ":" + broker().port())
                .writeTo(directory);
    }
}
