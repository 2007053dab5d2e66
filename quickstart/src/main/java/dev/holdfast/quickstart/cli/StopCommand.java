package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Stops a process of the stack in good order (SIGTERM); a worker gives its tasks 30 s. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        description = "Stops a process of the stack in good order (SIGTERM); a worker gives its tasks 30 s.")
final class StopCommand implements Callable<Integer> {

    @Mixin
    private Home home = new Home();

    @Parameters(paramLabel = "NAME", description = "dispatcher, reaper, worker-1, postgres, broker …")
    private String name = "";

    @Override
    public Integer call() {
        StackControl.of(home.stack()).process(name).stop();
        Console.say(name + " is stopped");
        return 0;
    }
}
