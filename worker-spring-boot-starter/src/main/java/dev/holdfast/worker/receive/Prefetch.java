package dev.holdfast.worker.receive;

/** How much a route's consumer may have: the bookkeeping that keeps deliveries within the free slots. Not thread-safe. */
final class Prefetch {

    /** Beyond this a larger prefetch saves nothing: a claim takes at most that many at once. */
    static final int MAX = 64;

    private int prefetch;
    private int unacked;
    private int unackedBefore;
    private int epoch;
    private boolean consuming;

    /** The prefetch to begin with; 0 if no slot is free. Half of the free slots, so that few deliveries need no resize. */
    static int toBegin(int free) {
        return Math.min(MAX, free <= 1 ? free : Math.max(1, free / 2));
    }

    /**
     * A consumer begins. What earlier consumers of the channel still owe is no part of its prefetch (RabbitMQ counts by
     * consumer; a broker that counts by channel sends less).
     *
     * @return a mark for its deliveries
     */
    int began(int size) {
        prefetch = size;
        unackedBefore += unacked;
        unacked = 0;
        consuming = true;
        return ++epoch;
    }

    void canceled() {
        consuming = false;
    }

    void delivered(int ofEpoch) {
        if (ofEpoch == epoch) {
            unacked++;
        } else {
            unackedBefore++;
        }
    }

    void answered(int ofEpoch) {
        if (ofEpoch == epoch) {
            unacked--;
        } else {
            unackedBefore--;
        }
    }

    boolean isConsuming() {
        return consuming;
    }

    int unacked() {
        return unacked + unackedBefore;
    }

    /** How many more messages the broker may send now. */
    int mayStillCome() {
        return consuming ? Math.max(0, prefetch - unacked) : 0;
    }

    /** Whether the consumer may receive more than there are slots for. */
    boolean exceeds(int free) {
        return mayStillCome() > free;
    }

    /** Whether one more answered message would let more come than there are slots for: then cancel first. */
    boolean answerWouldExceed(int ofEpoch, int free) {
        return consuming && ofEpoch == epoch && prefetch - (unacked - 1) > free;
    }

    /** Whether so many slots are free that a larger prefetch is worth a new consumer. */
    boolean isTooSmallFor(int free) {
        return consuming && toBegin(free) >= 4 * prefetch;
    }
}
