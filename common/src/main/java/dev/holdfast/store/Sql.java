package dev.holdfast.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A statement, read from the file beside the class that uses it: {@code Sql.of(Claims.class, "claim")}. */
public final class Sql {

    private Sql() {}

    /**
     * The text of {@code <name>.sql} in the package of {@code owner}.
     *
     * @throws IllegalStateException if there is none: a packaging fault, so it stops the start
     */
    public static String of(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name + ".sql")) {
            if (in == null) {
                throw new IllegalStateException("no statement " + name + ".sql beside " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
