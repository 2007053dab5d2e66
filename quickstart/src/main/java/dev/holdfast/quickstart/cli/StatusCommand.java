package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import dev.holdfast.quickstart.stack.StackDirectory;
import dev.holdfast.quickstart.stack.StackState;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the processes of the running stack. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {"Shows the processes of the stack.", "Ends with 0 when all are ready, with 1 otherwise."})
final class StatusCommand implements Callable<Integer> {

    @Mixin
    private Home home = new Home();

    @Override
    public Integer call() {
        StackDirectory directory = home.stack();
        List<StackControl.Status> all = StackControl.of(directory).status();
        if (all.isEmpty()) {
            Console.say("Nothing runs in " + directory.root() + "; start a stack with ./holdfast up");
            return 1;
        }
        Console.say("%-14s %-8s %-6s %s".formatted("NAME", "PID", "PORT", "STATE"));
        for (StackControl.Status one : all) {
            Console.say("%-14s %-8s %-6s %s"
                    .formatted(
                            one.name(),
                            one.pid() == 0 ? "-" : Long.toString(one.pid()),
                            one.port(),
                            one.problem() == null ? one.state() : one.state() + ": " + one.problem()));
        }
        Console.say("API: " + StackState.read(directory).dispatcherUrl() + "/api/v1/tasks");
        return all.stream().allMatch(one -> one.state().equals("ready")) ? 0 : 1;
    }
}
