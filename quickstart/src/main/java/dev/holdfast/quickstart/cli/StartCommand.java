package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import picocli.CommandLine.Command;

/** Starts a process of the stack that was stopped or killed. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = "Starts a process of the stack that was stopped or killed.")
final class StartCommand extends ProcessCommand {

    @Override
    String act(StackControl stack, String process) {
        stack.start(process);
        return "is ready";
    }
}
