package dev.holdfast.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The places where a process can be made to fail, each named by what has just been done. {@code docs/fault-points.md} tells
 * the same as a table; a test compares the two.
 */
public enum FaultPoint {

    // Dispatcher: submit

    /**
     * In {@code Submissions}, key written, tasks not. Leaves nothing: the transaction is rolled back and the key
     * is free again. Repaired by: nobody needs to; a repeat of the submit stores the task.
     */
    SUBMIT_AFTER_KEY,

    /**
     * In {@code Submissions}, somebody has the key, not yet read. Leaves nothing of this call. Repaired by: nobody
     * needs to; a repeat answers with the first task.
     */
    SUBMIT_KEY_REFUSED,

    /**
     * In {@code Submissions}, the key's tasks known, their states not read. Leaves nothing of this call. Repaired
     * by: nobody needs to; a repeat answers with the first task.
     */
    SUBMIT_KEY_KNOWN,

    /**
     * In {@code Submissions}, tasks inserted. Leaves nothing: rolled back, and the caller has no 202. Repaired by:
     * nobody needs to; a repeat stores the task.
     */
    SUBMIT_BEFORE_COMMIT,

    /**
     * In {@code Submissions}, committed, no answer yet. Leaves a stored task whose caller has no answer. Repaired
     * by: any dispatcher grants it at its next sweep, ≤ 500 ms; a repeat with its key answers with it.
     */
    SUBMIT_AFTER_COMMIT,

    /**
     * In {@code NewRoutes}, queues made, routes not. Leaves nothing: rolled back. Repaired by: the next submit
     * makes both.
     */
    ROUTES_QUEUES_CREATED,

    /**
     * In {@code NewRoutes}, routes made. Leaves nothing: rolled back. Repaired by: the next submit makes both.
     */
    ROUTES_BEFORE_COMMIT,

    /**
     * In {@code NewRoutes}, committed, the task is not stored. Leaves a route without tasks. Repaired by: nobody
     * needs to; a repeat stores the task.
     */
    ROUTES_AFTER_COMMIT,

    // Dispatcher: lines and grants

    /**
     * In {@code GrantLoop}, expired tasks read, not ended. Leaves tasks past {@code expiresAt} still in line.
     * Repaired by: the sweep of any dispatcher, ≤ 500 ms; a claim refuses them meanwhile.
     */
    LINE_EXPIRING_FOUND,

    /**
     * In {@code GrantLoop}, expired tasks are FAILED. Leaves their marks, unused. Repaired by: the next pass of
     * any dispatcher, ≤ 500 ms.
     */
    LINE_EXPIRED,

    /**
     * In {@code GrantLoop}, due tasks are in line. Leaves WAITING tasks without a pass. Repaired by: the next pass
     * of any dispatcher, ≤ 500 ms.
     */
    LINE_DUE,

    /**
     * In {@code GrantLoop}, tasks of closed routes left the lines. Leaves their marks, unused. Repaired by: the
     * next pass of any dispatcher, ≤ 500 ms.
     */
    LINE_PARKED,

    /**
     * In {@code GrantLoop}, tasks of open routes are back. Leaves WAITING tasks without a pass. Repaired by: the
     * next pass of any dispatcher, ≤ 500 ms.
     */
    LINE_UNPARKED,

    /**
     * In {@code GrantPass}, the pass lock is held. Leaves nothing: the lock goes with the connection. Repaired by:
     * the next pass; a frozen one is cut off after 750 ms, before those that wait for the lock give up.
     */
    GRANT_LOCKED,

    /**
     * In {@code WakeUps}, marks read, nobody woken. Leaves nothing: rolled back. Repaired by: the next pass reads
     * the marks again, ≤ 500 ms.
     */
    GRANT_MARKS_READ,

    /**
     * In {@code WakeUps}, watchers woken, marks not deleted. Leaves nothing: rolled back. Repaired by: the next
     * pass, ≤ 500 ms.
     */
    GRANT_WOKEN,

    /**
     * In {@code WakeUps}, marks deleted. Leaves nothing: rolled back, the marks are there again. Repaired by: the
     * next pass, ≤ 500 ms.
     */
    GRANT_MARKS_DELETED,

    /**
     * In {@code Grants}, candidates locked, not judged. Leaves nothing: rolled back. Repaired by: the next pass, ≤
     * 500 ms.
     */
    GRANT_CANDIDATES_LOCKED,

