package dev.holdfast.scenario;

import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How to start the services: the executable jars that the build made, unpacked once, because that starts faster and lets the
 * trial handlers be put on top of a worker.
 */
final class Programs {

    static final String WORKER = "worker-service";
    static final String DISPATCHER = "dispatcher-service";
    static final String REAPER = "reaper-service";
    static final String FLEET = "fleet";

    private static final Path DIRECTORY = Path.of("target", "programs").toAbsolutePath();
    private static final Map<String, List<String>> COMMANDS = new LinkedHashMap<>();
    private static final List<String> SMALL_JVM =
            List.of("-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private Programs() {}

    /** The command up to the program's own arguments. */
    static synchronized List<String> command(String program) {
        return COMMANDS.computeIfAbsent(program, Programs::prepare);
    }

    private static List<String> prepare(String program) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(SMALL_JVM);
        command.add(program.equals(FLEET) ? "-Xmx512m" : "-Xmx192m");
        switch (program) {
            case WORKER -> command.addAll(trial("dev.holdfast.trial.TrialWorkerApplication"));
            case FLEET -> command.addAll(trial("dev.holdfast.trial.TrialFleet"));
            default ->
                command.addAll(List.of(
                        "-jar", unpack(program).resolve(program + ".jar").toString()));
        }
        return List.copyOf(command);
    }

    private static List<String> trial(String type) {
        Path home = unpack(WORKER);
        Path trial = Path.of("target", "test-classes").toAbsolutePath();
        return List.of("-cp", trial + ":" + home.resolve(WORKER + ".jar") + ":" + home.resolve("lib") + "/*", type);
    }

    private static Path unpack(String module) {
        Path jar = executableJar(module);
        Path home = DIRECTORY.resolve(module);
        Path marker = home.resolve("unpacked");
        try {
            if (Files.exists(marker)
                    && Files.getLastModifiedTime(marker).compareTo(Files.getLastModifiedTime(jar)) > 0) {
                return home;
            }
            Trees.delete(home);
            Files.createDirectories(DIRECTORY);
            Process process = new ProcessBuilder(
                            java(),
                            "-Djarmode=tools",
                            "-jar",
                            jar.toString(),
                            "extract",
                            "--application-filename",
                            module + ".jar",
                            "--destination",
                            home.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(DIRECTORY.resolve(module + ".log").toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        "cannot unpack " + jar + ": " + Files.readString(DIRECTORY.resolve(module + ".log")));
            }
            Files.writeString(marker, "");
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Path executableJar(String module) {
        Path target = Path.of("..", module, "target").toAbsolutePath().normalize();
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no *-exec.jar in " + target + ": run mvnw package"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
