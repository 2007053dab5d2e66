package dev.holdfast.mutant;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Where the modules are, and on which classpath the tests of each run. */
final class Modules {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> SERVICES =
            Set.of("worker-spring-boot-starter", "worker-service", "dispatcher-service", "reaper-service");

    /** Which services the tests of a module find on their classpath; all, if it is not said here. They bring beans. */
    private static final Map<String, Set<String>> FINDS = Map.of(
            "common", Set.of(),
            "worker-spring-boot-starter", Set.of("worker-spring-boot-starter"),
            "worker-service", Set.of("worker-spring-boot-starter", "worker-service"),
            "dispatcher-service", Set.of("dispatcher-service"),
            "reaper-service", Set.of("reaper-service"));

    private Modules() {}

    static Path directory(String module) {
        return ROOT.resolve(module);
    }

    static Path testClasses(String module) {
        return directory(module).resolve("target/test-classes");
    }

    /** What the tests of {@code module} see, the overlay of a mutant first. */
    static String classpath(String module, Path overlay) {
        List<String> entries = new ArrayList<>(List.of(overlay.toString()));
        Stream.of("target/test-classes", "target/classes")
                .map(directory(module)::resolve)
                .map(Path::toString)
                .forEach(entries::add);
        own().filter(entry -> isVisible(module, entry)).forEach(entries::add);
        // This package has the main class of the child.
        entries.add(testClasses("system-tests").toString());
        return String.join(File.pathSeparator, entries);
    }

    /** Everything, to compile against. */
    static String classpath() {
        return String.join(File.pathSeparator, own().toList());
    }

    private static boolean isVisible(String module, String entry) {
        Path path = Path.of(entry).toAbsolutePath().normalize();
        if (!path.startsWith(ROOT)) {
            return true;
        }
        String owner = ROOT.relativize(path).getName(0).toString();
        return !SERVICES.contains(owner) || FINDS.getOrDefault(module, SERVICES).contains(owner);
    }

    private static Stream<String> own() {
        String real = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(real.split(File.pathSeparator)).filter(entry -> !entry.isBlank());
    }
}