    /**
     * In {@code Grants}, judged, nothing written. Leaves nothing: rolled back. Repaired by: the next pass, ≤ 500
     * ms.
     */
    GRANT_EVALUATED,

    /**
     * In {@code Grants}, the blocked watch, the free are not granted. Leaves nothing: rolled back. Repaired by:
     * the next pass, ≤ 500 ms.
     */
    GRANT_WATCHED,

    /**
     * In {@code Grants}, READY is written. Leaves nothing: rolled back, no resource is held. Repaired by: the next
     * pass, ≤ 500 ms.
     */
    GRANT_BEFORE_COMMIT,

    /**
     * In {@code GrantLoop}, committed, not handed to the publisher. Leaves READY rows, leased to a dead
     * dispatcher. Repaired by: the lease runs out ({@code publish-lease}, 10 s) and another dispatcher publishes
     * within 1 s more.
     */
    GRANT_AFTER_COMMIT,

    // Dispatcher: publish

    /**
     * In {@code ReadySweep}, rows leased, not handed over. Leaves READY rows, leased to a dead dispatcher.
     * Repaired by: the lease runs out, another dispatcher leases them within 1 s more.
     */
    PUBLISH_LEASED,

    /**
     * In {@code TaskPublisher}, before the message is sent. Leaves READY rows without a message. Repaired by: the
     * lease runs out, another dispatcher publishes.
     */
    PUBLISH_BEFORE_SEND,

    /**
     * In {@code TaskPublisher}, one message sent, more to send. Leaves some READY rows with a message, some
     * without. Repaired by: claimed as they are, or marked; the others as {@code publish-before-send}.
     */
    PUBLISH_MID_BATCH,

    /**
     * In {@code TaskPublisher}, sent, not confirmed. Leaves READY rows whose message may be there. Repaired by: a
     * worker claims it as it is; else the lease runs out and a second message goes out, harmlessly.
     */
    PUBLISH_AFTER_SEND,

    /**
     * In {@code Marks}, confirmed, not marked. Leaves READY rows whose message is there. Repaired by: as {@code
     * publish-after-send}.
     */
    PUBLISH_CONFIRMED,

    /**
     * In {@code Marks}, marked QUEUED, repetitions and failures not yet noted. Leaves QUEUED rows; leases of
     * others. Repaired by: nobody needs to; the leases run out.
     */
    PUBLISH_MARKED,

    /**
     * In {@code Marks}, all outcomes are stored. Leaves nothing. Repaired by: nobody needs to.
     */
    PUBLISH_NOTED,

    /**
     * In {@code LostMessages}, queues looked at, nothing leased. Leaves QUEUED rows without a message. Repaired
     * by: the look of any dispatcher, within the 30 s of a lost message.
     */
    LOST_FOUND,

    /**
     * In {@code LostMessages}, leased, not handed over. Leaves QUEUED rows, leased to a dead dispatcher. Repaired
     * by: the lease runs out, another dispatcher sends again.
     */
    LOST_LEASED,

    /**
     * In {@code TaskQueues}, the loss is in the route's row, the queue is not made anew. Leaves a route whose
     * queue is missing. Repaired by: whoever publishes next, or the worker, declares it; its messages are sent
     * again within 15 s.
     */
    QUEUE_LOST_NOTED,

    /**
     * In {@code RouteSweep}, routes opened and closed. Leaves tasks not yet parked, unparked or taken back.
     * Repaired by: the sweep of any dispatcher, ≤ 1 s.
     */
    ROUTES_REFRESHED,

    /**
     * In {@code RouteSweep}, strays read, none taken back. Leaves READY or QUEUED tasks of a route that is paused
     * or gone. Repaired by: the sweep of any dispatcher, ≤ 1 s; a claim of a paused one is refused.
     */
    STRAYS_FOUND,

    /**
     * In {@code RouteSweep}, those of paused queues are back, those of dead routes not. Leaves as before for the
     * rest. Repaired by: the sweep of any dispatcher, ≤ 1 s.
     */
    STRAYS_PAUSED_TAKEN,

    /**
     * In {@code StaleSweep}, queues seen empty, messages not forgotten. Leaves a window that looks fuller than it
     * is. Repaired by: the sweep of any dispatcher, ≤ 5 s.
     */
    STALE_LOOKED,

