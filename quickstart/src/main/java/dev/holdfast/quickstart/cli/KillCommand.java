package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackControl;
import picocli.CommandLine.Command;

/** Kills a process of the stack at once (SIGKILL), as a crash would. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        description = "Kills a process of the stack at once (SIGKILL), as a crash would.")
final class KillCommand extends ProcessCommand {

    @Override
    String act(StackControl stack, String process) {
        stack.process(process).kill();
        return "was killed";
    }
}
