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

    Watch(StackDirectory directory, Consumer<String> narrator) {
        this.directory = directory;
        this.narrator = narrator;
        directory.names().forEach(name -> seen.put(name, pidOf(name)));
    }

    void untilInterrupted() throws InterruptedException {
        while (true) {
            Thread.sleep(500);
            lookOnce();
        }
    }

    void lookOnce() {
        for (String name : directory.names()) {
            long pid = pidOf(name);
            Long before = seen.put(name, pid);
            if (before != null && before == pid) {
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
