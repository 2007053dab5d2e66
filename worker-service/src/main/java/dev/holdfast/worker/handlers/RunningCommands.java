package dev.holdfast.worker.handlers;

import dev.holdfast.worker.ChildProcesses;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The commands that run in this worker, for the moment in which all of them have to go. */
final class RunningCommands implements ChildProcesses {

    private final Set<GuardedCommand> running = ConcurrentHashMap.newKeySet();

    void add(GuardedCommand command) {
        running.add(command);
    }

    void remove(GuardedCommand command) {
        running.remove(command);
    }

    int count() {
        return running.size();
    }

    /**
     * Kills them all. One that is being added at this moment has not started its command; its watchdog will find that the
     * worker is gone.
     */
    @Override
    public void killAll() {
        running.forEach(GuardedCommand::kill);
    }
}
