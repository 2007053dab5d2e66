package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.stack.StackDirectory;
import dev.holdfast.quickstart.stack.StackProcess;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Tells when a process of the stack goes or comes: none may die silently. */
final class Watch {

    private final StackDirectory directory;
    private final Consumer<String> narrator;
    private final Map<String, Long> seen = new HashMap<>();
    private volatile boolean ended;

    Watch(StackDirectory directory, Consumer<String> narrator) {
        this.directory = directory;
        this.narrator = narrator;
    }

    /** What runs already is no news. */
    void untilEnd() throws InterruptedException {
        directory.names().forEach(name -> seen.put(name, pidOf(name)));
        while (!ended) {
            lookOnce();
            Thread.sleep(500);
        }
    }

    /** The stack is being stopped: what goes from now on is no news. */
    void end() {
        ended = true;
    }

    void lookOnce() {
        for (String name : directory.names()) {
            long pid = pidOf(name);
            Long before = seen.put(name, pid);
            if (ended || (before != null && before == pid)) {
                continue;
            }
            if (pid != 0) {
                narrator.accept(name + " runs, as process " + pid);
            } else if (before != null && Files.exists(directory.pidFile(name))) {
                narrator.accept(name + " ended by itself; why may stand in " + directory.logFile(name)
                        + " (./holdfast start " + name + " starts it again)");
            } else if (before != null) {
                narrator.accept(name + " was stopped or killed by a command");
            }
        }
    }

    private long pidOf(String name) {
        return new StackProcess(directory, name)
                .handle()
                .map(ProcessHandle::pid)
                .orElse(0L);
    }
}
