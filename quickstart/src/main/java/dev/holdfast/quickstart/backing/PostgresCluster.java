package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL data directory and the command that serves it.
 *
 * <p>For whoever wants to run the server process himself; {@link EmbeddedDatabase} does it for everybody else. fsync and
 * synchronous_commit are on: what was committed survives {@code kill -9} of every process. (PostgreSQL keeps that
 * promise against power loss as well; the disk of a laptop may not.)
 *
 * @param dataDirectory made and initialized when it does not exist
 * @param port on 127.0.0.1
 * @param maxConnections as in {@code max_connections}
 * @param settings further server settings, {@code name=value}
 */
public record PostgresCluster(Path dataDirectory, int port, int maxConnections, List<String> settings) {

    public static final String USER = "holdfast";
    public static final String PASSWORD = "holdfast";
    public static final String DATABASE = "holdfast";

    private static final Duration INITDB_LIMIT = Duration.ofMinutes(2);

    public PostgresCluster {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
        settings = List.copyOf(settings);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a port: " + port);
        }
        if (maxConnections < 10) {
            throw new IllegalArgumentException("max_connections below 10 leaves none for a client: " + maxConnections);
        }
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** Initializes the data directory unless that was done before. */
    public void initialize() {
        if (Files.exists(dataDirectory.resolve("PG_VERSION"))) {
            return;
        }
        try {
            Files.createDirectories(dataDirectory);
            Files.setPosixFilePermissions(dataDirectory, PosixFilePermissions.fromString("rwx------"));
            Path passwordFile = Files.createTempFile(dataDirectory.getParent(), "password", "");
            try {
                Files.writeString(passwordFile, PASSWORD);
                initdb(passwordFile);
            } finally {
                Files.delete(passwordFile);
            }
        } catch (IOException e) {
            throw new BackingServiceException("cannot make a database in " + dataDirectory + ": " + e.getMessage(), e);
        }
    }

    private void initdb(Path passwordFile) throws IOException {
        List<String> command = unprivileged("initdb");
        command.addAll(List.of("-D", dataDirectory.toString(), "-U", USER, "--encoding=UTF8", "--no-locale"));
        command.addAll(List.of("--auth=scram-sha-256", "--pwfile=" + passwordFile));
        Path output = Files.createTempFile("initdb", ".log");
        Process initdb = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!initdb.waitFor(INITDB_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                initdb.destroyForcibly();
                throw new BackingServiceException("initdb did not end within " + INITDB_LIMIT);
            }
            if (initdb.exitValue() != 0) {
                throw new BackingServiceException(
                        "initdb failed: " + Files.readString(output, StandardCharsets.UTF_8) + hintForRoot());
            }
        } catch (InterruptedException e) {
            initdb.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new BackingServiceException("interrupted while initdb ran", e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** The server in the foreground, writing its log to stderr. */
    public List<String> command() {
        List<String> command = unprivileged("postgres");
        command.addAll(List.of("-D", dataDirectory.toString()));
        List<String> all = new ArrayList<>(List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=" + maxConnections,
                "fsync=on",
                "synchronous_commit=on",
                "timezone=UTC",
                "log_timezone=UTC"));
        all.addAll(settings);
        all.forEach(setting -> command.addAll(List.of("-c", setting)));
        return command;
    }

    /** Tries to connect, and makes the database {@link #DATABASE} if it is missing; what went wrong, or null. */
    public @Nullable SQLException probe() {
        try {
            createDatabase(DATABASE);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    /** Makes an empty database unless one of that name exists. */
    public void createDatabase(String name) throws SQLException {
        if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
            throw new IllegalArgumentException("a database name is of a-z, 0-9 and _: " + name);
        }
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            boolean exists;
            try (var found = statement.executeQuery("select 1 from pg_database where datname = '" + name + "'")) {
                exists = found.next();
            }
            if (!exists) {
                statement.execute("create database " + name);
            }
        }
    }

    private Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", PASSWORD);
        properties.setProperty("loginTimeout", "5");
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("socketTimeout", "20");
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    /** The server that runs on this directory, perhaps left behind by a killed parent. */
    public Optional<ProcessHandle> running() {
        Path lock = dataDirectory.resolve("postmaster.pid");
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        try {
            long pid = Long.parseLong(Files.readAllLines(lock).get(0).trim());
            // The number may belong to another program by now; the executable's name tells.
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info().command().orElse("").endsWith("postgres"));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException halfWritten) {
            return Optional.empty();
        }
    }

    private static List<String> unprivileged(String program) {
        List<String> command = new ArrayList<>();
        // PostgreSQL refuses to run as root. In a user namespace of its own it is nobody, on the same files.
        if (isRoot()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(PostgresBinaries.home().resolve("bin").resolve(program).toString());
        return command;
    }

    private static String hintForRoot() {
        return isRoot()
                ? "\n(As root it needs `unshare -U`. Where user namespaces are forbidden, run as another user,"
                        + " or use an existing PostgreSQL: --jdbc-url or HOLDFAST_JDBC_URL.)"
                : "";
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
