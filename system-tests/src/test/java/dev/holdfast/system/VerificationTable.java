package dev.holdfast.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The table in {@code docs/verification.md}. Its {@link #main} reads the reports of surefire and failsafe and writes what
 * became of each row's tests into the last column. It needs nothing but a JDK, so that it runs without a build:
 *
 * <pre>java system-tests/src/test/java/dev/holdfast/system/VerificationTable.java</pre>
 */
final class VerificationTable {

    static final Path FILE = Path.of("docs", "verification.md");

    private static final Pattern ROW = Pattern.compile("\\| ([PSAO]\\d+) \\|(.*)\\|(.*)\\|([^|]*)\\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern CASE =
            Pattern.compile("<testcase name=\"(\\w+)[^\"]*\" classname=\"([\\w.]+)\"[^>]*>(?=\\s*<(\\w+))?");

    /**
     * One line of the table.
     *
     * @param tests as {@code Class#method}
     */
    record Row(String number, String words, String answer, List<String> tests, String result) {

        boolean isOpen() {
            return tests.isEmpty() || answer.contains("**open**");
        }
    }

    /** What became of a test, the worst first, and on which day. */
    record Result(int rank, LocalDate day) {

        private static final List<String> WORDS = List.of("failed", "skipped", "passed");

        Result with(Result other) {
            return new Result(Math.min(rank, other.rank), day.isBefore(other.day) ? day : other.day);
        }

        @Override
        public String toString() {
            return WORDS.get(rank) + ", " + day;
        }
    }

    private VerificationTable() {}

    static List<Row> rows(Path root) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(root.resolve(FILE))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.add(row(row));
            }
        }
        return rows;
    }

    private static Row row(Matcher row) {
        List<String> tests = new ArrayList<>();
        Matcher test = TEST.matcher(row.group(3));
        while (test.find()) {
            tests.add(test.group(1) + "#" + test.group(2));
        }
        return new Row(
                row.group(1),
                row.group(2).strip(),
                row.group(3).strip(),
                tests,
                row.group(4).strip());
    }

    /** Run in the project's directory, after the tests. Rows of whose tests one was not run stay as they are. */
    public static void main(String[] arguments) throws IOException {
        Map<String, Result> results = results(Path.of(""));
        List<String> lines = new ArrayList<>();
        int known = 0;
        for (String line : Files.readAllLines(FILE)) {
            Matcher row = ROW.matcher(line);
            String now = row.matches() ? worst(row(row).tests(), results) : "";
            known += now.isEmpty() ? 0 : 1;
            lines.add(now.isEmpty() ? line : line.substring(0, row.start(4)) + " " + now + " |");
        }
        Files.write(FILE, lines);
        System.out.println(known + " rows of " + rows(Path.of("")).size() + " have a result");
    }

    /** Of the tests of a row; empty if there is one without a report. */
    private static String worst(List<String> tests, Map<String, Result> results) {
        if (tests.isEmpty() || !results.keySet().containsAll(tests)) {
            return "";
        }
        return tests.stream()
                .map(results::get)
                .reduce(Result::with)
                .map(Result::toString)
                .orElse("");
    }

    private static Map<String, Result> results(Path root) throws IOException {
        Map<String, Result> results = new HashMap<>();
        for (Path module : directories(root)) {
            for (String kind : List.of("surefire-reports", "failsafe-reports")) {
                Path reports = module.resolve("target").resolve(kind);
                if (Files.isDirectory(reports)) {
                    for (Path report : files(reports, "TEST-", ".xml")) {
                        LocalDate day = Files.getLastModifiedTime(report)
                                .toInstant()
                                .atZone(ZoneOffset.UTC)
                                .toLocalDate();
                        read(Files.readString(report), day)
                                .forEach((name, one) -> results.merge(name, one, Result::with));
                    }
                }
            }
        }
        return results;
    }

    /** Of one report, by {@code Class#method}; of a method that ran several times, the worst. */
    static Map<String, Result> read(String report, LocalDate day) {
        Map<String, Result> results = new HashMap<>();
        Matcher test = CASE.matcher(report);
        while (test.find()) {
            String end = test.group(0).endsWith("/>") || test.group(3) == null ? "" : test.group(3);
            int rank = end.equals("failure") || end.equals("error") ? 0 : end.equals("skipped") ? 1 : 2;
            String type = test.group(2).substring(test.group(2).lastIndexOf('.') + 1);
            results.merge(type + "#" + test.group(1), new Result(rank, day), Result::with);
        }
        return results;
    }

    static List<Path> directories(Path root) throws IOException {
        try (Stream<Path> found = Files.list(root.toAbsolutePath())) {
            return found.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static List<Path> files(Path directory, String prefix, String suffix) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            return found.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> file.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}
