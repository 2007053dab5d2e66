package dev.holdfast.mutant;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The main class of the JVM in which a mutant lives: runs tests and writes down, line by line, how each ended. */
final class RunTests {

    private RunTests() {}

    /** Arguments: the file to write to, then per test {@code class#method}. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        try (PrintStream lines = new PrintStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
                true,
                StandardCharsets.UTF_8)) {
            for (int i = 1; i < arguments.length; i++) {
                String[] wanted = arguments[i].split("#", 2);
                run(wanted[0], Set.of(wanted[1].split(",")), lines);
            }
            lines.println(Result.COMPLETE);
        }
        // Threads of a broken program must not keep it.
        Runtime.getRuntime().exit(0);
    }

    private static void run(String type, Set<String> methods, PrintStream lines) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .filters((PostDiscoveryFilter) test -> wanted(test, methods))
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                Throwable failure = result.getThrowable().orElse(null);
                if (test.isTest() || failure != null) {
                    lines.println(Result.line(type, name(test), test.isTest(), failure));
                }
            }
        });
    }

    private static FilterResult wanted(TestDescriptor test, Set<String> methods) {
        return FilterResult.includedIf(test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> methods.contains(((MethodSource) source).getMethodName()))
                .orElse(true));
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse(test.getDisplayName());
    }
}
