package dev.holdfast.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Healthy workers in one process, which come and go faster than processes do. A file {@code <name>.start} in the directory
 * {@code --trial.orders} asks for one, its lines being further arguments; {@code <name>.stop} ends it.
 */
public final class TrialHost {

    private static final ExecutorService POOL = Executors.newFixedThreadPool(4);
    private static final Map<String, ConfigurableApplicationContext> RUNNING = new ConcurrentHashMap<>();

    private TrialHost() {}

    public static void main(String[] arguments) throws Exception {
        Path orders = Path.of(Stream.of(arguments)
                .filter(argument -> argument.startsWith("--trial.orders="))
                .map(argument -> argument.substring("--trial.orders=".length()))
                .findFirst()
                .orElseThrow());
        System.out.println("waiting for orders");
        while (true) {
            List<Path> files;
            try (Stream<Path> all = Files.list(orders)) {
                files = all.toList();
            }
            for (Path file : files) {
                obey(file, arguments);
            }
            Thread.sleep(30);
        }
    }

    private static void obey(Path file, String[] arguments) throws IOException {
        String name = file.getFileName().toString();
        String stem = name.substring(0, name.lastIndexOf('.'));
        if (name.endsWith(".start")) {
            String[] all = Stream.concat(Stream.of(arguments), Files.readAllLines(file).stream())
                    .toArray(String[]::new);
            Files.delete(file);
            POOL.execute(() -> start(stem, file.resolveSibling(stem), all));
        } else if (name.endsWith(".stop")) {
            Files.delete(file);
            POOL.execute(() -> stop(stem));
        }
    }

    private static void start(String name, Path answer, String[] arguments) {
        try {
            RUNNING.put(name, SpringApplication.run(TrialWorkerApplication.class, arguments));
            Files.writeString(answer.resolveSibling(name + ".started"), "");
        } catch (IOException | RuntimeException e) {
            System.out.println("worker " + name + " did not start: " + e);
        }
    }

    private static void stop(String name) {
        ConfigurableApplicationContext context = RUNNING.remove(name);
        if (context != null) {
            context.close();
        }
    }
}
