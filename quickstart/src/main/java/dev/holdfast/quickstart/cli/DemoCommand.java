package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.backing.Trees;
import dev.holdfast.quickstart.demo.Demo;
import dev.holdfast.quickstart.demo.DemoFailed;
import dev.holdfast.quickstart.stack.ServiceJars;
import dev.holdfast.quickstart.stack.StackDirectory;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the main job on real input. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Mirrors two repositories of files, kills a worker in the middle, and checks that nothing was lost.",
            "Takes one to two minutes, and ends with 0 when every promise was kept."
        })
final class DemoCommand implements Callable<Integer> {

    private static final long SEEDS = 1_000_000;

    @Mixin
    private Home home = new Home();

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the demo of that seed (default: a random one).")
    private @Nullable Long seed;

    @Option(names = "--keep", description = "Keeps the files and logs of the demo, which are kept anyway if it fails.")
    private boolean keep;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StackDirectory directory = home.demo();
        boolean good = false;
        try {
            long chosen = seed != null ? seed : ThreadLocalRandom.current().nextLong(SEEDS);
            good = new Demo(directory, ServiceJars.find(), chosen).run();
        } catch (DemoFailed e) {
            System.err.println("holdfast: the demo failed: " + e.getMessage());
        }
        if (good && !keep) {
            Trees.delete(directory.root());
        } else {
            Console.say("Files, evidence and logs are in " + directory.root());
        }
        return good ? 0 : 1;
    }
}
