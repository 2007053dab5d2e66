package dev.holdfast.quickstart.backing;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The PostgreSQL programs, unpacked once per user and version into the user's cache directory.
 *
 * <p>Unpacking goes to a temporary directory which is then renamed: of two processes that unpack at once, the slower one
 * finds the work done and throws its own away. A half-unpacked directory is never used.
 */
final class PostgresBinaries {

    private static final int ANY_EXECUTE_BIT = 0111;

    private PostgresBinaries() {}

    /** The directory that holds {@code bin}, {@code lib} and {@code share}. */
    static Path home() {
        try {
            byte[] archive = archive();
            Path home = cacheDirectory().resolve("postgresql-" + digest(archive));
            if (!Files.isDirectory(home)) {
                unpackTo(home, archive);
            }
            return home;
        } catch (IOException e) {
            throw new BackingServiceException("cannot unpack the embedded PostgreSQL: " + e.getMessage(), e);
        }
    }

    private static byte[] archive() throws IOException {
        QuietLogs.of("io.zonky");
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "Darwin" : "Linux";
        String machine = System.getProperty("os.arch");
        try (InputStream in = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(
                system, "amd64".equals(machine) ? "x86_64" : machine)) {
            return in.readAllBytes();
        } catch (IllegalStateException unknownPlatform) {
            throw new BackingServiceException(
                    "no embedded PostgreSQL for " + system + " on " + machine
                            + "; use an existing one (--jdbc-url or HOLDFAST_JDBC_URL)",
                    unknownPlatform);
        }
    }

    private static Path cacheDirectory() throws IOException {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path cache = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return Files.createDirectories(cache.resolve("holdfast"));
    }

    private static void unpackTo(Path home, byte[] archive) throws IOException {
        Path unpacked = Files.createTempDirectory(home.getParent(), "unpacking-");
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(unpacked, entry, tar);
            }
        }
        try {
            Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException anotherProcessWasFaster) {
            Trees.delete(unpacked);
            if (!Files.isDirectory(home)) {
                throw anotherProcessWasFaster;
            }
        }
    }

    private static void unpack(Path root, TarArchiveEntry entry, InputStream content) throws IOException {
        Path target = root.resolve(entry.getName()).normalize();
        if (!target.startsWith(root)) {
            throw new IOException("entry outside of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, target);
            if ((entry.getMode() & ANY_EXECUTE_BIT) != 0) {
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    private static String digest(byte[] archive) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(archive);
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
