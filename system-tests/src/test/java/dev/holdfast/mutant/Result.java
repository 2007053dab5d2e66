package dev.holdfast.mutant;

import java.util.Arrays;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How one test ended in another JVM.
 *
 * @param how {@code PASSED}; {@code ASSERTED}: what it asserts was false; {@code BROKEN}: it could not be run to that point
 * @param words the beginning of the failure's message
 */
record Result(String type, String method, How how, String words) {

    enum How {
        PASSED,
        ASSERTED,
        BROKEN
    }

    /** The last line, if the JVM came that far. */
    static final String COMPLETE = "complete";

    /** A service that does not start has not been tested: the scenarios say so by this. */
    private static final List<String> NO_VERDICT = List.of("did not become ready", "did not end within");

    private static final int WORDS = 120;
    private static final String ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    static String line(String type, String method, boolean isTest, @Nullable Throwable failure) {
        How how = failure == null ? How.PASSED : isTest && isVerdict(failure) ? How.ASSERTED : How.BROKEN;
        return String.join("\t", type, method, how.name(), failure == null ? "" : words(failure));
    }

    static Result read(String line) {
        String[] parts = line.split("\t", 4);
        return new Result(parts[0], parts[1], How.valueOf(parts[2]), parts[3]);
    }

    private static boolean isVerdict(Throwable failure) {
        boolean asserted = failure instanceof AssertionError || failure instanceof ConditionTimeoutException;
        return asserted && NO_VERDICT.stream().noneMatch(String.valueOf(failure.getMessage())::contains);
    }

    private static String words(Throwable failure) {
        String kind = failure instanceof AssertionError || failure instanceof ConditionTimeoutException
                ? ""
                : failure.getClass().getSimpleName() + ": ";
        String all = kind
                + String.join(
                        " ",
                        Arrays.stream(String.valueOf(failure.getMessage()).split("\\s+"))
                                .filter(word -> !word.isBlank())
                                .toList());
        all = all.replaceAll(ID, "…");
        return all.length() <= WORDS ? all : all.substring(0, WORDS) + " …";
    }
}
