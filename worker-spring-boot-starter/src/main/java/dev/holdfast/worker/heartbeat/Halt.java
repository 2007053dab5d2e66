package dev.holdfast.worker.heartbeat;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.worker.ChildProcesses;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of the process when its code will not stop: its children first, then itself, without any shutdown hook. */
public final class Halt {

    /** The exit code of a worker that halted itself. */
    public static final int EXIT_CODE = 70;

    private static final Logger log = LoggerFactory.getLogger(Halt.class);

    private final List<ChildProcesses> children;
    private final Runnable halt;

    public Halt(List<ChildProcesses> children) {
        this(children, () -> Runtime.getRuntime().halt(EXIT_CODE));
    }

    /** @param halt ends the process, does not return; another one is for tests */
    public Halt(List<ChildProcesses> children, Runnable halt) {
        this.children = List.copyOf(children);
        this.halt = halt;
    }

    public void killChildren() {
        for (ChildProcesses some : children) {
            try {
                some.killAll();
            } catch (Throwable e) {
                log.error("cannot kill child processes", e);
            }
        }
    }

    /** Does not return. */
    public void now(String why) {
        try {
            killChildren();
            Faults.at(FaultPoint.FENCE_BEFORE_HALT);
            log.error("halting this process: {}", why);
        } finally {
            halt.run();
        }
    }
}
