package dev.holdfast.worker.handlers;

import dev.holdfast.worker.LeaseEndedException;
import dev.holdfast.worker.NonRetryableException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a command that this worker's configuration allows. It gets the arguments of the task as they are, the task's identity
 * and fencing token in its environment, and never outlives the lease: neither it nor what it started.
 *
 * <p>A command that ended takes along what it left running: the next holder of the task's resources must not meet it.
 */
final class ExecHandler implements TaskHandler<ExecInput, ExecResult> {

    private static final Duration LOOK = Duration.ofMillis(250);
    // Killing is quick; this bounds the wait for a process that hangs in the kernel.
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(1);

    private final ExecProperties properties;
    private final ExecTimes times;
    private final String worker;
    private final Watchdogs watchdogs;
    private final RunningCommands running;

    ExecHandler(
            ExecProperties properties, ExecTimes times, String worker, Watchdogs watchdogs, RunningCommands running) {
        this.properties = properties;
        this.times = times;
        this.worker = worker;
        this.watchdogs = watchdogs;
        this.running = running;
    }

    @Override
    public String type() {
        return "exec";
    }

    @Override
    public ExecResult run(ExecInput input, TaskContext task) throws Exception {
        UnknownFields.refuse(input.unknown());
        String name = input.command();
        ExecProperties.Command allowed =
                name == null ? null : properties.commands().get(name);
        if (name == null || allowed == null) {
            throw new NonRetryableException(
                    name == null ? "the payload names no command" : "this worker allows no command named " + name);
        }
        if (task.leaseRemaining().compareTo(times.margin()) <= 0) {
            throw new LeaseEndedException("the lease is about to end: nothing was started");
        }
        GuardedCommand command = watchdogs.start(
                times.margin(),
                line(allowed, input),
                allowed.directory(),
                environment(allowed, task),
                input.stdin(),
                (int) properties.outputLimit().toBytes());
        running.add(command);
        try (command) {
            await(command, task);
            return result(name, command);
        } catch (RuntimeException e) {
            killAndWait(command);
            throw e;
        } finally {
            running.remove(command);
        }
    }

    private static List<String> line(ExecProperties.Command allowed, ExecInput input) throws NonRetryableException {
        List<String> line = new ArrayList<>();
        line.add(allowed.program().toString());
        line.addAll(allowed.args());
        if (input.args() != null) {
            line.addAll(input.args());
        }
        for (String word : line) {
            if (word == null || word.indexOf('\0') >= 0) {
                throw new NonRetryableException("an argument is null or contains a NUL character");
            }
        }
        return line;
    }

    private Map<String, String> environment(ExecProperties.Command allowed, TaskContext task) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().retainAll(properties.inherit());
        environment.putAll(allowed.environment());
        environment.put("HOLDFAST_TASK_ID", task.taskId().toString());
        environment.put("HOLDFAST_ATTEMPT", Integer.toString(task.attempt()));
        environment.put("HOLDFAST_FENCING_TOKEN", Long.toString(task.fencingToken()));
        environment.put("HOLDFAST_WORKER", worker);
        return environment;
    }

    private void await(GuardedCommand command, TaskContext task) throws InterruptedException, IOException {
        try {
            LeaseTeller lease = new LeaseTeller(command, task);
            do {
                if (task.isCanceled()) {
                    throw new InterruptedException("canceled");
                }
                lease.tell();
            } while (!command.ended(LOOK));
        } catch (InterruptedException e) {
            stop(command, task);
            throw e;
        } catch (IOException e) {
            // The reader of the control pipe is gone: the command has ended this moment, or its watchdog was killed.
            if (!endedUninterrupted(command, KILL_PATIENCE)) {
                killAndWait(command);
                throw new IOException("the watchdog of the command was killed; the command was killed as well", e);
            }
        }
    }

    /** SIGTERM, some time, SIGKILL; and does not return before the command has gone, or cannot be made to go. */
    private void stop(GuardedCommand command, TaskContext task) {
        String now = Moment.now();
        Duration left = task.leaseRemaining().minus(times.margin());
        Duration grace = left.compareTo(times.grace()) < 0 ? left : times.grace();
        try {
            command.stop(grace, now);
            if (command.ended(grace.isNegative() ? KILL_PATIENCE : grace.plus(KILL_PATIENCE))) {
                return;
            }
        } catch (InterruptedException | IOException e) {
            // A second interrupt means now. And without a reader of the control pipe nobody else kills.
        }
        killAndWait(command);
    }

    private static void killAndWait(GuardedCommand command) {
        command.kill();
        if (!endedUninterrupted(command, KILL_PATIENCE)) {
            command.killWatchdog();
        }
    }

    private static boolean endedUninterrupted(GuardedCommand command, Duration patience) {
        boolean interrupted = Thread.interrupted();
        try {
            return command.ended(patience);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ExecResult result(String name, GuardedCommand command) throws Exception {
        GuardedCommand.Report report = command.report().orElse(null);
        if (report == null) {
            killAndWait(command);
            throw new IOException("the watchdog of the command was killed; the command was killed as well");
        }
        StorableText stderr = command.stderr();
        switch (report.reason()) {
            case KILLED -> throw new LeaseEndedException(name + " was killed as the lease was about to end");
            case SIGNAL ->
                throw new IOException("the watchdog of " + name + " was told to stop; " + name + " was killed");
            case ENDED -> {
                if (report.exitCode() != 0) {
                    throw new CommandFailedException(name, report.exitCode(), stderr.text());
                }
            }
        }
        StorableText stdout = command.stdout();
        return new ExecResult(0, stdout.text(), stderr.text(), stdout.cut(), stderr.cut());
    }
}
