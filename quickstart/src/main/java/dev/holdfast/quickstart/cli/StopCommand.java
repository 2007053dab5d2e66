package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import picocli.CommandLine.Command;

/** Stops a process of the stack in good order (SIGTERM); a worker gives its tasks 30 s. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        description = "Stops a process of the stack in good order (SIGTERM); a worker gives its tasks 30 s.")
final class StopCommand extends ProcessCommand {

    @Override
    String act(StackControl stack, String process) {
        stack.process(process).stop();
        return "is stopped";
    }
}
