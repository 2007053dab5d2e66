package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One fault.
 *
 * @param target name of the process that it hit; null when it hit all, or something that is not one process
 * @param pid of that process
 * @param from just before it was done, microseconds since the epoch
 * @param until healed, woken, restarted and ready; null if the run ended before
 * @param details what the driver saw then, such as how many tasks were running on the target
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Fault(
        long id,
        FaultKind kind,
        @Nullable String target,
        @Nullable Long pid,
        long from,
        @Nullable Long until,
        Map<String, Object> details) {

    // A line without details comes from a file: absent there means none.
    @SuppressWarnings("ConstantValue")
    public Fault {
        details = details == null ? Map.of() : Map.copyOf(details);
    }

    /** Whether this process was hit: by name, or because all were. */
    public boolean hits(String process) {
        return target == null || target.equals(process);
    }

    /** Whether it was going on at some time between the two. */
    public boolean overlaps(long start, long end) {
        return from <= end && (until == null || until >= start);
    }
}
