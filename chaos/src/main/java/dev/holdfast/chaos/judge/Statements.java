package dev.holdfast.chaos.judge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The judge's own statements, one file each. */
final class Statements {

    private Statements() {}

    static String read(String name) {
        try (InputStream in = Statements.class.getResourceAsStream(name + ".sql")) {
            if (in == null) {
                throw new IllegalStateException("no statement " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
