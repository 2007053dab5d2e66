package dev.holdfast.chaos;

import dev.holdfast.chaos.storm.ChaosRun;
import dev.holdfast.quickstart.backing.Trees;
import dev.holdfast.quickstart.stack.ServiceJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code ./holdfast chaos}. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Storms a whole Holdfast of real processes with tasks and faults, and judges what became of it.",
            "Exit code 0: every promise was kept. 1: one was not; seed, histories and logs are kept. 2: the run saw too"
                    + " little to say anything."
        })
public final class ChaosCommand implements Callable<Integer> {

    private static final int INVALID = 2;
    private static final long SEEDS = 1_000_000;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "How long the storm lasts (default: ${DEFAULT-VALUE}).")
    private double minutes = 10;

    @Option(names = "--seed", paramLabel = "S", description = "Repeats the plan of that seed (default: a random one).")
    private @Nullable Long seed;

    @Option(names = "--tasks", paramLabel = "N", description = "At most so many tasks (default: as many as fit).")
    private int tasks = Integer.MAX_VALUE;

    @Option(names = "--keep", description = "Keeps record and logs, which are kept anyway unless all is well.")
    private boolean keep;

    public static void main(String[] args) {
        System.setProperty("logback.configurationFile", "dev/holdfast/quickstart/logback-quiet.xml");
        CommandLine command = new CommandLine(new ChaosCommand());
        // A run that could not be made says nothing about the product.
        command.setExitCodeExceptionMapper(e -> INVALID);
        System.exit(command.execute(args));
    }

    @Override
    public Integer call() throws IOException {
        long chosen = seed != null ? seed : ThreadLocalRandom.current().nextLong(SEEDS);
        Path directory = ServiceJars.find()
                .projectRoot()
                .resolve(".holdfast")
                .resolve("chaos")
                .resolve(chosen + "-" + System.currentTimeMillis() / 1_000);
        Files.createDirectories(directory.resolve("logs"));
        ChaosRun.Outcome outcome = new ChaosRun(new ChaosRun.Wish(minutes, chosen, tasks), directory, System.out).run();
        if (outcome == ChaosRun.Outcome.CLEAN && !keep) {
            Trees.delete(directory);
        } else {
            System.out.println("Record, rows and logs are in " + directory);
        }
        System.out.println(outcome + ", seed " + chosen);
        return switch (outcome) {
            case CLEAN -> 0;
            case VIOLATED -> 1;
            case INVALID -> INVALID;
        };
    }
}
