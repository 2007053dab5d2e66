package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One process, from its start to its end. May be written again whenever more of it is known (ready, ended): of several
 * lines with the same name, pid and start the last one counts.
 *
 * @param name stable name, for a worker the one in its run lines and in the database
 * @param role worker, dispatcher or reaper
 * @param started just before it was started, microseconds since the epoch
 * @param ready when it answered that it was up; null if it never did
 * @param ended when the driver saw it dead; null while it lives
 * @param how killed (by the driver), or exited (by itself)
 * @param code exit code
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProcessLife(
        String name,
        String role,
        long pid,
        long started,
        @Nullable Long ready,
        @Nullable Long ended,
        @Nullable String how,
        @Nullable Integer code) {

    public static final String WORKER = "worker";
    public static final String DISPATCHER = "dispatcher";
    public static final String REAPER = "reaper";

    @JsonIgnore
    public boolean isWorker() {
        return role.equals(WORKER);
    }
}
