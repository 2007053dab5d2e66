package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directory trees. */
public final class Trees {

    private Trees() {}

    /** Deletes {@code root} and all below it; what somebody else deletes meanwhile is no error. Links are not followed. */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> walk = Files.walk(root)) {
            deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            try {
                Files.deleteIfExists(path);
            } catch (NoSuchFileException alreadyGone) {
                // as wanted
            }
        }
    }
}
