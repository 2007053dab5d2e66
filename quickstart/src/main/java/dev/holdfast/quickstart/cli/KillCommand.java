package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Kills a process of the stack at once (SIGKILL), as a crash would. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        description = "Kills a process of the stack at once (SIGKILL), as a crash would.")
final class KillCommand implements Callable<Integer> {

    @Mixin
    private Home home = new Home();

    @Parameters(paramLabel = "NAME", description = "dispatcher, reaper, worker-1, postgres, broker …")
    private String name = "";

    @Override
    public Integer call() {
        StackControl.of(home.stack()).process(name).kill();
        Console.say(name + " was killed");
        return 0;
    }
}
