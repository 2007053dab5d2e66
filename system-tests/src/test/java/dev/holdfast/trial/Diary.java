package dev.holdfast.trial;

import dev.holdfast.worker.TaskContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Appends one line per event: {@code event task attempt token worker pid nanos label}. A line is one write to a file opened
 * for appending, so lines of several processes do not mix. {@code nanos} is the monotonic clock, which all processes of a
 * machine share.
 */
final class Diary {

    private final FileChannel file;
    private final String worker;

    Diary(Path file, String worker) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        this.worker = worker;
    }

    void write(String event, TaskContext task, String label) {
        String line = String.join(
                        " ",
                        event,
                        task.taskId().toString(),
                        Integer.toString(task.attempt()),
                        Long.toString(task.fencingToken()),
                        worker,
                        Long.toString(ProcessHandle.current().pid()),
                        Long.toString(System.nanoTime()),
                        label)
                + "\n";
        try {
            // An interrupt would close the channel under the other handlers.
            boolean interrupted = Thread.interrupted();
            file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } catch (IOException e) {
            throw new IllegalStateException("no diary, no trial", e);
        }
    }
}
