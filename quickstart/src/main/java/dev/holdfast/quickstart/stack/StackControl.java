package dev.holdfast.quickstart.stack;

import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What any terminal may do to the stack in a directory, by its files alone. */
public final class StackControl {

    private static final Duration READY_LIMIT = Duration.ofMinutes(4);

    private final StackDirectory directory;

    private StackControl(StackDirectory directory) {
        this.directory = directory;
    }

    public static StackControl of(StackDirectory directory) {
        return new StackControl(directory);
    }

    /** A process as {@code status} shows it. {@code pid} is 0 when it does not run. */
    public record Status(
            String name,
            long pid,
            int port,
            String state,
            @Nullable String problem) {}

    /** All processes that belong to the stack, running or not. */
    public List<Status> status() {
        List<Status> all = new ArrayList<>();
        Starter starter = new Starter(directory);
        for (String name : directory.names()) {
            Launch launch = Launch.read(directory, name);
            StackProcess process = new StackProcess(directory, name);
            Optional<ProcessHandle> handle = process.handle();
            if (handle.isEmpty()) {
                all.add(new Status(name, 0, launch.port(), "not running", null));
            } else if (process.isFrozen()) {
                all.add(new Status(name, handle.get().pid(), launch.port(), "frozen", null));
            } else {
                String problem = starter.problemOf(launch);
                String state = problem == null ? "ready" : "not ready";
                all.add(new Status(name, handle.get().pid(), launch.port(), state, problem));
            }
        }
        return all;
    }

    /** Starts a process again as it was started before, and waits until it is ready. Somebody must be there to stop it. */
    public void start(String name) {
        Launch launch = Launch.read(directory, name);
        if (otherController().isEmpty() && !isController()) {
            throw new StackException("the stack in " + directory.root() + " is not up; start it with ./holdfast up");
        }
        Starter starter = new Starter(directory);
        starter.launch(launch);
        starter.awaitReady(launch, READY_LIMIT);
    }

    /** The process of that name, which must belong to the stack. */
    public StackProcess process(String name) {
        Launch.read(directory, name);
        return new StackProcess(directory, name);
    }

    /** Stops all: workers first, then reapers, dispatchers, the broker, PostgreSQL. */
    public void stopAll(Consumer<String> narrator) {
        List<Role> lastStartedFirst = new ArrayList<>(List.of(Role.values()));
        lastStartedFirst.sort(Comparator.reverseOrder());
        for (Role role : lastStartedFirst) {
            List<StackProcess> running = directory.names().stream()
                    .filter(name -> Role.of(name) == role)
                    .map(name -> new StackProcess(directory, name))
                    .toList();
            List<Thread> stopping = running.stream()
                    .map(process -> new Thread(process::stop, "stop-" + role.prefix()))
                    .toList();
            stopping.forEach(Thread::start);
            stopping.forEach(StackControl::join);
            if (!running.isEmpty()) {
                narrator.accept("stopped " + role.prefix());
            }
        }
    }

    /** Stops what was left running and deletes all files; an error if the stack is up. */
    public void wipe() {
        requireNoController();
        stopAll(line -> {});
        try {
            Trees.delete(directory.root());
        } catch (IOException e) {
            throw new StackException("cannot delete " + directory.root() + ": " + e.getMessage(), e);
        }
    }

    /** Stops what a starter that was itself killed left behind; an error if the starter lives. */
    void stopLeftovers(Consumer<String> narrator) {
        List<String> left = directory.names().stream()
                .filter(name -> new StackProcess(directory, name).isAlive())
                .toList();
        if (!left.isEmpty()) {
            requireNoController();
            narrator.accept("an earlier stack left " + String.join(", ", left) + " running; stopping them");
            stopAll(line -> {});
        }
        directory.forgetLaunches();
    }

    /** Fails with a hint when the process that started the stack is still there. */
    private void requireNoController() {
        otherController().ifPresent(process -> {
            throw new StackException("a stack is running in " + directory.root() + ", started by process "
                    + process.pid() + "; end it there with Ctrl-C, or: kill " + process.pid());
        });
    }

    private boolean isController() {
        try {
            return StackState.read(directory).controller()
                    == ProcessHandle.current().pid();
        } catch (StackException noneWasStarted) {
            return false;
        }
    }

    private Optional<ProcessHandle> otherController() {
        try {
            return ProcessHandle.of(StackState.read(directory).controller())
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.pid() != ProcessHandle.current().pid())
                    .filter(process -> process.info().command().orElse("").endsWith("java"));
        } catch (StackException noneWasStarted) {
            return Optional.empty();
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // Stopping is bounded by the roles' limits; leaving half of it undone would be worse.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
