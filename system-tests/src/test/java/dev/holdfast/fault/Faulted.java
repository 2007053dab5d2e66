package dev.holdfast.fault;

import dev.holdfast.backing.GuardedProcess;
import dev.holdfast.chaos.proxy.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The process that is to fail, and the network between it and the servers. */
final class Faulted implements AutoCloseable {

    private final TcpProxy database;
    private final TcpProxy broker;
    private final Path log;
    private final Path faults;
    private final List<String> command;
    private final int port;
    private @Nullable GuardedProcess process;
    private String strikes = "";
    private int armedAt;

    /**
     * @param settings without those of database and broker
     * @param port where it answers, or 0
     */
    Faulted(Stack stack, String name, List<String> command, Map<String, String> settings, int port) {
        this.database = stack.databaseProxy();
        this.broker = stack.brokerProxy();
        this.log = stack.directory().resolve(name + ".log");
        this.faults = stack.directory().resolve(name + ".faults");
        this.port = port;
        Map<String, String> arguments = new LinkedHashMap<>(settings);
        arguments.putAll(stack.connectThrough(database, broker));
        this.command = new ArrayList<>(command);
        arguments.forEach((key, value) -> this.command.add("--" + key + "=" + value));
    }

    void launch() {
        process = GuardedProcess.start(command, Map.of("HOLDFAST_FAULT", "@" + faults), log);
    }

    private GuardedProcess process() {
        return Objects.requireNonNull(process, "not started");
    }

    long pid() {
        return process().pid();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Until its application says that it has started. */
    void awaitStarted() {
        Waiting.until(log.getFileName() + " starts", Duration.ofSeconds(90), () -> {
            if (!process().isAlive()) {
                throw new AssertionError("it ended:\n" + GuardedProcess.tail(log));
            }
            return logText().contains(" : Started ");
        });
    }

    /**
     * From now on its points count.
     *
     * @param wanted as in {@code HOLDFAST_FAULT}; the last one is the one that is waited for
     */
    void arm(String wanted) {
        List<Fault> all = Fault.parse(wanted);
        Fault last = all.get(all.size() - 1);
        strikes = "fault point " + last.point().label() + " reached, " + last.nth() + ", "
                + last.action().word();
        armedAt = logText().length();
        try {
            Path unready = faults.resolveSibling(faults.getFileName() + ".tmp");
            Files.writeString(unready, wanted);
            Files.move(unready, faults, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean hasStruck() {
        return !strikes.isEmpty() && logText().indexOf(strikes, armedAt) >= 0;
    }

    boolean isAlive() {
        return process().isAlive();
    }

    /** Whether the kernel says that it is stopped. */
    boolean isStopped() {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
        } catch (IOException e) {
            return false;
        }
    }

    /** What its connections carry is lost from now on, in both directions, and nobody is told. New ones work. */
    void hang() {
        database.hang(false);
        broker.hang(false);
    }

    /** No packet to or from the database any more, on new connections neither. */
    void loseDatabase() {
        database.hang(true);
    }

    /** The network works again; what hung is reset. */
    void heal() {
        database.heal();
        broker.heal();
    }

    void wake() {
        process().signal("CONT");
    }

    void terminate() {
        process().signal("TERM");
    }

    String logText() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String logTail() {
        return GuardedProcess.tail(log);
    }

    @Override
    public void close() {
        if (process != null) {
            process.kill();
        }
        database.close();
        broker.close();
    }
}
