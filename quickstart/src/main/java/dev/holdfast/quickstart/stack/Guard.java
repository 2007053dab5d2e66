package dev.holdfast.quickstart.stack;

import java.io.IOException;
import java.util.List;

/**
 * Kills what is left of a stack when the process that started it is gone.
 *
 * <p>A shell reads from a pipe that only its parent holds open: when the parent dies, by whatever signal, the pipe ends.
 * The shell lives in a session of its own, or the Ctrl-C that ends the parent would end it first.
 */
final class Guard implements AutoCloseable {

    private static final String SCRIPT = """
            cd "$1" || exit
            read -r line
            [ "$line" = done ] && exit
            sleep 1
            for file in *.pid; do
              [ -f "$file" ] && read -r pid <"$file" && kill -CONT "$pid" && kill -TERM "$pid"
            done
            sleep 5
            for file in *.pid; do
              [ -f "$file" ] && read -r pid <"$file" && kill -KILL "$pid" && rm -f "$file"
            done
            """;

    private final Process shell;

    private Guard(Process shell) {
        this.shell = shell;
    }

    static Guard over(StackDirectory directory) {
        List<String> command =
                List.of("sh", "-c", SCRIPT, "holdfast-guard", directory.run().toString());
        try {
            return new Guard(new ProcessBuilder(StackProcess.inOwnSession(command))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new StackException("cannot start the guard of the stack: " + e.getMessage(), e);
        }
    }

    /** All was stopped in good order: there is nothing left to guard. */
    @Override
    public void close() {
        try (var pipe = shell.outputWriter()) {
            pipe.write("done\n");
        } catch (IOException alreadyGone) {
            // as wanted
        }
    }

    /** What the death of the parent does, for tests. */
    void abandon() {
        try {
            shell.outputWriter().close();
        } catch (IOException alreadyGone) {
            // as wanted
        }
    }
}
