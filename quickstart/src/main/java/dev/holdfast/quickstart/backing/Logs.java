package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Log files of child processes, for those who must be told why one did not start. */
public final class Logs {

    private Logs() {}

    /** The last lines of a file, or a remark why they cannot be read. Bytes that are not UTF-8 are replaced. */
    public static String tail(Path file, int lines) {
        try {
            List<String> all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(cannot read " + file + ": " + e.getMessage() + ")";
        }
    }
}
