package dev.holdfast.dispatcher.refuse;

import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Who calls, for the history and for whose idempotency key it is. */
public final class Callers {

    private Callers() {}

    /** The name of the principal, or {@code anonymous}. */
    public static String name(@Nullable Principal caller) {
        return caller == null || caller.getName() == null ? "anonymous" : caller.getName();
    }

    /** As the actor of a transition. */
    public static String actor(@Nullable Principal caller) {
        return "api " + name(caller);
    }
}
