package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.ServiceJars;
import dev.holdfast.quickstart.stack.StackDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the stack of a command has its files. */
final class Home {

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the stack has its data, pid files and logs (default: .holdfast in the project).")
    private @Nullable Path directory;

    StackDirectory stack() {
        return new StackDirectory(
                directory != null ? directory : ServiceJars.find().projectRoot().resolve(".holdfast"));
    }

    /** Beside what {@code up} keeps, so that a demo neither sees nor touches its tasks. */
    StackDirectory demo() {
        return new StackDirectory(stack().root().resolve("demo"));
    }
}
