package dev.holdfast.worker.join;

/** A living process has this worker's name. The newcomer must not start: nothing of the other's is touched. */
public final class NameTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NameTakenException(String name, String host, long pid) {
        super("another process is alive as worker \"" + name + "\": pid " + pid + " on host " + host
                + ". Give this one a name of its own (holdfast.worker.name), or stop the other first.");
    }
}
