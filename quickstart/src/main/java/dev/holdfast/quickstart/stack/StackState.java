package dev.holdfast.quickstart.stack;

import java.io.IOException;
import java.nio.file.Files;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What other terminals must know of a stack; {@code stack.json} beside {@code run/}. Holds no passwords.
 *
 * @param controller the process that started the stack and stops it at its end
 */
public record StackState(long controller, String dispatcherUrl, String jdbcUrl, String broker) {

    void writeTo(StackDirectory directory) {
        Launch.writeAtomically(directory.stackFile(), JsonMapper.shared().writeValueAsString(this));
    }

    /** Of the stack in that directory, which need not run any more. */
    public static StackState read(StackDirectory directory) {
        try {
            return JsonMapper.shared().readValue(Files.readString(directory.stackFile()), StackState.class);
        } catch (IOException | JacksonException e) {
            throw new StackException(
                    "no stack was started in " + directory.root() + "; start one with ./holdfast up", e);
        }
    }
}