    /**
     * In {@code DeadLetters}, stored, not acked. Leaves a letter that comes again and is stored twice. Repaired
     * by: the broker gives it to the next dispatcher.
     */
    DEAD_LETTER_STORED,

    /**
     * In {@code Broadcasts}, a signal taken, not sent. Leaves a lost signal. Repaired by: the sweep (≤ 500 ms) or
     * the next heartbeat finds what it would have told.
     */
    BROADCAST_TAKEN,

    // Dispatcher: cancel and steer

    /**
     * In {@code Cancellations}, it had started, it is not asked to stop yet. Leaves nothing. Repaired by: nobody
     * needs to; the caller asks again.
     */
    CANCEL_NOT_UNSTARTED,

    /**
     * In {@code Cancellations}, CANCELING is committed, no signal sent. Leaves a run that is not told by signal.
     * Repaired by: the next heartbeat of its worker brings it.
     */
    CANCEL_AFTER_ASK,

    /**
     * In {@code Cancellations}, CANCELED is committed, no answer yet. Leaves a final task whose caller has no
     * answer; marks. Repaired by: the next pass of any dispatcher uses the marks; a repeat answers 409.
     */
    CANCEL_AFTER_END,

    /**
     * In {@code Queues}, the queue's row made, not paused. Leaves nothing: rolled back. Repaired by: the caller
     * asks again.
     */
    PAUSE_QUEUE_CREATED,

    /**
     * In {@code Queues}, the queue paused, its routes not. Leaves nothing: rolled back. Repaired by: the caller
     * asks again.
     */
    PAUSE_QUEUE_SET,

    /**
     * In {@code Queues}, queue and routes paused. Leaves nothing: rolled back. Repaired by: the caller asks again.
     */
    PAUSE_BEFORE_COMMIT,

    /**
     * In {@code Queues}, committed, no answer yet. Leaves a paused queue; its published tasks. Repaired by: the
     * sweep of any dispatcher takes them back, ≤ 1 s.
     */
    PAUSE_AFTER_COMMIT,

    /**
     * In {@code Drains}, the wish is in the row, no answer yet. Leaves a worker that drains. Repaired by: its next
     * heartbeat brings it.
     */
    DRAIN_REQUESTED,

    // Dispatcher: repair

    /**
     * In {@code RepairSteps}, one violation settled, not noted. Leaves nothing: rolled back. Repaired by: whoever asks for
     * the repair again.
     */
    REPAIR_DONE,

    /**
     * In {@code RepairSteps}, settled and noted. Leaves nothing: rolled back. Repaired by: whoever asks for the repair
     * again.
     */
    REPAIR_BEFORE_COMMIT,

    /**
     * In {@code RepairSteps}, committed, the next violation not begun. Leaves a part of what was found; a caller without an
     * answer. Repaired by: whoever asks for the repair again; the notes tell what was done.
     */
    REPAIR_AFTER_COMMIT,

    // Worker: start

    /**
     * In {@code Join}, the lock file is held, nothing settled. Leaves the work of the process before, unsettled.
     * Repaired by: the next start of the name at once, or a reaper within ttl + 2 passes.
     */
    JOIN_LOCKED,

    /**
     * In {@code Join}, predecessors settled, not announced. Leaves nothing. Repaired by: nobody needs to.
     */
    JOIN_SETTLED,

    /**
     * In {@code Join}, the incarnation is in the lock file, not in the database. Leaves a line too many in the
     * lock file. Repaired by: the next start of the name.
     */
    JOIN_ANNOUNCED,

    /**
     * In {@code Join}, the row is there, the process does not know yet. Leaves a live row without a process.
     * Repaired by: the next start of the name at once, or a reaper within ttl + 2 passes.
     */
    JOIN_REGISTERED,

    /**
     * In {@code Join}, the lock file names this incarnation alone. Leaves a live row without a process. Repaired
     * by: the next start of the name at once, or a reaper within ttl + 2 passes.
     */
    JOIN_DONE,

    /**
     * In {@code Rejoin}, the row was ended by others, all attempts are asked to stop. Leaves nothing that counts:
     * the row had ended. Repaired by: the next start of the name.
     */
    REJOIN_STOPPED,

    /**
     * In {@code Rejoin}, kept results are answered, not registered anew. Leaves nothing. Repaired by: the next
     * start of the name.
     */
    REJOIN_DELIVERED,

