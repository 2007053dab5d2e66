package dev.holdfast.worker.handlers;

import dev.holdfast.worker.NonRetryableException;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a payload says beyond what its handler reads. A command whose {@code arg} was ignored would do something else. */
final class UnknownFields {

    private UnknownFields() {}

    static void refuse(@Nullable Map<String, Object> unknown) throws NonRetryableException {
        if (unknown != null && !unknown.isEmpty()) {
            throw new NonRetryableException("the payload has unknown fields: " + new TreeSet<>(unknown.keySet()));
        }
    }
}
