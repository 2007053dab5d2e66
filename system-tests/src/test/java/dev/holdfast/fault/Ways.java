package dev.holdfast.fault;

import static dev.holdfast.fault.FaultPoint.*;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How each point is come to. Whoever adds a point adds a way here; the scenario fails for want of one. */
final class Ways {

    private static final Map<FaultPoint, List<Way>> ALL = new EnumMap<>(FaultPoint.class);

    static {
        Way works = new WorkerWays.Works("trial", 400);
        Way stops = new WorkerWays.Stops();
        put(works, DELIVERY_ARRIVED, CLAIM_BEFORE, CLAIM_AFTER_COMMIT, CLAIM_BEFORE_ACK, CLAIM_AFTER_ACK);
        put(works, HANDLER_BEFORE, HANDLER_AFTER, FINISH_BEFORE_COMMIT, FINISH_AFTER_COMMIT, FINISH_BEFORE_SIGNAL);
        put(new WorkerWays.Works("telling", 1_500), PROGRESS_STORED);
        put(new WorkerWays.Renews(), HEARTBEAT_BEFORE, HEARTBEAT_AFTER);
        put(new WorkerWays.Doubts(), DOUBT_SETTLED);
        put(new WorkerWays.Overflows(), DELIVERY_RETURNED);
        put(new WorkerWays.MeetsAPause(), CLAIM_ENDED_BEFORE_ACK);
        put(new WorkerWays.IsIgnored(), ATTEMPT_ABANDONED);
        put(new WorkerWays.LosesItsLease("trial", 4_000), FENCE_INTERRUPTED);
        put(new WorkerWays.LosesItsLease("stubborn", 4_000), FENCE_BEFORE_HALT);
        put(new WorkerWays.IsGivenUp(), REJOIN_STOPPED, REJOIN_DELIVERED, REJOIN_REGISTERED);
        put(new WorkerWays.Starts(), JOIN_LOCKED, JOIN_SETTLED, JOIN_ANNOUNCED, JOIN_REGISTERED, JOIN_DONE);
        put(stops, LEAVE_BEGUN, LEAVE_DRAINING, LEAVE_CONSUMERS_CANCELED, LEAVE_CLAIMS_STOPPED, LEAVE_INTERRUPTED);
        put(stops, LEAVE_RESULTS_STORED, LEAVE_ROW_ENDED, LEAVE_DISCONNECTED);
        put(stops, END_OWNED_READ, END_BEFORE_COMMIT);

        Way dead = new ReaperWays.FindsTheDead();
        put(dead, REAP_LOOKED, REAP_BEFORE_SETTLE, REAP_BETWEEN_WORKERS, REAP_BEFORE_SIGNAL, SWEEP_BETWEEN);
        put(dead, END_LOCKED, END_OWNED_READ, END_SETTLED, END_BEFORE_COMMIT, END_AFTER_COMMIT);
        Way orphans = new ReaperWays.FindsOrphans();
        put(orphans, ORPHAN_FOUND, ORPHAN_LOCKED, ORPHAN_OWNED_READ, ORPHAN_BEFORE_COMMIT, ORPHAN_AFTER_COMMIT);
        Way forgotten = new ReaperWays.FindsTheForgotten();
        put(forgotten, FORGOTTEN_FOUND, FORGOTTEN_HELD, FORGOTTEN_READ);
        put(forgotten, FORGOTTEN_BEFORE_COMMIT, FORGOTTEN_AFTER_COMMIT);
        Way overdue = new ReaperWays.FindsTheOverdue();
        put(overdue, OVERDUE_FOUND, OVERDUE_HELD, OVERDUE_READ, OVERDUE_BEFORE_COMMIT, OVERDUE_BETWEEN);
        put(overdue, OVERDUE_AFTER_COMMIT);
        put(new ReaperWays.Forgets(), RETENTION_TASKS, RETENTION_KEYS);

        Way submits = new DispatcherWays.Submits();
        Way wakes = new DispatcherWays.Wakes();
        Way sweeps = new DispatcherWays.Sweeps();
        Way routes = new DispatcherWays.SeesRoutes();
        Way cancels = new DispatcherWays.Cancels();
        put(submits, SUBMIT_AFTER_KEY, SUBMIT_KEY_REFUSED, SUBMIT_KEY_KNOWN, SUBMIT_BEFORE_COMMIT, SUBMIT_AFTER_COMMIT);
        put(submits, GRANT_LOCKED, GRANT_CANDIDATES_LOCKED, GRANT_EVALUATED, GRANT_BEFORE_COMMIT, GRANT_AFTER_COMMIT);
        put(submits, PUBLISH_BEFORE_SEND, PUBLISH_AFTER_SEND, PUBLISH_CONFIRMED, PUBLISH_MARKED, PUBLISH_NOTED);
        put(submits, BROADCAST_TAKEN);
        put(new DispatcherWays.MeetsANewQueue(), ROUTES_QUEUES_CREATED, ROUTES_BEFORE_COMMIT, ROUTES_AFTER_COMMIT);
        put(new DispatcherWays.PublishesMany(), PUBLISH_MID_BATCH);
        put(wakes, GRANT_MARKS_READ, GRANT_WOKEN, GRANT_MARKS_DELETED, GRANT_WATCHED);
        put(sweeps, LINE_EXPIRING_FOUND, LINE_EXPIRED, LINE_DUE);
        put(routes, LINE_PARKED, LINE_UNPARKED, ROUTES_REFRESHED);
        put(new DispatcherWays.FindsReady(), PUBLISH_LEASED);
        put(new DispatcherWays.LosesMessages(), LOST_FOUND, LOST_LEASED);
        put(new DispatcherWays.MissesAQueue(), QUEUE_LOST_NOTED);
        put(new DispatcherWays.Pauses(), STRAYS_FOUND, STRAYS_PAUSED_TAKEN, PAUSE_QUEUE_CREATED, PAUSE_QUEUE_SET);
        put(new DispatcherWays.Pauses(), PAUSE_BEFORE_COMMIT, PAUSE_AFTER_COMMIT);
        put(new DispatcherWays.CountsStale(), STALE_LOOKED);
        put(new DispatcherWays.CollectsLetters(), DEAD_LETTER_STORED);
        put(cancels, CANCEL_NOT_UNSTARTED, CANCEL_AFTER_ASK, CANCEL_AFTER_END);
        put(new DispatcherWays.Drains(), DRAIN_REQUESTED);
    }

    private Ways() {}

    private static void put(Way way, FaultPoint... points) {
        for (FaultPoint point : points) {
            ALL.merge(
                    point,
                    List.of(way),
                    (a, b) -> Stream.concat(a.stream(), b.stream()).toList());
        }
    }

    /** Empty if nobody knows. */
    static List<Way> to(FaultPoint point) {
        return ALL.getOrDefault(point, List.of());
    }

    /** All that are known, for those who want to know what is missing. */
    static Map<FaultPoint, List<Way>> all() {
        return new LinkedHashMap<>(ALL);
    }
}
