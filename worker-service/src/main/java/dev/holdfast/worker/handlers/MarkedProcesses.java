package dev.holdfast.worker.handlers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the processes of one command by the variable that its watchdog gave it and that descendants inherit, wherever they
 * went: other groups, other sessions, other parents. Works on Linux; elsewhere it finds none. A process that cleared its
 * environment is not found.
 */
final class MarkedProcesses {

    private static final Path PROC = Path.of("/proc");
    private static final int MOST_LOOKS = 50;

    private MarkedProcesses() {}

    /** Kills until a look finds none, as a process may fork between look and kill; gives up after some looks. */
    static void kill(String id) {
        for (int look = 0; look < MOST_LOOKS; look++) {
            List<ProcessHandle> found = find(id);
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
        }
    }

    static List<ProcessHandle> find(String id) {
        byte[] mark = ("HOLDFAST_EXEC_ID=" + id).getBytes(StandardCharsets.US_ASCII);
        List<ProcessHandle> found = new ArrayList<>();
        if (!Files.isDirectory(PROC)) {
            return found;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (carries(process, mark)) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What was found so far is better than nothing; the watchdog looks as well.
            return found;
        }
        return found;
    }

    private static boolean carries(Path process, byte[] mark) {
        byte[] environment;
        try {
            environment = Files.readAllBytes(process.resolve("environ"));
        } catch (IOException e) {
            return false; // gone meanwhile, or another user's
        }
        for (int at = 0; at + mark.length <= environment.length; at++) {
            if (matches(environment, at, mark)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] environment, int at, byte[] mark) {
        for (int i = 0; i < mark.length; i++) {
            if (environment[at + i] != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
