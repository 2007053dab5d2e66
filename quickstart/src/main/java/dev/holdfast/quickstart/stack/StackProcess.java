package dev.holdfast.quickstart.stack;

import dev.holdfast.quickstart.backing.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One process of a stack, by its files: whoever can read them may signal it, parent or not.
 *
 * <p>Beside the pid it is written down when that process started: a number that was given to somebody else meanwhile is
 * not ours to kill.
 */
public final class StackProcess {

    private static final boolean SETSID = isOnPath("setsid");

    private final StackDirectory directory;
    private final String name;

    public StackProcess(StackDirectory directory, String name) {
        this.directory = directory;
        this.name = name;
        Role.of(name);
    }

    /** Starts it in a session of its own, so that Ctrl-C in a terminal reaches whoever stops it in good order instead. */
    ProcessHandle launch(Launch launch) {
        if (handle().isPresent()) {
            throw new StackException(name + " runs already, as process " + pid());
        }
        ProcessBuilder builder = new ProcessBuilder(inOwnSession(launch.command()))
                .directory(directory.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(directory.logFile(name).toFile()))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(launch.environment());
        try {
            ProcessHandle process = builder.start().toHandle();
            launch.writeTo(directory);
            Launch.writeAtomically(directory.startedFile(name), startOf(process));
            Launch.writeAtomically(directory.pidFile(name), process.pid() + "\n");
            return process;
        } catch (IOException e) {
            throw new StackException("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /** The living process, if there is one. */
    public Optional<ProcessHandle> handle() {
        Path file = directory.pidFile(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            long pid = Long.parseLong(Files.readString(file).trim());
            String started = Files.readString(directory.startedFile(name));
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> startOf(process).equals(started));
        } catch (IOException | NumberFormatException goneMeanwhile) {
            return Optional.empty();
        }
    }

    public boolean isAlive() {
        return handle().isPresent();
    }

    /** Stopped by SIGSTOP. Known on Linux only; elsewhere false. */
    public boolean isFrozen() {
        return handle().map(process -> Path.of("/proc", Long.toString(process.pid()), "stat"))
                .filter(Files::exists)
                .map(StackProcess::stateIn)
                .filter(state -> state == 'T')
                .isPresent();
    }

    public long pid() {
        return handle().orElseThrow(() -> new StackException(name + " does not run"))
                .pid();
    }

    /** SIGKILL, and waits until the process is gone. Its children are left alone, as a crash would. */
    public void kill() {
        ProcessHandle process = handle().orElseThrow(() -> new StackException(name + " does not run"));
        Signals.send("KILL", process.pid());
        if (!Signals.endsWithin(process, Duration.ofSeconds(10))) {
            throw new StackException(name + " (process " + process.pid() + ") outlived SIGKILL for 10 s");
        }
        forget();
    }

    /** Asks for a clean end, kills after the role's limit; nothing to do when it does not run. */
    public void stop() {
        handle().ifPresent(process -> {
            Role role = Role.of(name);
            Signals.send(role.stopSignal(), process.pid());
            // A frozen process gets the signal when it wakes.
            Signals.send("CONT", process.pid());
            Signals.stop(process, role.stopSignal(), role.stopLimit());
        });
        forget();
    }

    /** SIGSTOP: the process neither runs nor ends, its connections stay open. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        if (!Signals.send(signal, pid())) {
            throw new StackException("cannot send SIG" + signal + " to " + name);
        }
    }

    private void forget() {
        try {
            Files.deleteIfExists(directory.pidFile(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory.pidFile(name), e);
        }
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    private static char stateIn(Path stat) {
        try {
            String line = Files.readString(stat);
            // The program's name, in parentheses, may contain anything; the state follows the last one.
            return line.charAt(line.lastIndexOf(')') + 2);
        } catch (IOException | StringIndexOutOfBoundsException gone) {
            return 'X';
        }
    }

    /** {@code setsid} keeps the pid of a process that leads no group, as those that Java starts. */
    static List<String> inOwnSession(List<String> command) {
        List<String> all = new ArrayList<>(command);
        if (SETSID) {
            all.add(0, "setsid");
        }
        return all;
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv("PATH");
        return path != null
                && List.of(path.split(":")).stream()
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
