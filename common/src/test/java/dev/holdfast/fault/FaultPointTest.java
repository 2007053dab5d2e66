package dev.holdfast.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultPointTest {

    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z-]+)` \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$", Pattern.MULTILINE);
    private static final Pattern USE = Pattern.compile("FaultPoint\\.([A-Z_]+)\\b");

    @Test
    void the_table_names_each_point_once_in_the_order_of_the_code() throws IOException {
        String table = Files.readString(Path.of("..", "docs", "fault-points.md"));
        List<String> rows =
                ROW.matcher(table).results().map(row -> row.group(1)).toList();
        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(FaultPoint.values())
                        .map(FaultPoint::label)
                        .toList());
    }

    @Test
    void each_point_stands_somewhere_in_the_code() throws IOException {
        List<String> used = sources().flatMap(FaultPointTest::uses).toList();
        assertThat(used)
                .containsAll(Arrays.stream(FaultPoint.values()).map(Enum::name).toList());
    }

    /** Only a static final field of a constant value is folded: the promise of no cost rests on it. */
    @Test
    void off_is_a_constant() throws NoSuchFieldException {
        Field on = Faults.class.getDeclaredField("ON");
        assertThat(on.getType()).isEqualTo(boolean.class);
        assertThat(Modifier.isStatic(on.getModifiers()) && Modifier.isFinal(on.getModifiers()))
                .isTrue();
    }

    private static Stream<String> uses(Path source) {
        try {
            Matcher matcher = USE.matcher(Files.readString(source));
            return matcher.results().map(use -> use.group(1)).toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Stream<Path> sources() throws IOException {
        List<Path> found;
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            found = modules.map(module -> module.resolve(Path.of("src", "main", "java")))
                    .filter(Files::isDirectory)
                    .flatMap(FaultPointTest::javaFiles)
                    .toList();
        }
        return found.stream();
    }

    private static Stream<Path> javaFiles(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
