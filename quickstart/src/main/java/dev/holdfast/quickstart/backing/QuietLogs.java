package dev.holdfast.quickstart.backing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Keeps libraries that report each step of their own start to warnings, unless somebody asked for more. */
final class QuietLogs {

    private QuietLogs() {}

    static void of(String... names) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            for (String name : names) {
                if (logback.getLogger(name).getLevel() == null) {
                    logback.getLogger(name).setLevel(Level.WARN);
                }
            }
        }
    }
}
