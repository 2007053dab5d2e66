package dev.holdfast.reaper.sweep;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.reap.Retention;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what nobody needs any more, in short batches, of which at most so many a round that a round ends. */
public final class RetentionRound {

    private static final Logger log = LoggerFactory.getLogger(RetentionRound.class);
    private static final int BATCHES = 200;

    private final Retention retention;
    private final Kept kept;
    private final int batch;
    private final Lock turn;

    /**
     * @param turn held for each batch, so that the sweeps, which share this one's connection, come in between
     */
    public RetentionRound(Retention retention, Kept kept, int batch, Lock turn) {
        this.retention = retention;
        this.kept = kept;
        this.batch = batch;
        this.turn = turn;
    }

    /**
     * How long things are kept.
     *
     * @param finished tasks, from their end
     * @param lost tasks with a lost attempt, from their end
     * @param idempotencyKeys from the submit
     * @param workers rows of ended processes, from their end
     */
    public record Kept(Duration finished, Duration lost, Duration idempotencyKeys, Duration workers) {}

    /** One round. */
    public void run() {
        int tasks = all(() -> retention.finishedTasks(kept.finished, kept.lost, batch));
        if (tasks > 0) {
            Faults.at(FaultPoint.RETENTION_TASKS);
        }
        int keys = all(() -> retention.idempotencyKeys(kept.idempotencyKeys, batch));
        if (keys > 0) {
            Faults.at(FaultPoint.RETENTION_KEYS);
        }
        int workers = all(() -> retention.endedWorkers(kept.workers, batch));
        if (tasks + keys + workers > 0) {
            log.info("retention: deleted {} finished tasks, {} idempotency keys, {} workers", tasks, keys, workers);
        }
    }

    private int all(IntSupplier oneBatch) {
        int sum = 0;
        for (int i = 0; i < BATCHES; i++) {
            int deleted = oneBatch(oneBatch);
            sum += deleted;
            if (deleted < batch) {
                break;
            }
        }
        return sum;
    }

    private int oneBatch(IntSupplier oneBatch) {
        turn.lock();
        try {
            return oneBatch.getAsInt();
        } finally {
            turn.unlock();
        }
    }
}
