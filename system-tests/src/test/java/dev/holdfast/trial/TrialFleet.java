package dev.holdfast.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;

/** Many workers in one process, each with its own context and so its own connections: {@code trial.fleet.size} of them. */
public final class TrialFleet {

    private TrialFleet() {}

    public static void main(String[] arguments) {
        String prefix = value(arguments, "--trial.fleet.prefix=");
        int size = Integer.parseInt(value(arguments, "--trial.fleet.size="));
        for (int i = 1; i <= size; i++) {
            List<String> own = new ArrayList<>(List.of(arguments));
            own.add("--holdfast.worker.name=" + prefix + "-" + i);
            if (i < size) {
                // The last one has the port that says "ready" for all of them.
                own.removeIf(argument -> argument.startsWith("--server.port="));
                own.add("--server.port=0");
            }
            SpringApplication.run(TrialWorkerApplication.class, own.toArray(String[]::new));
        }
    }

    private static String value(String[] arguments, String key) {
        return Stream.of(arguments)
                .filter(argument -> argument.startsWith(key))
                .map(argument -> argument.substring(key.length()))
                .findFirst()
                .orElseThrow();
    }
}
