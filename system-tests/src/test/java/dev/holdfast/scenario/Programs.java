package dev.holdfast.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How to start the services: the executable jars that the build made, unpacked once, and for the worker with the trial
 * handlers on top. A scenario starts many JVMs on few cores, so each program gets an archive of its loaded classes first.
 */
final class Programs {

    private static final Path DIRECTORY = Path.of("target", "programs").toAbsolutePath();
    private static final Map<String, List<String>> COMMANDS = new LinkedHashMap<>();
    private static final List<String> SMALL_JVM =
            List.of("-Xmx192m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private Programs() {}

    static final String WORKER = "worker-service";
    static final String DISPATCHER = "dispatcher-service";
    static final String REAPER = "reaper-service";
    static final String FLEET = "fleet";

    /**
     * The command up to the program's own arguments.
     *
     * @param trial arguments with which the program's context can be built: used once, to see which classes that needs
     */
    static synchronized List<String> command(String program, List<String> trial) {
        return COMMANDS.computeIfAbsent(program, key -> prepare(key, trial));
    }

    private static List<String> prepare(String program, List<String> trial) {
        String module = program.equals(FLEET) ? WORKER : program;
        Path home = unpack(module);
        List<String> main = new ArrayList<>();
        if (module.equals(WORKER)) {
            String jars = trialJar() + ":" + home.resolve(module + ".jar") + ":" + home.resolve("lib") + "/*";
            String type = program.equals(FLEET) ? "TrialFleet" : "TrialWorkerApplication";
            main.addAll(List.of("-cp", jars, "dev.holdfast.trial." + type));
        } else {
            main.addAll(List.of("-jar", home.resolve(module + ".jar").toString()));
        }
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(SMALL_JVM);
        if (program.equals(FLEET)) {
            command.add("-Xmx512m");
        } else {
            Path archive = home.resolve(program + ".jsa");
            List<String> training = new ArrayList<>(command);
            training.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Dspring.context.exit=onRefresh"));
            training.addAll(main);
            training.addAll(trial);
            run(training, home.resolve("training.log"));
            // Without it everything works too, only slower: so its absence is no error here.
            command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:class+path=off"));
        }
        command.addAll(main);
        return List.copyOf(command);
    }

    private static Path unpack(String module) {
        Path jar = executableJar(module);
        Path home = DIRECTORY.resolve(module);
        run(
                List.of(
                        java(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--force",
                        "--application-filename",
                        module + ".jar",
                        "--destination",
                        home.toString()),
                null);
        return home;
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

    /** A class archive wants jars, no directories. */
    private static Path trialJar() {
        Path classes = Path.of("target", "test-classes").toAbsolutePath();
        Path jar = DIRECTORY.resolve("trial.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes.resolve("dev/holdfast/trial"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(List<String> command, @Nullable Path log) {
        try {
            Files.createDirectories(DIRECTORY);
            ProcessBuilder.Redirect output =
                    log == null ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.to(log.toFile());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output)
                    .start();
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("did not end: " + command);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
