package dev.holdfast.dispatcher.reserve;

/** Passes signals on to the loop, once that is there: those who signal may be needed to make the loop. */
final class WorkSignal implements GrantSignal {

    private volatile Runnable listener = () -> {};

    void listener(Runnable newListener) {
        listener = newListener;
    }

    @Override
    public void look() {
        listener.run();
    }
}
