package dev.holdfast.backing;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A postmaster of our own on a data directory of our own, which ends, and is deleted, with this JVM. */
final class PostgresProcess implements AutoCloseable {

    private final List<String> command;
    private final Path home;
    private final DatabaseServer unversioned;
    private GuardedProcess process;
    private String version = "";

    private PostgresProcess(List<String> command, Path home, DatabaseServer unversioned) {
        this.command = command;
        this.home = home;
        this.unversioned = unversioned;
        this.process = spawn();
    }

    /**
     * @param command the server in the foreground
     * @param home is deleted at the end, with the data in it
     * @param server where it will listen; its version is still unknown
     */
    static PostgresProcess launch(List<String> command, Path home, DatabaseServer server) {
        PostgresProcess postgres = new PostgresProcess(command, home, server);
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close, "stop-postgres"));
        postgres.awaitVersion();
        return postgres;
    }

    DatabaseServer server() {
        return new DatabaseServer(
                unversioned.url(), unversioned.admin(), unversioned.password(), "PostgreSQL " + version);
    }

    /** An immediate shutdown (SIGQUIT): all sessions end at once, and the next start recovers from the log. */
    synchronized void kill() {
        process.closeAndKeep();
    }

    /** Starts a killed one on the same port, and returns when it answers. */
    synchronized void start() {
        process = spawn();
        awaitVersion();
    }

    @Override
    public synchronized void close() {
        process.close();
    }

    /** SIGQUIT to the postmaster: it ends at once, and takes its shared memory with it. */
    private GuardedProcess spawn() {
        return GuardedProcess.start(command, Map.of(), "QUIT", false, log(), home.toString());
    }

    private void awaitVersion() {
        for (int i = 0; i < 300 && process.isAlive(); i++) {
            try (Connection connection = unversioned.as("postgres").dataSource().getConnection()) {
                version = connection.getMetaData().getDatabaseProductVersion();
                return;
            } catch (SQLException notYet) {
                GuardedProcess.pause(Duration.ofMillis(100));
            }
        }
        throw new IllegalStateException("PostgreSQL did not start:\n" + GuardedProcess.tail(log()));
    }

    private Path log() {
        return home.resolve("postgres.log");
    }
}
