package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.backing.BackingServiceException;
import dev.holdfast.quickstart.client.ApiException;
import dev.holdfast.quickstart.client.DispatcherUnreachable;
import dev.holdfast.quickstart.stack.StackException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of {@code ./holdfast}. */
@Command(
        name = "holdfast",
        mixinStandardHelpOptions = true,
        version = "holdfast 0.1.0-SNAPSHOT",
        description = "Runs Holdfast on this machine, for a trial or for development.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            UpCommand.class,
            StatusCommand.class,
            StartCommand.class,
            StopCommand.class,
            KillCommand.class,
            SubmitCommand.class,
            CheckCommand.class,
            CleanCommand.class
        })
public final class HoldfastCommand {

    private static final List<Class<? extends RuntimeException>> EXPLAINED = List.of(
            StackException.class, BackingServiceException.class, ApiException.class, DispatcherUnreachable.class);

    private HoldfastCommand() {}

    public static void main(String[] args) {
        // Before the first logger: the libraries' own default prints every detail.
        System.setProperty("logback.configurationFile", "dev/holdfast/quickstart/logback-quiet.xml");
        int code = commandLine().execute(args);
        System.exit(code);
    }

    static CommandLine commandLine() {
        return new CommandLine(new HoldfastCommand()).setExecutionExceptionHandler((e, command, parsed) -> {
            if (EXPLAINED.contains(e.getClass())) {
                command.getErr().println("holdfast: " + e.getMessage());
            } else {
                e.printStackTrace(command.getErr());
            }
            return CommandLine.ExitCode.SOFTWARE;
        });
    }
}
