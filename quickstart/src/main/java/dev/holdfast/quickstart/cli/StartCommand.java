package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Starts a process of the stack that was stopped or killed. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = "Starts a process of the stack that was stopped or killed.")
final class StartCommand implements Callable<Integer> {

    @Mixin
    private Home home = new Home();

    @Parameters(paramLabel = "NAME", description = "dispatcher, reaper, worker-1, postgres, broker …")
    private String name = "";

    @Override
    public Integer call() {
        StackControl.of(home.stack()).start(name);
        Console.say(name + " is ready");
        return 0;
    }
}
