package dev.holdfast.store.grant;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The first half of a pass: use all marks, so that everyone who became free is a candidate. */
final class WakeUps {

    /** A mark as read. {@code tid} is its physical address. */
    record Mark(long xid, long id, String tid, String resource) {}

    /** @param oldest the oldest transaction that was running at that moment */
    record Page(long oldest, List<Mark> marks) {}

    /** @param unfinished resources with a free watcher who could not be woken */
    record Woken(Set<String> unfinished, int count) {}

    /** Using up a mark costs about a tenth of waking a task. */
    private static final int USED_PER_WOKEN = 10;

    private final GrantStatements statements;
    private final GrantBounds bounds;
    private long cursorXid;
    private long cursorId = -1;
    private int woken;
    private int used;
    private long floor;

    WakeUps(GrantStatements statements, GrantBounds bounds, long floor) {
        this.statements = statements;
        this.bounds = bounds;
        this.cursorXid = floor;
        this.floor = floor;
    }

    /** Returns whether all marks were used, but for those whose watchers somebody else has locked. */
    boolean run() {
        // Of the first read: an older transaction may commit between two reads, behind the cursor.
        @Nullable Long oldestAtFirst = null;
        long oldestLeft = Long.MAX_VALUE;
        while (woken < bounds.max() && used < USED_PER_WOKEN * bounds.max()) {
            Page page = statements.readMarks(cursorXid, cursorId, bounds.slice());
            if (oldestAtFirst == null) {
                oldestAtFirst = page.oldest();
            }
            List<Mark> marks = page.marks();
            if (!marks.isEmpty()) {
                Faults.at(FaultPoint.GRANT_MARKS_READ);
                Woken answer = wakeAndDelete(marks);
                woken += answer.count();
                if (!answer.unfinished().isEmpty()) {
                    if (answer.count() > 0) {
                        continue; // the same marks again: more watchers behind the slice
                    }
                    oldestLeft = Math.min(oldestLeft, marks.get(0).xid());
                }
                Mark last = marks.get(marks.size() - 1);
                cursorXid = last.xid();
                cursorId = last.id();
            }
            if (marks.size() < bounds.slice()) {
                floor = Math.min(oldestAtFirst, oldestLeft);
                return true;
            }
        }
        return false;
    }

    private Woken wakeAndDelete(List<Mark> marks) {
        Set<String> resources = marks.stream().map(Mark::resource).collect(Collectors.toCollection(TreeSet::new));
        Woken answer = statements.wake(resources, bounds.slice());
        Faults.at(FaultPoint.GRANT_WOKEN);
        List<String> done = marks.stream()
                .filter(mark -> !answer.unfinished().contains(mark.resource()))
                .map(Mark::tid)
                .toList();
        statements.deleteMarks(done);
        Faults.at(FaultPoint.GRANT_MARKS_DELETED);
        used += done.size();
        return answer;
    }

    int woken() {
        return woken;
    }

    /** From where the next pass may read, once this one is committed. */
    long floor() {
        return floor;
    }
}
