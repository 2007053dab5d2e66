package dev.holdfast.worker.handlers;

/** A command ended with another exit code than 0. The attempt failed; another one may do better. */
final class CommandFailedException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 2_000;

    private final int exitCode;

    CommandFailedException(String command, int exitCode, String stderr) {
        super(command + " ended with exit code " + exitCode + signal(exitCode) + tail(stderr.strip()));
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    private static String signal(int exitCode) {
        return exitCode > 128 && exitCode <= 128 + 64 ? " (signal " + (exitCode - 128) + ")" : "";
    }

    private static String tail(String stderr) {
        if (stderr.isEmpty()) {
            return "";
        }
        return ": " + (stderr.length() <= SHOWN ? stderr : "…" + stderr.substring(stderr.length() - SHOWN));
    }
}
