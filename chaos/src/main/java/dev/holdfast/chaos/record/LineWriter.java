package dev.holdfast.chaos.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * Appends values as JSON lines, each in one write to a file opened for appending: what was written stays when the process
 * is killed the moment after, and several writers do not mix their lines. Safe for many threads. An interrupt does not
 * disturb it: the stream is none of those that close themselves then.
 *
 * @param <T> one of the records of this package
 */
public final class LineWriter<T> implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FileOutputStream out;

    private LineWriter(FileOutputStream out) {
        this.out = out;
    }

    /** Opens the file, makes it and its directory if need be, and ends a line that an earlier process left torn. */
    public static <T> LineWriter<T> open(Path file) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            FileOutputStream out = new FileOutputStream(file.toFile(), true);
            if (Files.size(file) > 0) {
                out.write('\n');
            }
            return new LineWriter<>(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns when the operating system has the line. */
    public synchronized void append(T value) {
        byte[] json = JSON.writeValueAsBytes(value);
        byte[] line = new byte[json.length + 1];
        System.arraycopy(json, 0, line, 0, json.length);
        line[json.length] = '\n';
        try {
            out.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
