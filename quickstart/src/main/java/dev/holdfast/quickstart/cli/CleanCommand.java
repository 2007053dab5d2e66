package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import dev.holdfast.quickstart.stack.StackDirectory;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Deletes what {@code up} and {@code demo} keep. */
@Command(
        name = "clean",
        mixinStandardHelpOptions = true,
        description = "Deletes all data, logs and pid files of a stack that is not up, and stops what was left of it.")
final class CleanCommand implements Callable<Integer> {

    @Mixin
    private Home home = new Home();

    @Override
    public Integer call() {
        StackDirectory up = home.stack();
        if (!Files.exists(up.root())) {
            Console.say("There is nothing to clean: " + up.root() + " does not exist");
            return 0;
        }
        for (StackDirectory directory : List.of(home.demo(), up)) {
            StackControl.of(directory).wipe();
        }
        Console.say("Deleted " + up.root());
        return 0;
    }
}
