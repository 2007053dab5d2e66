package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running PostgreSQL server of one's own, on 127.0.0.1.
 *
 * <p>It is stopped by {@link #close()} or, at the latest, at the end of this JVM; a temporary data directory is deleted
 * then. If this JVM is killed, the server stays; the next start on the same directory stops it first.
 */
public final class EmbeddedDatabase implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final int PORT_TRIES = 5;

    private final PostgresCluster cluster;
    private final Process server;
    private final @Nullable Path temporary;
    private final Thread atExit = new Thread(this::stop, "stop-embedded-database");

    private EmbeddedDatabase(PostgresCluster cluster, Process server, @Nullable Path temporary) {
        this.cluster = cluster;
        this.server = server;
        this.temporary = temporary;
    }

    /** Starts with a temporary data directory on a free port. */
    public static EmbeddedDatabase start() {
        return builder().start();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** For the database {@code holdfast}, which is empty at first. */
    public String jdbcUrl() {
        return cluster.jdbcUrl(PostgresCluster.DATABASE);
    }

    /** Makes the database unless it exists, and gives its URL: tests that must not meet take one each. */
    public String jdbcUrl(String database) {
        try {
            cluster.createDatabase(database);
        } catch (SQLException e) {
            throw new BackingServiceException("cannot create database " + database + ": " + e.getMessage(), e);
        }
        return cluster.jdbcUrl(database);
    }

    public String user() {
        return PostgresCluster.USER;
    }

    public String password() {
        return PostgresCluster.PASSWORD;
    }

    public int port() {
        return cluster.port();
    }

    public long pid() {
        return server.pid();
    }

    /** SIGKILL, as a crash would do it: the data directory stays for a new start, even a temporary one until {@link #close()}. */
    public void kill() {
        server.destroyForcibly();
        server.onExit().orTimeout(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Ends all sessions, writes everything down and stops; idempotent. */
    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exitingAlready) {
            // then the hook runs, and finds nothing to do
        }
    }

    private synchronized void stop() {
        Signals.stopPostgres(server.toHandle(), STOP_LIMIT);
        if (temporary != null) {
            try {
                Trees.delete(temporary);
            } catch (IOException leftForTheSystemToClean) {
                // a temporary directory: nothing depends on it
            }
        }
    }

    /** What to start; by default everything temporary, and a free port. */
    public static final class Builder {

        private @Nullable Path dataDirectory;
        private int port;
        private int maxConnections = 100;
        private final List<String> settings = new ArrayList<>();
        private @Nullable Path log;

        /** Keeps the data in this directory, which is initialized if it does not exist. */
        public Builder dataDirectory(Path directory) {
            this.dataDirectory = directory;
            return this;
        }

        /** A fixed port; 0 takes a free one. */
        public Builder port(int fixed) {
            this.port = fixed;
            return this;
        }

        public Builder maxConnections(int limit) {
            this.maxConnections = limit;
            return this;
        }

        /** A server setting, such as {@code ("log_statement", "all")}; the last one of a name wins. */
        public Builder setting(String name, String value) {
            settings.add(name + "=" + value);
            return this;
        }

        /** Where the server writes its log; by default beside the data directory. */
        public Builder log(Path file) {
            this.log = file;
            return this;
        }

        /** Starts the server, and returns when it takes connections. */
        public EmbeddedDatabase start() {
            try {
                Path temporary = dataDirectory == null ? Files.createTempDirectory("holdfast-database-") : null;
                Path data = dataDirectory == null && temporary != null ? temporary.resolve("data") : dataDirectory;
                if (data == null) {
                    throw new IllegalStateException("no data directory");
                }
                Path output = log == null ? data.toAbsolutePath().resolveSibling("postgres.log") : log;
                return start(data, output, temporary);
            } catch (IOException e) {
                throw new BackingServiceException("cannot start PostgreSQL: " + e.getMessage(), e);
            }
        }

        private EmbeddedDatabase start(Path data, Path output, @Nullable Path temporary) throws IOException {
            for (int attempt = 1; ; attempt++) {
                int chosen = port == 0 ? FreePort.find() : port;
                PostgresCluster cluster = new PostgresCluster(data, chosen, maxConnections, settings);
                cluster.initialize();
                cluster.running().ifPresent(left -> Signals.stopPostgres(left, STOP_LIMIT));
                Process server = new ProcessBuilder(cluster.command())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
                EmbeddedDatabase database = new EmbeddedDatabase(cluster, server, temporary);
                Runtime.getRuntime().addShutdownHook(database.atExit);
                String problem = database.awaitReady();
                if (problem == null) {
                    return database;
                }
                // The port was taken meanwhile, or processes of a killed server still hold its memory: both pass.
                if (server.isAlive() || attempt == PORT_TRIES) {
                    String tail = Files.exists(output) ? Logs.tail(output, 20) : "";
                    database.close();
                    throw new BackingServiceException("PostgreSQL did not start: " + problem + "\n" + tail);
                }
                Runtime.getRuntime().removeShutdownHook(database.atExit);
            }
        }
    }

    private @Nullable String awaitReady() {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        SQLException problem;
        do {
            problem = cluster.probe();
            if (problem == null) {
                return null;
            }
            if (!pause()) {
                return "interrupted";
            }
        } while (server.isAlive() && System.nanoTime() < deadline);
        return problem.getMessage();
    }

    private boolean pause() {
        try {
            return !server.waitFor(50, TimeUnit.MILLISECONDS) || pauseAfterExit();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean pauseAfterExit() throws InterruptedException {
        // Backends of a killed server notice within moments that it is gone.
        Thread.sleep(500);
        return true;
    }
}
