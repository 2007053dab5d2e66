package dev.holdfast.worker.handlers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A point in time that another process understands: the machine's uptime in milliseconds, read off {@code /proc/uptime}. A
 * duration alone would begin anew wherever it is read, however late that is on a busy machine.
 */
final class Moment {

    private static final Path UPTIME = Path.of("/proc/uptime");

    private Moment() {}

    /** Now, in digits; empty where there is no such clock. */
    static String now() {
        try {
            String seconds = Files.readString(UPTIME).split(" ", 2)[0];
            int point = seconds.indexOf('.');
            return point < 0 ? "" : seconds.substring(0, point) + seconds.substring(point + 1) + "0";
        } catch (IOException e) {
            return "";
        }
    }
}
