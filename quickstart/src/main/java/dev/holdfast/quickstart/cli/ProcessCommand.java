package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Does something to one process of the stack, and says what has become of it. */
abstract class ProcessCommand implements Callable<Integer> {

    @Mixin
    private Home home = new Home();

    @Parameters(paramLabel = "NAME", description = "dispatcher, reaper, worker-1, postgres, broker …")
    private String name = "";

    /** Returns when it is done, with the rest of a sentence that begins with the name. */
    abstract String act(StackControl stack, String process);

    @Override
    public final Integer call() {
        Console.say(name + " " + act(StackControl.of(home.stack()), name));
        return 0;
    }
}
