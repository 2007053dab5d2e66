package dev.holdfast.store.grant;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.Retries;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Grants waiting tasks their resources, in order.
 *
 * <p><b>Order</b>: urgency, then place; unique, and the same in all rows of a task. <b>Blocked</b>: a task is blocked on one
 * of its resources if another one holds it in a conflicting mode, or stands ahead in its line with a conflicting request;
 * only shared with shared does not conflict. <b>Grantable</b>: in line and blocked on none.
 *
 * <p><b>Complete.</b> In every committed state a task in line is a candidate ({@code wait = 'C'}), or watches one resource
 * of its own ({@code 'W'}) and is blocked on it <em>or</em> a mark for that resource exists. So a grantable task is a
 * candidate, or its watch is marked. Every step keeps this:
 *
 * <ul>
 *   <li>A request or a holder leaves a resource (finish, cancel, return, park, urgency lowered): only so can others become
 *       free. The same transaction writes a mark, whether or not it sees a watcher.
 *   <li>A request enters at any place (submit, due, return, unpark, urgency raised): others only become more blocked. It
 *       enters as a candidate, or as a watcher together with its own mark.
 *   <li>A grant turns a request into a holder of the same mode: nobody becomes free, no mark.
 *   <li>The pass makes a candidate a watcher because it was blocked in the evaluating snapshot. If the blocker leaves after
 *       that snapshot, its mark is not visible there; the pass deletes only marks that it read in an earlier one.
 *   <li>The pass deletes marks only after it woke, on a later snapshot than the one it read them in, all watchers who are
 *       free there. If one was locked by somebody else, or was beyond the slice, the marks of that resource stay.
 * </ul>
 *
 * <p><b>Exclusive.</b> Only passes add holders, one pass at a time, by a lock taken in a statement of its own: all later
 * snapshots see all earlier grants. Two tasks found free on one snapshot do not conflict, since one of them is ahead. The
 * candidates are locked before the evaluating snapshot, so nobody changes them until the commit.
 *
 * <p><b>No deadlock.</b> Everyone locks the task first, then its reservation rows; marks are plain inserts. The pass takes
 * rows with SKIP LOCKED and waits for nothing but its own lock, which it takes first.
 *
 * <p>For one thread. Any number of dispatchers may each have one.
 */
public final class GrantPass {

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final GrantStatements statements;
    private final TransactionTemplate transactions;
    private final Retries retries;

    /**
     * Marks of transactions before this one need not be read again: the first read of a committed pass had a snapshot in
     * which they had all ended, and none was left. Any older value is right too. It spares a walk over the dead entries that
     * an old snapshot keeps alive. Forgotten after an error: the next connection may lead to another server.
     */
    private long floor;

    public GrantPass(JdbcClient jdbc, PlatformTransactionManager transactions, Retries retries, Grantor grantor) {
        this(jdbc, transactions, retries, grantor, GrantSql.ours());
    }

    GrantPass(
            JdbcClient jdbc, PlatformTransactionManager transactions, Retries retries, Grantor grantor, GrantSql sql) {
        this.statements = new GrantStatements(jdbc, sql, grantor);
        this.transactions = new TransactionTemplate(transactions);
        // Never part of somebody else's transaction.
        this.transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.retries = retries;
    }

    /**
     * One pass, one transaction. Of each lane the best that are grantable become READY, as many as it has room.
     *
     * @param lanes no lane twice
     * @return what is committed; nothing if another pass kept the lock for longer than {@code lock_timeout} (1 s)
     * @throws org.springframework.dao.DataAccessException if the database did not answer: nothing was granted, or it was and
     *     the answer is lost; then the publish leases run out and the tasks are found by whoever looks for such
     */
    public GrantResult run(List<Lane> lanes, GrantBounds bounds) {
        try {
            Step step = retries.whole(() -> inTransaction(lanes, bounds));
            floor = step.floor();
            return step.result();
        } catch (RuntimeException e) {
            floor = 0;
            if (Retries.sqlState(e).equals(LOCK_NOT_AVAILABLE)) {
                return GrantResult.BUSY;
            }
            throw e;
        }
    }

    /** Whether a pass over these lanes would find a mark or a candidate. Not whether it would grant. */
    public boolean pending(List<Lane> lanes) {
        return statements.pending(
                floor, lanes.stream().filter(lane -> lane.room() > 0).toList());
    }

    private record Step(GrantResult result, long floor) {}

    private Step inTransaction(List<Lane> lanes, GrantBounds bounds) {
        Step step = transactions.execute(status -> {
            statements.lock();
            Faults.at(FaultPoint.GRANT_LOCKED);
            WakeUps wakeUps = new WakeUps(statements, bounds, floor);
            if (!wakeUps.run()) {
                // Not all marks are used: a better one may still have to wake. The order comes before speed.
                return new Step(new GrantResult(List.of(), wakeUps.woken(), true), floor);
            }
            Grants grants = new Grants(statements, bounds, wakeUps.woken());
            boolean complete = grants.run(new ArrayList<>(lanes));
            return new Step(new GrantResult(grants.granted(), grants.looked(), !complete), wakeUps.floor());
        });
        if (step == null) {
            throw new IllegalStateException("a transaction without an answer");
        }
        return step;
    }
}
