package dev.holdfast.worker.handlers;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A JVM with an {@code exec} handler in it that can be killed and frozen. */
final class ExecInAnotherJvm {

    private ExecInAnotherJvm() {}

    /** Arguments: the watchdog's shell, the script, and how long the lease lasts (ms), which nobody renews. */
    public static void main(String[] arguments) throws Exception {
        ExecRig rig = new ExecRig(Path.of(arguments[0]));
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[2]));
        long end = System.currentTimeMillis() + lease.toMillis();
        rig.task.leaseFor(lease);
        System.out.println(end);
        rig.run(arguments[1]);
    }

    static Started start(Path shell, String script, Duration lease) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExecInAnotherJvm.class.getName(),
                        shell.toString(),
                        script,
                        Long.toString(lease.toMillis()))
                .redirectError(Redirect.INHERIT)
                .start();
        String line = new String(process.getInputStream().readNBytes(13), StandardCharsets.US_ASCII);
        return new Started(process, Long.parseLong(line));
    }

    /** A started one, and when its lease ends, in ms since 1970. */
    record Started(Process process, long leaseEnd) {

        void signal(String name) throws IOException, InterruptedException {
            Processes.signal(name, process.pid());
        }

        Duration leaseLeft() {
            return Duration.ofMillis(leaseEnd - System.currentTimeMillis());
        }
    }
}
