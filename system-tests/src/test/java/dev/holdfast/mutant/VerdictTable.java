package dev.holdfast.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The table of mutants in the documentation: the row of a mutant that was hunted is new, others stay as they were. */
final class VerdictTable {

    private static final Path FILE = Modules.ROOT.resolve("docs/verification.md");
    private static final String BEGIN = "<!-- mutants:begin -->";
    private static final String END = "<!-- mutants:end -->";
    private static final String HEAD = """
            | mutant | what it costs | caught by | in | bound | what that test said |
            |---|---|---|---|---|---|
            """;

    private VerdictTable() {}

    static void write(Verdict verdict) {
        try {
            String text =
                    Files.exists(FILE) ? Files.readString(FILE) : "# Verification\n\n" + BEGIN + "\n" + END + "\n";
            int begin = text.indexOf(BEGIN);
            int end = text.indexOf(END);
            if (begin < 0 || end < begin) {
                throw new IllegalStateException(FILE + " has no section from " + BEGIN + " to " + END);
            }
            Map<String, String> rows = rows(text.substring(begin, end));
            rows.put(verdict.mutant().name(), row(verdict));
            StringBuilder table = new StringBuilder(BEGIN + "\n" + HEAD);
            Mutants.ALL.stream()
                    .map(mutant -> rows.get(mutant.name()))
                    .filter(row -> row != null)
                    .forEach(row -> table.append(row).append('\n'));
            Files.writeString(FILE, text.substring(0, begin) + table + text.substring(end));
            System.out.println(row(verdict));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> rows(String section) {
        Map<String, String> rows = new LinkedHashMap<>();
        section.lines()
                .filter(line -> line.startsWith("| "))
                .forEach(line -> rows.put(line.substring(2, line.indexOf(" |", 2)), line));
        return rows;
    }

    private static String row(Verdict verdict) {
        Mutant mutant = verdict.mutant();
        String by = verdict.caught()
                ? "`" + mutant.catcher().simpleName() + "` "
                        + String.join(", ", verdict.by()).replace('_', ' ')
                : "**not caught**";
        return "| %s | %s | %s | %d s | %d s | %s |"
                .formatted(
                        mutant.name(),
                        mutant.breaks(),
                        by,
                        (verdict.took().toMillis() + 999) / 1000,
                        mutant.bound().toSeconds(),
                        cell(verdict.words()));
    }

    private static String cell(String words) {
        return words.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
    }
}
