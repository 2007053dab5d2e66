package dev.holdfast.chaos;

/** The command line of {@code ./holdfast chaos}. */
public final class ChaosCommand {

    private ChaosCommand() {}

    public static void main(String[] args) {
        throw new UnsupportedOperationException("not yet");
    }
}
