package dev.holdfast.fault;

import dev.holdfast.backing.GuardedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Healthy workers, all in one process. */
final class Host implements AutoCloseable {

    private final GuardedProcess process;
    private final Path orders;

    /** @param settings of all workers */
    Host(List<String> command, Map<String, String> settings, Path directory) throws IOException {
        this.orders = Files.createDirectories(directory.resolve("orders"));
        List<String> all = new ArrayList<>(command);
        settings.forEach((key, value) -> all.add("--" + key + "=" + value));
        all.add("--trial.orders=" + orders);
        this.process = GuardedProcess.start(all, Map.of(), directory.resolve("host.log"));
    }

    /**
     * Asks for a worker; it comes within a second, or when those before it under its name have gone.
     *
     * @param process names it here
     */
    void start(String process, String worker, String queue, String... settings) {
        List<String> lines = new ArrayList<>();
        lines.add("--holdfast.worker.name=" + worker);
        lines.add("--holdfast.worker.queues=" + queue);
        for (String setting : settings) {
            lines.add("--" + setting);
        }
        order(process + ".start", lines);
    }

    boolean hasStarted(String name) {
        return Files.exists(orders.resolve(name + ".started"));
    }

    void stop(String name) {
        order(name + ".stop", List.of());
    }

    private void order(String file, List<String> lines) {
        if (!process.isAlive()) {
            throw new IllegalStateException("the host of the healthy workers has ended");
        }
        try {
            Path unready = orders.resolve(file + ".tmp");
            Files.write(unready, lines);
            Files.move(unready, orders.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.kill();
    }
}
