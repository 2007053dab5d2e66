package dev.holdfast.quickstart.stack;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Starts a class of this module in another JVM, whether this one runs from classes or from the executable jar. */
final class OwnJvm {

    static final String BOOT_LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    private OwnJvm() {}

    /** The program that runs this JVM. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The arguments that make a JVM run the class. */
    static List<String> main(Class<?> type) {
        String classpath = System.getProperty("java.class.path");
        return isExecutableJar(classpath)
                ? List.of("-Dloader.main=" + type.getName(), "-cp", absolute(classpath), BOOT_LAUNCHER)
                : List.of("-cp", absolute(classpath), type.getName());
    }

    /** The child has another working directory. */
    private static String absolute(String classpath) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(classpath)
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isExecutableJar(String classpath) {
        if (classpath.contains(File.pathSeparator) || !classpath.endsWith(".jar")) {
            return false;
        }
        try (JarFile jar = new JarFile(classpath)) {
            return jar.getEntry(BOOT_LAUNCHER.replace('.', '/') + ".class") != null;
        } catch (IOException e) {
            return false;
        }
    }
}
