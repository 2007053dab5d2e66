package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the handler of one attempt said of itself, from its own thread.
 *
 * @param at microseconds since the epoch
 * @param worker stable name of the worker process
 * @param pid operating system's id of the process
 * @param resources what the task holds; given with the start, may be left out of later lines
 * @param how with an end only: success, error, interrupted …
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunLine(
        Kind kind,
        long at,
        UUID task,
        int attempt,
        long token,
        String worker,
        long pid,
        List<Need> resources,
        @Nullable String how) {

    /** The end of an attempt whose handler returned a result. */
    public static final String SUCCESS = "success";

    public enum Kind {
        /** The first thing that the handler does. */
        @JsonProperty("start")
        START,
        /** Still running: each 100 ms. */
        @JsonProperty("tick")
        TICK,
        /** The last thing that the handler does. */
        @JsonProperty("end")
        END,
        /** The handler was told that it lost its attempt (a checkpoint refused, a lease that is over). */
        @JsonProperty("refused")
        REFUSED
    }

    // A line without resources comes from a file: absent there means none.
    @SuppressWarnings("ConstantValue")
    public RunLine {
        resources = resources == null ? List.of() : List.copyOf(resources);
    }

    /** Whether the handler says that it did all it was asked to. */
    public boolean completed() {
        return kind == Kind.END && SUCCESS.equals(how);
    }
}
