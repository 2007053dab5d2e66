package dev.holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/verification.md} is complete, and says what the tests themselves say. */
class VerificationTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern MARK_OR_METHOD =
            Pattern.compile("@Answers\\(([^)]*)\\)|\\bvoid (\\w+)\\(|\\bArchRule (\\w+)\\s*=");
    private static final Pattern NUMBER = Pattern.compile("\"([PSAO]\\d+)\"");

    @Test
    void every_number_stands_in_the_table_exactly_once_and_has_an_answer() throws IOException {
        List<String> expected = Stream.of(numbers("P", 18), numbers("S", 23), numbers("A", 15), numbers("O", 36))
                .flatMap(List::stream)
                .toList();
        List<String> all = new ArrayList<>(expected);
        all.addAll(List.of("O39", "O40"));
        List<VerificationTable.Row> rows = VerificationTable.rows(ROOT);
        assertThat(rows).extracting(VerificationTable.Row::number).containsExactlyElementsOf(all);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.words()).isNotBlank())
                .noneMatch(VerificationTable.Row::isOpen);
    }

    @Test
    void the_table_and_the_marks_of_the_tests_agree() throws IOException {
        Set<String> written = new TreeSet<>();
        for (VerificationTable.Row row : VerificationTable.rows(ROOT)) {
            row.tests().forEach(test -> written.add(row.number() + " " + test));
        }
        assertThat(written).isNotEmpty().isEqualTo(marked());
    }

    @Test
    void each_case_of_a_report_counts_and_of_several_runs_the_worst() {
        Map<String, VerificationTable.Result> results = VerificationTable.read("""
                <testcase name="one" classname="a.B" time="1"/>
                <testcase name="two" classname="a.B" time="1"/>
                <testcase name="three(int)[1]" classname="a.B" time="1"/>
                <testcase name="three(int)[2]" classname="a.B" time="1">
                  <failure message="no">at line 7</failure>
                </testcase>
                <testcase name="four" classname="a.B" time="1">
                  <skipped message="not here"/>
                """, LocalDate.EPOCH);

        assertThat(results)
                .hasSize(4)
                .hasEntrySatisfying("B#one", it -> assertThat(it).hasToString("passed, 1970-01-01"))
                .hasEntrySatisfying("B#two", it -> assertThat(it).hasToString("passed, 1970-01-01"))
                .hasEntrySatisfying("B#three", it -> assertThat(it).hasToString("failed, 1970-01-01"))
                .hasEntrySatisfying("B#four", it -> assertThat(it).hasToString("skipped, 1970-01-01"));
    }

    /** As {@code number Class#method}, read from the sources: the tests of other modules are not on this class path. */
    private static Set<String> marked() throws IOException {
        Set<String> marks = new TreeSet<>();
        for (Path module : VerificationTable.directories(ROOT)) {
            Path tests = module.resolve("src/test/java");
            if (Files.isDirectory(tests)) {
                try (Stream<Path> files = Files.walk(tests)) {
                    for (Path file :
                            files.filter(it -> it.toString().endsWith(".java")).toList()) {
                        read(file, marks);
                    }
                }
            }
        }
        return marks;
    }

    private static void read(Path file, Set<String> marks) throws IOException {
        String type = file.getFileName().toString().replace(".java", "");
        Matcher found = MARK_OR_METHOD.matcher(Files.readString(file));
        List<String> pending = new ArrayList<>();
        while (found.find()) {
            if (found.group(1) != null) {
                Matcher number = NUMBER.matcher(found.group(1));
                while (number.find()) {
                    pending.add(number.group(1));
                }
            } else {
                String method = found.group(2) == null ? found.group(3) : found.group(2);
                pending.forEach(number -> marks.add(number + " " + type + "#" + method));
                pending.clear();
            }
        }
        assertThat(pending)
                .as("marks at the end of %s that belong to no test", file)
                .isEmpty();
    }

    private static List<String> numbers(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(i -> letter + i).toList();
    }
}