    /**
     * In {@code Rejoin}, registered anew, losses not refunded. Leaves losses that stay counted. Repaired by:
     * nobody: at most one per task and life of the process.
     */
    REJOIN_REGISTERED,

    // Worker: receive and claim

    /**
     * In {@code Receiver}, a delivery came. Leaves an unacked message. Repaired by: the broker gives it to the
     * next consumer when the connection is gone (heartbeat of the connection).
     */
    DELIVERY_ARRIVED,

    /**
     * In {@code Receiver}, a delivery is about to be returned. Leaves an unacked message. Repaired by: as {@code
     * delivery-arrived}.
     */
    DELIVERY_RETURNED,

    /**
     * In {@code Claimer}, listed, not claimed. Leaves an unacked message. Repaired by: as {@code delivery-
     * arrived}.
     */
    CLAIM_BEFORE,

    /**
     * In {@code Claimer}, RUNNING is committed, the answer not looked at. Leaves a RUNNING attempt without code,
     * an unacked message. Repaired by: the lease: LOST within ttl + 2 passes; the second delivery finds it claimed
     * and is acked.
     */
    CLAIM_AFTER_COMMIT,

    /**
     * In {@code Claimer}, its run has begun, not acked. Leaves a RUNNING attempt, an unacked message. Repaired by:
     * as {@code claim-after-commit}.
     */
    CLAIM_BEFORE_ACK,

    /**
     * In {@code Receiver}, acked. Leaves a RUNNING attempt that the broker has forgotten. Repaired by: the lease:
     * LOST within ttl + 2 passes.
     */
    CLAIM_AFTER_ACK,

    /**
     * In {@code Claimer}, a refused attempt expired or taken back, not acked. Leaves an unacked message of a
     * settled attempt. Repaired by: the second delivery finds it gone and is acked.
     */
    CLAIM_ENDED_BEFORE_ACK,

    /**
     * In {@code Doubts}, an unheard claim given back, its message not returned. Leaves an unacked message of an
     * ended attempt. Repaired by: the second delivery finds it gone and is acked.
     */
    DOUBT_SETTLED,

    // Worker: run and finish

    /**
     * In {@code Pipeline}, before the handler. Leaves a RUNNING attempt. Repaired by: the lease: LOST within ttl +
     * 2 passes.
     */
    HANDLER_BEFORE,

    /**
     * In {@code Pipeline}, the handler returned, nothing stored. Leaves a run whose result is lost. Repaired by:
     * the lease: LOST, runs again (at least once).
     */
    HANDLER_AFTER,

    /**
     * In {@code Finisher}, progress and checkpoints stored. Leaves a RUNNING attempt; the next one reads the
     * checkpoint. Repaired by: the lease: LOST within ttl + 2 passes.
     */
    PROGRESS_STORED,

    /**
     * In {@code Finisher}, before the end is sent. Leaves a run whose result is lost. Repaired by: the lease:
     * LOST, runs again (at least once).
     */
    FINISH_BEFORE_COMMIT,

    /**
     * In {@code Finisher}, the end is committed, the answer not looked at. Leaves a final task; the attempt still
     * listed. Repaired by: nobody needs to; marks wait for the next pass.
     */
    FINISH_AFTER_COMMIT,

    /**
     * In {@code Finisher}, before dispatchers are told. Leaves marks that nobody was told of. Repaired by: the
     * sweep of any dispatcher, ≤ 500 ms.
     */
    FINISH_BEFORE_SIGNAL,

    /**
     * In {@code Runner}, a stuck attempt without resources is given up, its end not kept. Leaves a RUNNING
     * attempt. Repaired by: the lease: within ttl + 2 passes.
     */
    ATTEMPT_ABANDONED,

    // Worker: lease

    /**
     * In {@code Heartbeat}, before a renewal is sent. Leaves running attempts. Repaired by: the lease: LOST within
     * ttl + 2 passes.
     */
    HEARTBEAT_BEFORE,

    /**
     * In {@code Heartbeat}, renewed, the answer not acted on. Leaves running attempts; a cancel not passed on.
     * Repaired by: the lease: settled within ttl + 2 passes.
     */
    HEARTBEAT_AFTER,

