package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.Holder;
import dev.holdfast.store.inspect.Situation;
import dev.holdfast.store.inspect.Situation.Blocker;
import dev.holdfast.store.inspect.Situation.Budgets;
import dev.holdfast.store.inspect.Situation.Due;
import dev.holdfast.store.inspect.Situation.Owner;
import dev.holdfast.store.inspect.Situation.Route;
import dev.holdfast.store.inspect.Situations;
import dev.holdfast.task.TaskState;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in one sentence why a task is where it is, for whoever has to decide what to do about it. */
final class Explanation {

    private static final int NAMED_BLOCKERS = 3;
    private static final int NAMED_HOLDERS = 3;

    private Explanation() {}

    static String of(Situation task) {
        return switch (task.state()) {
            case SCHEDULED -> scheduled(task);
            case WAITING -> waiting(task);
            case READY -> "granted all it asked for, is being published";
            case QUEUED -> queued(task);
            case RUNNING -> "running since " + running(task.owner());
            case CANCELING ->
                "a cancel was asked " + Words.of(task.age()) + " ago; still running since " + running(task.owner());
            case SUCCEEDED -> "succeeded " + Words.of(task.age()) + " ago" + on(task.owner());
            case FAILED, CANCELED -> ended(task);
        };
    }

    private static String scheduled(Situation task) {
        Due due = task.due();
        if (due == null) {
            return "not due yet";
        }
        Budgets budgets = task.budgets();
        String when = due.in().isNegative()
                ? "due since " + due.at() + ", is being put in line"
                : "not due for another " + Words.of(due.in()) + " (until " + due.at() + ")";
        return budgets.failures() == 0
                ? when
                : "rests after failure " + budgets.failures() + " of " + budgets.maxAttempts() + ": " + when;
    }

    private static String waiting(Situation task) {
        Route route = task.route();
        if (route != null && route.paused()) {
            return "queue " + route.name().queue() + " is paused";
        }
        if (route != null && !route.served()) {
            return "no live worker serves type " + route.name().type() + " in queue "
                    + route.name().queue();
        }
        if (route != null && route.parked()) {
            return "a worker for its type is back; it is being put in line again";
        }
        if (!task.blockers().isEmpty()) {
            return blocked(task);
        }
        return route == null ? "in line" : "in line for a slot: " + ahead(route.ahead()) + " ahead; " + slots(route);
    }

    private static String blocked(Situation task) {
        String named = task.blockers().stream()
                .limit(NAMED_BLOCKERS)
                .map(Explanation::blocker)
                .collect(Collectors.joining("; and for "));
        int more = task.blockers().size() - NAMED_BLOCKERS;
        return "waits for " + named + (more > 0 ? "; and for " + more + " more resources" : "");
    }

    private static String blocker(Blocker blocker) {
        StringBuilder text = new StringBuilder(blocker.resource());
        if (!blocker.heldBy().isEmpty()) {
            text.append(", held by ")
                    .append(blocker.heldBy().stream()
                            .limit(NAMED_HOLDERS)
                            .map(Explanation::holder)
                            .collect(Collectors.joining(", ")));
            if (blocker.heldBy().size() > NAMED_HOLDERS) {
                text.append(" and others");
            }
        }
        if (blocker.ahead() > 0) {
            text.append(blocker.heldBy().isEmpty() ? ", " : "; ")
                    .append(ahead(blocker.ahead()))
                    .append(" ahead");
        }
        return text.toString();
    }

    private static String holder(Holder holder) {
        String where = holder.worker() == null ? "" : " on " + holder.worker();
        String beat = holder.heartbeatAge() == null ? "" : ", heartbeat " + Words.of(holder.heartbeatAge()) + " ago";
        return "task " + holder.task() + " (" + holder.state() + where + beat + ")";
    }

    private static String queued(Situation task) {
        String text = "published, waits for a free slot since " + Words.of(task.age());
        Route route = task.route();
        if (route == null) {
            return text;
        }
        if (route.paused()) {
            return "published, but queue " + route.name().queue() + " was paused: will be taken back";
        }
        return text + ": " + slots(route);
    }

    private static String slots(Route route) {
        if (route.workers() == 0) {
            return "no live worker serves type " + route.name().type() + " in queue "
                    + route.name().queue() + " any more";
        }
        return route.busy() + " of " + route.slots() + " slots are busy on "
                + (route.workers() == 1 ? "1 live worker" : route.workers() + " live workers");
    }

    private static String running(@Nullable Owner owner) {
        if (owner == null) {
            return "an unknown time";
        }
        String text = owner.claimedAt()
                + (owner.runningFor() == null ? "" : " (" + Words.of(owner.runningFor()) + ")")
                + on(owner);
        if (owner.heartbeatAge() == null) {
            return text + ", whose row is gone: is about to be settled as lost";
        }
        return text + ", heartbeat " + Words.of(owner.heartbeatAge()) + " ago"
                + (owner.leaseOver() ? ": its lease has run out, is about to be settled as lost" : "");
    }

    private static String ended(Situation task) {
        String verb = task.state() == TaskState.FAILED ? "failed" : "was canceled";
        String reason = task.reason() == null ? "" : " (" + task.reason() + ")";
        String error = task.error() == null ? "" : ": " + task.error();
        return verb + " " + Words.of(task.age()) + " ago" + on(task.owner()) + reason + error;
    }

    private static String on(@Nullable Owner owner) {
        return owner == null || owner.worker() == null ? "" : " on " + owner.worker();
    }

    private static String ahead(int tasks) {
        if (tasks > Situations.EXACT) {
            return "more than " + Situations.EXACT + " tasks";
        }
        return tasks == 1 ? "1 task" : tasks + " tasks";
    }
}
