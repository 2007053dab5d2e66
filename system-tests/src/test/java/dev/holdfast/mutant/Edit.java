package dev.holdfast.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One exact change of one file.
 *
 * @param file below {@code src/main} of its module, with the module in front: {@code common/java/dev/holdfast/…}
 * @param from text that the file has exactly once
 */
record Edit(String file, String from, String to) {

    private static final String STORE = "common/resources/dev/holdfast/store/";

    static Edit sql(String statement, String from, String to) {
        return new Edit(STORE + statement + ".sql", from, to);
    }

    static Edit store(String type, String from, String to) {
        return new Edit("common/java/dev/holdfast/" + type + ".java", from, to);
    }

    static Edit worker(String type, String from, String to) {
        return new Edit("worker-spring-boot-starter/java/dev/holdfast/worker/" + type + ".java", from, to);
    }

    String module() {
        return file.substring(0, file.indexOf('/'));
    }

    boolean isJava() {
        return file.endsWith(".java");
    }

    /** The path below {@code java} or {@code resources}. */
    String name() {
        return file.split("/", 3)[2];
    }

    Path source() {
        return Modules.ROOT.resolve(module()).resolve("src/main").resolve(file.substring(module().length() + 1));
    }

    String read() {
        try {
            return Files.readString(source());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws AssertionError if the code has changed so that this is no mutant any more */
    String apply(String text) {
        int at = text.indexOf(from);
        if (at < 0 || text.indexOf(from, at + 1) >= 0) {
            throw new AssertionError("%s has this text %s, it must be there exactly once: %s"
                    .formatted(file, at < 0 ? "nowhere" : "more than once", from));
        }
        return text.substring(0, at) + to + text.substring(at + from.length());
    }
}
