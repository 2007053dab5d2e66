package dev.holdfast.chaos.storm;

/** The run is over; whoever was waiting in it goes home. */
final class StormInterrupted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StormInterrupted(InterruptedException cause) {
        super(cause);
    }
}
