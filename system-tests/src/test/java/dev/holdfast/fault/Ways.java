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
        Way works = new RunWays.Works("trial", 400);
        Way stops = new LifeWays.Stops();
        put(works, DELIVERY_ARRIVED, CLAIM_BEFORE, CLAIM_AFTER_COMMIT, CLAIM_BEFORE_ACK, CLAIM_AFTER_ACK);
        put(works, HANDLER_BEFORE, HANDLER_AFTER, FINISH_BEFORE_COMMIT, FINISH_AFTER_COMMIT, FINISH_BEFORE_SIGNAL);
        put(new RunWays.Works("telling", 1_500), PROGRESS_STORED);
        put(new LifeWays.Renews(), HEARTBEAT_BEFORE, HEARTBEAT_AFTER);
        put(new RunWays.Doubts(), DOUBT_SETTLED);
        put(new RunWays.Overflows(), DELIVERY_RETURNED);
        put(new RunWays.MeetsAPause(), CLAIM_ENDED_BEFORE_ACK);
        put(new RunWays.IsIgnored(), ATTEMPT_ABANDONED);
        put(new LifeWays.LosesItsLease("trial", 4_000), FENCE_INTERRUPTED);
        put(new LifeWays.LosesItsLease("stubborn", 4_000), FENCE_BEFORE_HALT);
        put(new LifeWays.IsGivenUp(), REJOIN_STOPPED, REJOIN_DELIVERED, REJOIN_REGISTERED);
        put(new LifeWays.Starts(), JOIN_LOCKED, JOIN_SETTLED, JOIN_ANNOUNCED, JOIN_REGISTERED, JOIN_DONE);
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

        Way submits = new GrantWays.Submits();
        Way wakes = new GrantWays.Wakes();
        Way sweeps = new GrantWays.Sweeps();
        Way routes = new GrantWays.SeesRoutes();
        Way cancels = new SteerWays.Cancels();
        put(submits, SUBMIT_AFTER_KEY, SUBMIT_KEY_REFUSED, SUBMIT_KEY_KNOWN, SUBMIT_BEFORE_COMMIT, SUBMIT_AFTER_COMMIT);
        put(submits, GRANT_LOCKED, GRANT_CANDIDATES_LOCKED, GRANT_EVALUATED, GRANT_BEFORE_COMMIT, GRANT_AFTER_COMMIT);
        put(submits, PUBLISH_BEFORE_SEND, PUBLISH_AFTER_SEND, PUBLISH_CONFIRMED, PUBLISH_MARKED, PUBLISH_NOTED);
        put(submits, BROADCAST_TAKEN);
        put(new GrantWays.MeetsANewQueue(), ROUTES_QUEUES_CREATED, ROUTES_BEFORE_COMMIT, ROUTES_AFTER_COMMIT);
        put(new PublishWays.PublishesMany(), PUBLISH_MID_BATCH);
        put(wakes, GRANT_MARKS_READ, GRANT_WOKEN, GRANT_MARKS_DELETED);
        put(new GrantWays.StaysBlocked(), GRANT_WATCHED);
        put(sweeps, LINE_EXPIRING_FOUND, LINE_EXPIRED, LINE_DUE);
        put(routes, LINE_PARKED, LINE_UNPARKED, ROUTES_REFRESHED);
        put(new PublishWays.FindsReady(), PUBLISH_LEASED);
        put(new PublishWays.LosesMessages(), LOST_FOUND, LOST_LEASED);
        put(new PublishWays.MissesAQueue(), QUEUE_LOST_NOTED);
        put(new SteerWays.Pauses(), STRAYS_FOUND, STRAYS_PAUSED_TAKEN, PAUSE_QUEUE_CREATED, PAUSE_QUEUE_SET);
        put(new SteerWays.Pauses(), PAUSE_BEFORE_COMMIT, PAUSE_AFTER_COMMIT);
        put(new PublishWays.CountsStale(), STALE_LOOKED);
        put(new PublishWays.CollectsLetters(), DEAD_LETTER_STORED);
        put(cancels, CANCEL_NOT_UNSTARTED, CANCEL_AFTER_ASK, CANCEL_AFTER_END);
        put(new SteerWays.Drains(), DRAIN_REQUESTED);
        put(new SteerWays.Repairs(), REPAIR_DONE, REPAIR_BEFORE_COMMIT, REPAIR_AFTER_COMMIT);
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
