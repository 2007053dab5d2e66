package dev.holdfast.worker.handlers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** What the kernel says about processes. A zombie is dead: it only waits to be counted. */
final class Processes {

    private Processes() {}

    static boolean alive(long pid) {
        return !"".equals(stat(pid, 0)) && !"Z".equals(stat(pid, 0)) && !"X".equals(stat(pid, 0));
    }

    /** Everything alive in the session that {@code leader} began. */
    static List<Long> inSessionOf(long leader) {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .filter(pid -> stat(pid, 3).equals(Long.toString(leader)) && alive(pid))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Long> childrenOf(long parent) {
        return inSessionOf(parent).stream()
                .filter(pid -> stat(pid, 1).equals(Long.toString(parent)))
                .toList();
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("/bin/kill", "-" + name, Long.toString(pid))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill -" + name + " " + pid + " ended with " + exit);
        }
    }

    /** SIGKILL to all of them at once. One that ended just before, with another of them, is none to complain about. */
    static void killTogether(Collection<Long> pids) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/kill", "-KILL"));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        new ProcessBuilder(command).start().waitFor();
    }

    /** Polls every few milliseconds; returns when none is alive any more. Fails after {@code most}. */
    static void awaitDead(List<Long> pids, Duration most) {
        Awaitility.await("death of " + pids)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(most)
                .until(() -> pids.stream().noneMatch(Processes::alive));
    }

    /** The pids a command has written into {@code file}, one a line, once it has written {@code count}. */
    static List<Long> written(Path file, int count) {
        return Awaitility.await("pids in " + file)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(20))
                .until(() -> read(file), pids -> pids.size() >= count);
    }

    private static List<Long> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        // A last line without its end is not written yet.
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(Long::valueOf)
                .toList();
    }

    /** Field of /proc/PID/stat behind the name: 0 state, 1 parent, 2 group, 3 session; empty if there is no such process. */
    private static String stat(long pid, int field) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field];
        } catch (IOException e) {
            return "";
        }
    }
}
