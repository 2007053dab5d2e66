package dev.holdfast.examples.fence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reports as files of one folder that several processes of a machine write to. Beside each report stands a file
 * {@code .<name>.token} with the largest token seen; it is also the lock. The token is on disk before the report is: a crash
 * between the two leaves the old report, which only its present holder may replace.
 */
public final class ReportFolder {

    private final Path folder;

    public ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Replaces a report, whole or not at all.
     *
     * @param token of the attempt that writes
     * @throws StaleTokenException if a larger token has written it
     */
    public void write(String name, long token, String text) throws IOException, StaleTokenException {
        Files.createDirectories(folder);
        // A file lock keeps other processes out, the monitor other threads of this one.
        synchronized (ReportFolder.class) {
            try (FileChannel tokens = FileChannel.open(folder.resolve("." + name + ".token"), READ, WRITE, CREATE);
                    FileLock lock = tokens.lock()) {
                if (token < largest(tokens)) {
                    throw new StaleTokenException("report " + name, token);
                }
                remember(tokens, token);
                Path fresh = folder.resolve("." + name + ".new");
                Files.writeString(fresh, text);
                Files.move(fresh, folder.resolve(name), ATOMIC_MOVE);
            }
        }
    }

    public String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private static long largest(FileChannel tokens) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        tokens.read(bytes, 0);
        String text = new String(bytes.array(), 0, bytes.position(), UTF_8).trim();
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** Always of one length, so that a shorter number leaves nothing of a longer one. */
    private static void remember(FileChannel tokens, long token) throws IOException {
        tokens.write(ByteBuffer.wrap("%019d%n".formatted(token).getBytes(UTF_8)), 0);
        tokens.force(true);
    }
}
