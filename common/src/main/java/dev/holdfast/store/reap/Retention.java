package dev.holdfast.store.reap;

import dev.holdfast.store.Sql;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Deletes what nobody needs any more, one bounded batch per call. Never a row of an unfinished task. Any number may run side
 * by side: each leaves alone what another has locked.
 */
public final class Retention {

    private static final String FINISHED = Sql.of(Retention.class, "forget-finished");
    private static final String KEYS = Sql.of(Retention.class, "forget-keys");
    private static final String WORKERS = Sql.of(Retention.class, "forget-workers");

    private final JdbcClient jdbc;

    public Retention(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Finished tasks with all that belongs to them.
     *
     * @param finished how long they are kept
     * @param lost how long those with a lost attempt are kept
     * @return how many were deleted; fewer than {@code batch} means that no more are left
     */
    public int finishedTasks(Duration finished, Duration lost, int batch) {
        return jdbc.sql(FINISHED)
                .param("finished_s", seconds(finished))
                .param("lost_s", seconds(lost))
                .param("batch", batch)
                .update();
    }

    /** Idempotency keys older than {@code kept}. */
    public int idempotencyKeys(Duration kept, int batch) {
        return jdbc.sql(KEYS)
                .param("keys_s", seconds(kept))
                .param("batch", batch)
                .update();
    }

    /** Rows of worker processes that ended longer than {@code kept} ago and that no kept lost attempt names. */
    public int endedWorkers(Duration kept, int batch) {
        return jdbc.sql(WORKERS)
                .param("workers_s", seconds(kept))
                .param("batch", batch)
                .update();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
