package dev.holdfast.store.submit;

import java.util.List;

/** What became of a submit that carried an idempotency key. */
public sealed interface SubmitResult {

    /** Stored now. In the order of the submissions. */
    record Accepted(List<Submitted> tasks) implements SubmitResult {}

    /** The same caller sent the same under the same key before; nothing was stored now. With the states of today. */
    record SameAsBefore(List<Submitted> tasks) implements SubmitResult {}

    /** The same caller used the key for something else; nothing was stored now. */
    record KeyUsedForOther() implements SubmitResult {}
}
