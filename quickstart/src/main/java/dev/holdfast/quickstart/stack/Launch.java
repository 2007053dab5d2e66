package dev.holdfast.quickstart.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * How one process is started, the same each time.
 *
 * @param port where it listens on 127.0.0.1, which also tells whether it is ready
 * @param environment added to what the starter inherits
 */
public record Launch(String name, List<String> command, Map<String, String> environment, int port) {

    public Launch {
        command = List.copyOf(command);
        environment = new TreeMap<>(environment);
    }

    Role role() {
        return Role.of(name);
    }

    /** Where a service answers; meaningless for PostgreSQL and the broker. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    void writeTo(StackDirectory directory) {
        writeAtomically(directory.launchFile(name), JsonMapper.shared().writeValueAsString(this));
    }

    static Launch read(StackDirectory directory, String name) {
        try {
            return JsonMapper.shared().readValue(Files.readString(directory.launchFile(name)), Launch.class);
        } catch (IOException | JacksonException e) {
            throw new StackException(
                    "there is no process '" + name + "' in " + directory.root() + "; known: "
                            + (directory.names().isEmpty() ? "none" : String.join(", ", directory.names())),
                    e);
        }
    }

    static void writeAtomically(Path file, String text) {
        try {
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
