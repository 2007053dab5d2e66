package dev.holdfast.quickstart.stack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The executable jars of the services, where the build leaves them.
 *
 * @param projectRoot the directory that holds {@code dispatcher-service}, {@code worker-service} …
 */
public record ServiceJars(Path projectRoot) {

    /** The project around the working directory, or the one that {@code HOLDFAST_HOME} names. */
    public static ServiceJars find() {
        String home = System.getenv("HOLDFAST_HOME");
        Path start = (home == null ? Path.of("") : Path.of(home)).toAbsolutePath();
        for (Path directory = start; directory != null; directory = directory.getParent()) {
            if (Files.isDirectory(directory.resolve("dispatcher-service"))) {
                return new ServiceJars(directory);
            }
        }
        throw new StackException("no Holdfast project around " + start);
    }

    Path of(Role role) {
        String module = role.prefix() + "-service";
        Path target = projectRoot.resolve(module).resolve("target");
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, module + "-*-exec.jar")) {
                for (Path jar : jars) {
                    return jar;
                }
            } catch (IOException e) {
                throw new StackException("cannot read " + target + ": " + e.getMessage(), e);
            }
        }
        throw new StackException(
                "no " + module + "-*-exec.jar in " + target + "; build it: ./mvnw -DskipTests package");
    }
}
