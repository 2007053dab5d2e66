package dev.holdfast.store.check;

import java.time.Duration;

/** What must hold. The names are part of the API and of metrics; they never change. */
public enum Invariant {
    CONFLICTING_HOLDERS(
            "conflicting-holders", "no two tasks hold one resource unless both share it", "never", Duration.ZERO),
    RESERVED_FOR_NOBODY(
            "reserved-for-nobody", "every reservation belongs to an unfinished task", "never", Duration.ZERO),
    HELD_WITHOUT_GRANT(
            "held-without-grant",
            "who holds a resource is granted, and who is granted holds all that it asked for",
            "never",
            Duration.ZERO),
    DEAD_RUNNERS(
            "dead-runners",
            "every running attempt belongs to a worker process that renews its lease",
            "two ttl and 5 s after the last renewal",
            Duration.ofSeconds(5)),
    WAITING_IN_NO_LINE(
            "waiting-in-no-line",
            "a waiting task is in line, or parked while its route is closed, and will be looked at when it may go on",
            "30 s",
            Duration.ofSeconds(5)),
    UNPUBLISHED("unpublished", "what is granted is with the broker", "30 s after the grant", Duration.ZERO),
    LOST_MESSAGES(
            "lost-messages",
            "the broker holds a message for everything that is published",
            "30 s, seen at two looks 5 s apart",
            Duration.ofSeconds(5)),
    BROKEN_HISTORY(
            "broken-history",
            "the history of a task has every transition, each leaves where the one before led, and the last led to what it is",
            "never",
            Duration.ZERO),
    TWO_ENDS("two-ends", "a task is unfinished or finished, and became final once", "never", Duration.ZERO),
    OLD_SNAPSHOT("old-snapshot", "nobody keeps dead rows alive", "2 min", Duration.ZERO);

    private final String id;
    private final String meaning;
    private final String bound;
    private final Duration confirm;

    Invariant(String id, String meaning, String bound, Duration confirm) {
        this.id = id;
        this.meaning = meaning;
        this.bound = bound;
        this.confirm = confirm;
    }

    /** Its stable name. */
    public String id() {
        return id;
    }

    /** What holds, in one line. */
    public String meaning() {
        return meaning;
    }

    /** For how long it may be otherwise, in words. */
    public String bound() {
        return bound;
    }

    /** What is seen must be seen again so much later before it counts. Zero: one look is proof. */
    public Duration confirm() {
        return confirm;
    }
}
