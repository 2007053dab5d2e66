package dev.holdfast.worker.join;

import dev.holdfast.lease.Incarnation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock file of a worker's name, held until the process ends. See the package for what it proves.
 */
final class NameLock implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(NameLock.class);

    private final FileChannel channel;
    private final Set<String> dead;
    private final Set<String> announced = new LinkedHashSet<>();
    private final boolean local;

    private NameLock(FileChannel channel, Set<String> dead, boolean local) {
        this.channel = channel;
        this.dead = dead;
        this.local = local;
    }

    /**
     * @throws IOException if the directory cannot be used
     * @throws NameLockedException if a living process holds the lock
     */
    static NameLock acquire(Path directory, String name) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(name + ".lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (!tryLock(channel)) {
                throw new NameLockedException(file);
            }
            boolean local = isLocal(Files.getFileStore(file).type());
            if (!local) {
                log.warn(
                        "{} is on a network file system: its lock proves the end of processes of this host only", file);
            }
            return new NameLock(channel, read(channel), local);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether the process of {@code incarnation} has certainly ended. */
    boolean provesDeathOf(Incarnation incarnation, boolean ofThisHost) {
        return dead.contains(incarnation.toString()) && (local || ofThisHost);
    }

    /**
     * Names an incarnation of this process, durably, before it registers. The dead stay named: their rows may not be
     * settled yet.
     */
    void announce(Incarnation own) throws IOException {
        announced.add(own.toString());
        Set<String> all = new LinkedHashSet<>(dead);
        all.addAll(announced);
        write(all);
    }

    /** The dead are settled: from now on the file names this incarnation alone. */
    void settled(Incarnation own) throws IOException {
        write(Set.of(own.toString()));
        dead.clear();
        announced.clear();
        announced.add(own.toString());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            log.debug("closing the lock file", e);
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Longer first, cut afterwards: a crash between the two leaves a line too many, never one too few. */
    private void write(Set<String> incarnations) throws IOException {
        byte[] text = (String.join("\n", incarnations) + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(text);
        while (buffer.hasRemaining()) {
            channel.write(buffer, buffer.position());
        }
        channel.truncate(text.length);
        channel.force(true);
    }

    private static Set<String> read(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(channel.size(), 64 * 1024));
        while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) > 0) {
            // reads on
        }
        Set<String> ids = new HashSet<>();
        for (String line : new String(buffer.array(), StandardCharsets.UTF_8).split("\n", -1)) {
            if (isUuid(line.trim())) {
                ids.add(line.trim());
            }
        }
        return ids;
    }

    private static boolean isUuid(String line) {
        try {
            return UUID.fromString(line).toString().equals(line);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Locks of these are kept by another machine, which may forget them. */
    static boolean isLocal(String fileStoreType) {
        String type = fileStoreType.toLowerCase(Locale.ROOT);
        return !(type.startsWith("nfs")
                || type.startsWith("cifs")
                || type.startsWith("smb")
                || type.startsWith("fuse")
                || type.startsWith("9p")
                || type.startsWith("ceph")
                || type.startsWith("gluster")
                || type.startsWith("virtiofs")
                || type.startsWith("lustre"));
    }

    /** Somebody else holds the lock now. */
    static final class NameLockedException extends IOException {
        private static final long serialVersionUID = 1L;

        NameLockedException(Path file) {
            super(file + " is locked by a living process");
        }
    }
}
