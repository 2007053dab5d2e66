package dev.holdfast.backing;

import dev.holdfast.quickstart.backing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A private PostgreSQL from the binaries of Debian's package, as root (by the user postgres) or as anyone. */
final class NativePostgres {

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final int OLDEST = 15;

    private NativePostgres() {}

    static @Nullable String missing() {
        return binaries().isPresent() ? null : "no PostgreSQL " + OLDEST + " or newer in " + PACKAGES;
    }

    static PostgresProcess launch() {
        Path bin = binaries().orElseThrow();
        try {
            Path home = Files.createTempDirectory("holdfast-postgres-");
            // The user postgres must get at its own directory below this one.
            home.toFile().setExecutable(true, false);
            Path data = Files.createDirectory(home.resolve("data"));
            if (isRoot()) {
                run(List.of("chown", "postgres", data.toString()));
            }
            run(unprivileged(List.of(
                    bin.resolve("initdb").toString(),
                    "-D",
                    data.toString(),
                    "-U",
                    "postgres",
                    "-A",
                    "trust",
                    "--encoding=UTF8",
                    "--no-locale",
                    "--no-sync")));
            return start(bin, home, data);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a PostgreSQL data directory", e);
        }
    }

    private static PostgresProcess start(Path bin, Path home, Path data) {
        int port = FreePort.find();
        String fsync = Boolean.parseBoolean(System.getProperty("holdfast.backing.fsync", "true")) ? "on" : "off";
        List<String> command = new ArrayList<>(List.of(bin.resolve("postgres").toString(), "-D", data.toString()));
        for (String setting : List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=100",
                "fsync=" + fsync,
                "synchronous_commit=on",
                "shared_buffers=64MB",
                "timezone=UTC",
                "log_timezone=UTC")) {
            command.addAll(List.of("-c", setting));
        }
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/%s";
        return PostgresProcess.launch(unprivileged(command), home, new DatabaseServer(url, "postgres", "", ""));
    }

    private static Optional<Path> binaries() {
        if (!Files.isDirectory(PACKAGES)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return versions.filter(version -> version.getFileName().toString().matches("\\d+"))
                    .filter(version -> Files.isExecutable(version.resolve("bin/postgres")))
                    .max(Comparator.comparingInt(NativePostgres::number))
                    .filter(version -> number(version) >= OLDEST)
                    .map(version -> version.resolve("bin"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int number(Path version) {
        return Integer.parseInt(version.getFileName().toString());
    }

    private static List<String> unprivileged(List<String> command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
        }
        all.addAll(command);
        return all;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void run(List<String> command) throws IOException {
        Path output = Files.createTempFile("holdfast-backing", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(command.get(0) + " failed:\n" + GuardedProcess.tail(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            Files.delete(output);
        }
    }
}