    /**
     * In {@code Fence}, attempts interrupted because the lease ends. Leaves attempts that are stopping. Repaired
     * by: the lease: LOST within ttl + 2 passes.
     */
    FENCE_INTERRUPTED,

    /**
     * In {@code Halt}, children killed, before the halt. Leaves a process that should have gone. Repaired by: the
     * lease; the process is refused whatever it writes.
     */
    FENCE_BEFORE_HALT,

    // Worker: graceful stop

    /**
     * In {@code Leaving}, takes no work. Leaves running attempts, a live row. Repaired by: the next start of the
     * name at once, or a reaper within ttl + 2 passes.
     */
    LEAVE_BEGUN,

    /**
     * In {@code Heartbeat}, DRAINING is in the row. Leaves running attempts, a draining row. Repaired by: as
     * {@code leave-begun}.
     */
    LEAVE_DRAINING,

    /**
     * In {@code Leaving}, nothing is consumed. Leaves as {@code leave-begun}; unacked messages. Repaired by: as
     * {@code leave-begun}, and the broker.
     */
    LEAVE_CONSUMERS_CANCELED,

    /**
     * In {@code Leaving}, what was not claimed is returned. Leaves as {@code leave-begun}. Repaired by: as {@code
     * leave-begun}.
     */
    LEAVE_CLAIMS_STOPPED,

    /**
     * In {@code Leaving}, the grace is over, attempts interrupted. Leaves as {@code leave-begun}. Repaired by: as
     * {@code leave-begun}.
     */
    LEAVE_INTERRUPTED,

    /**
     * In {@code Leaving}, results are stored, the row is live. Leaves a live row that owns nothing. Repaired by:
     * as {@code leave-begun}.
     */
    LEAVE_RESULTS_STORED,

    /**
     * In {@code Leaving}, STOPPED is committed. Leaves an ended row. Repaired by: nobody needs to.
     */
    LEAVE_ROW_ENDED,

    /**
     * In {@code Worker}, the broker's connection is closed. Leaves an ended row. Repaired by: nobody needs to.
     */
    LEAVE_DISCONNECTED,

    // Ends of workers (worker's start and stop, reaper)

    /**
     * In {@code WorkerEnds}, the worker's row is locked. Leaves nothing: rolled back. Repaired by: whoever else
     * looks: a reaper within a pass, the next start of the name; a frozen one is cut off by {@code
     * idle_in_transaction_session_timeout} (3 s).
     */
    END_LOCKED,

    /**
     * In {@code WorkerEnds}, its attempts are read. Leaves nothing: rolled back. Repaired by: as {@code end-
     * locked}.
     */
    END_OWNED_READ,

    /**
     * In {@code WorkerEnds}, attempts ended, the row not. Leaves nothing: rolled back. Repaired by: as {@code end-
     * locked}.
     */
    END_SETTLED,

    /**
     * In {@code WorkerEnds}, the row ended. Leaves nothing: rolled back. Repaired by: as {@code end-locked}.
     */
    END_BEFORE_COMMIT,

    /**
     * In {@code WorkerEnds}, committed. Leaves tasks back in line, no signal sent. Repaired by: the sweep of any
     * dispatcher, ≤ 500 ms.
     */
    END_AFTER_COMMIT,

    // Reaper

    /**
     * In {@code Detector}, one look is in, not judged. Leaves nothing. Repaired by: the looks of any other reaper,
     * or of this one after a restart: ttl + 2 passes anew.
     */
    REAP_LOOKED,

    /**
     * In {@code Settler}, somebody is convicted, not locked. Leaves a dead worker's row. Repaired by: another
     * reaper, within ttl + 2 passes of its own watch.
     */
    REAP_BEFORE_SETTLE,

    /**
     * In {@code Settler}, one worker settled, the next not. Leaves the next one's row. Repaired by: another
     * reaper, within ttl + 2 passes of its own watch.
     */
    REAP_BETWEEN_WORKERS,

    /**
     * In {@code Settler}, settled, dispatchers not told. Leaves tasks back in line. Repaired by: the sweep of any
     * dispatcher, ≤ 500 ms.
     */
    REAP_BEFORE_SIGNAL,

    /**
     * In {@code Sweeps}, one sweep done, the next not begun. Leaves what the next sweep would find. Repaired by:
     * another reaper, within a pass.
     */
    SWEEP_BETWEEN,

