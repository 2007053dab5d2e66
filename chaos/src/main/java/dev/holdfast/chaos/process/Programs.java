package dev.holdfast.chaos.process;

import dev.holdfast.quickstart.backing.Trees;
import dev.holdfast.quickstart.stack.ServiceJars;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How to start the services: the executable jars that the build made, unpacked once, because that starts faster and lets
 * somebody's own handlers be put on top of a worker. Thread-safe.
 */
public final class Programs {

    public static final String WORKER = "worker-service";
    public static final String DISPATCHER = "dispatcher-service";
    public static final String REAPER = "reaper-service";

    private static final List<String> SMALL_JVM =
            List.of("-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    /** A directory that comes first on the class path of whatever is started: for tests that break something on purpose. */
    private static final @Nullable String AHEAD = System.getProperty("holdfast.programs.ahead");

    private final Path root;
    private final Path directory;
    private final Map<String, Path> unpacked = new HashMap<>();

    /** @param directory where the programs are unpacked, and kept as long as they are newer than their jars */
    public Programs(Path directory) {
        this.root = ServiceJars.find().projectRoot();
        this.directory = directory.toAbsolutePath();
    }

    /** The command of a service up to its own arguments. */
    public List<String> command(String service) {
        List<String> command = jvm("192m");
        String jar = home(service).resolve(service + ".jar").toString();
        command.addAll(AHEAD == null ? List.of("-jar", jar) : List.of("-cp", ahead(jar), mainClass(jar)));
        return command;
    }

    /**
     * The command, up to its arguments, of somebody's application that uses the libraries of a service.
     *
     * @param classes a directory or jar that comes first on the class path
     * @param heap e.g. {@code 192m}
     */
    public List<String> onTopOf(String service, Path classes, String mainClass, String heap) {
        Path home = home(service);
        String path = String.join(
                File.pathSeparator,
                classes.toAbsolutePath().toString(),
                home.resolve(service + ".jar").toString(),
                home.resolve("lib") + "/*");
        List<String> command = jvm(heap);
        command.addAll(List.of("-cp", ahead(path), mainClass));
        return command;
    }

    private static String ahead(String path) {
        return AHEAD == null ? path : AHEAD + File.pathSeparator + path;
    }

    private static String mainClass(String jar) {
        try (JarFile file = new JarFile(jar)) {
            return file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> jvm(String heap) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(SMALL_JVM);
        command.add("-Xmx" + heap);
        return command;
    }

    private synchronized Path home(String service) {
        return unpacked.computeIfAbsent(service, this::unpack);
    }

    private Path unpack(String module) {
        Path jar = executableJar(module);
        Path home = directory.resolve(module);
        Path marker = home.resolve("unpacked");
        try {
            if (Files.exists(marker)
                    && Files.getLastModifiedTime(marker).compareTo(Files.getLastModifiedTime(jar)) > 0) {
                return home;
            }
            Trees.delete(home);
            Files.createDirectories(directory);
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
                    .redirectOutput(directory.resolve(module + ".log").toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        "cannot unpack " + jar + ": " + Files.readString(directory.resolve(module + ".log")));
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

    private Path executableJar(String module) {
        Path target = root.resolve(module).resolve("target");
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