    /**
     * In {@code OrphanSweep}, owners without a live row found. Leaves orphaned attempts. Repaired by: another
     * reaper, within a pass.
     */
    ORPHAN_FOUND,

    /**
     * In {@code OrphanedAttempts}, the ended row is locked. Leaves nothing: rolled back. Repaired by: another
     * reaper, within a pass; a frozen one is cut off after 3 s.
     */
    ORPHAN_LOCKED,

    /**
     * In {@code OrphanedAttempts}, its attempts are read. Leaves nothing: rolled back. Repaired by: as {@code
     * orphan-locked}.
     */
    ORPHAN_OWNED_READ,

    /**
     * In {@code OrphanedAttempts}, attempts ended. Leaves nothing: rolled back. Repaired by: as {@code orphan-
     * locked}.
     */
    ORPHAN_BEFORE_COMMIT,

    /**
     * In {@code OrphanSweep}, committed, dispatchers not told. Leaves tasks back in line. Repaired by: the sweep
     * of any dispatcher, ≤ 500 ms.
     */
    ORPHAN_AFTER_COMMIT,

    /**
     * In {@code ForgottenSweep}, workers that forgot found. Leaves forgotten attempts. Repaired by: another
     * reaper, within a pass.
     */
    FORGOTTEN_FOUND,

    /**
     * In {@code ForgottenAttempts}, the worker's heartbeats wait. Leaves nothing: rolled back. Repaired by:
     * another reaper, within a pass; a frozen one is cut off after 3 s, and the worker renews before its lease
     * ends.
     */
    FORGOTTEN_HELD,

    /**
     * In {@code ForgottenAttempts}, what is forgotten is read again. Leaves nothing: rolled back. Repaired by: as
     * {@code forgotten-held}.
     */
    FORGOTTEN_READ,

    /**
     * In {@code ForgottenAttempts}, attempts ended. Leaves nothing: rolled back. Repaired by: as {@code forgotten-
     * held}.
     */
    FORGOTTEN_BEFORE_COMMIT,

    /**
     * In {@code ForgottenSweep}, committed, dispatchers not told. Leaves tasks back in line. Repaired by: the
     * sweep of any dispatcher, ≤ 500 ms.
     */
    FORGOTTEN_AFTER_COMMIT,

    /**
     * In {@code OverdueSweep}, overdue attempts found. Leaves attempts that would not stop. Repaired by: another
     * reaper, within a pass.
     */
    OVERDUE_FOUND,

    /**
     * In {@code OverdueAttempts}, the worker's heartbeats wait. Leaves nothing: rolled back. Repaired by: another
     * reaper, within a pass; a frozen one is cut off after 3 s.
     */
    OVERDUE_HELD,

    /**
     * In {@code OverdueAttempts}, what is overdue is read again. Leaves nothing: rolled back. Repaired by: as
     * {@code overdue-held}.
     */
    OVERDUE_READ,

    /**
     * In {@code OverdueAttempts}, attempts ended or the worker condemned. Leaves nothing: rolled back. Repaired
     * by: as {@code overdue-held}.
     */
    OVERDUE_BEFORE_COMMIT,

    /**
     * In {@code OverdueAttempts}, those without resources ended, the worker not condemned. Leaves a worker that
     * would be condemned. Repaired by: another reaper, within a pass.
     */
    OVERDUE_BETWEEN,

    /**
     * In {@code OverdueSweep}, both committed, dispatchers not told. Leaves tasks ended or back in line. Repaired
     * by: the sweep of any dispatcher, ≤ 500 ms.
     */
    OVERDUE_AFTER_COMMIT,

    /**
     * In {@code RetentionRound}, old tasks deleted, keys not. Leaves old keys and rows of workers. Repaired by:
     * the next round of any reaper.
     */
    RETENTION_TASKS,

    /**
     * In {@code RetentionRound}, old keys deleted, rows of workers not. Leaves old rows of workers. Repaired by:
     * the next round of any reaper.
     */
    RETENTION_KEYS;

    /** As it is written in {@code HOLDFAST_FAULT} and in the table: {@code submit-before-commit}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<FaultPoint> byLabel(String label) {
        return Arrays.stream(values()).filter(p -> p.label().equals(label)).findFirst();
    }

    static String labels() {
        return Arrays.stream(values()).map(FaultPoint::label).collect(Collectors.joining(", "));
    }
}
