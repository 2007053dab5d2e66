package dev.holdfast.store.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Looks at all invariants. Each statement is a short read-only transaction of its own, bounded by what is active, by a limit,
 * or by a slice; one that is not answered in time makes its invariants unknown and leaves the others.
 *
 * <p>What could be a picture of a moment counts only when a second look sees it too. Thread-safe; one check at a time.
 */
public final class Checks {

    /** More violations of one invariant are not listed. */
    public static final int CAP = 200;

    /** So many tasks that ended last are looked at each time. */
    private static final int RECENT = 500;

    private static final String FIRST_ID = new UUID(0, 0).toString();

    private final CheckStatements statements;
    private final TransactionTemplate transactions;
    private final BrokerDepths broker;
    private final Lock turn;
    private final LongSupplier nanoClock;
    private final Sightings sightings;
    private final Walk tasks = new Walk("tasks", FIRST_ID, false, v -> String.valueOf(v.task()));
    private final Walk reservations = new Walk("reservations", FIRST_ID, true, v -> String.valueOf(v.task()));
    private final Walk watches = new Walk("watched resources", "", false, v -> String.valueOf(v.resource()));

    /**
     * @param broker {@link BrokerDepths#NONE} leaves {@link Invariant#LOST_MESSAGES} unknown
     * @param turn held for each statement, for those who share one connection
     */
    public Checks(
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            CheckBounds bounds,
            BrokerDepths broker,
            Lock turn,
            LongSupplier nanoClock) {
        this.statements = new CheckStatements(jdbc, bounds);
        this.transactions = new TransactionTemplate(transactions);
        this.transactions.setReadOnly(true);
        this.broker = broker;
        this.turn = turn;
        this.nanoClock = nanoClock;
        this.sightings = new Sightings(nanoClock);
    }

    /**
     * One look; and a second one, up to 5 s later, if the first saw something that may be over by then.
     *
     * @param walks how long the walks over what waits may take in all; each goes one slice at least
     * @return one finding of each invariant
     * @throws org.springframework.dao.DataAccessException if the database is away
     */
    public synchronized List<Finding> check(Duration walks) {
        sightings.forget();
        List<Finding> findings = look(walks);
        Duration doubt = sightings.doubt();
        if (doubt.isZero()) {
            return findings;
        }
        Pause.of(doubt);
        return look(walks);
    }

    /** One look: what was in no look before is not reported if it is to be confirmed. */
    synchronized List<Finding> look(Duration walks) {
        Round round = new Round();
        alone(round, Invariant.CONFLICTING_HOLDERS, "conflicting-holders");
        alone(round, Invariant.DEAD_RUNNERS, "dead-runners");
        alone(round, Invariant.WAITING_IN_NO_LINE, "wrong-side");
        alone(round, Invariant.WAITING_IN_NO_LINE, "overdue-start");
        alone(round, Invariant.UNPUBLISHED, "unpublished");
        alone(round, Invariant.OLD_SNAPSHOT, "old-snapshots");
        activeAndRecent(round);
        lostMessages(round);
        long begun = nanoClock.getAsLong();
        long third = walks.toNanos() / 3;
        walkTasks(round, begun + third);
        walkReservations(round, begun + 2 * third);
        walkWatches(round, begun + 3 * third);
        return round.findings(sightings);
    }

    /** How long to wait before another look confirms what the last one saw for the first time; zero: nothing is in doubt. */
    synchronized Duration doubt() {
        return sightings.doubt();
    }

    private void alone(Round round, Invariant invariant, String statement) {
        round.add(invariant, round.ask(() -> inTurn(() -> statements.violations(statement)), List.of(), invariant));
    }

    private void activeAndRecent(Round round) {
        Set<String> holders = ids(round, "holders", CheckStatements.MOST_ACTIVE, Invariant.RESERVED_FOR_NOBODY);
        among(round, Invariant.RESERVED_FOR_NOBODY, "reserved-for-nobody", holders);
        Set<String> active = ids(round, "active", CheckStatements.MOST_ACTIVE, Invariant.HELD_WITHOUT_GRANT);
        Set<String> looked = new LinkedHashSet<>(active);
        holders.addAll(active);
        among(round, Invariant.HELD_WITHOUT_GRANT, "held-without-grant", holders);
        looked.addAll(ids(round, "recent-ends", RECENT, Invariant.BROKEN_HISTORY, Invariant.TWO_ENDS));
        among(round, Invariant.BROKEN_HISTORY, "broken-histories", looked);
        among(round, Invariant.TWO_ENDS, "two-ends", looked);
    }

    private void lostMessages(Round round) {
        if (broker == BrokerDepths.NONE) {
            round.unknown(Invariant.LOST_MESSAGES, "only a dispatcher can ask the broker");
            return;
        }
        for (QueuedRoute route :
                round.ask(() -> inTurn(statements::published), List.<QueuedRoute>of(), Invariant.LOST_MESSAGES)) {
            OptionalInt ready = broker.ready(route.name());
            if (ready.isEmpty()) {
                round.unknown(Invariant.LOST_MESSAGES, "the broker cannot be asked now");
                return;
            }
            round.add(Invariant.LOST_MESSAGES, route.missing(ready.getAsInt()));
        }
    }

    private void walkTasks(Round round, long deadline) {
        Walk.Judge judge = ids -> {
            List<Violation> all = new ArrayList<>();
            all.addAll(among(round, Invariant.WAITING_IN_NO_LINE, "broken-lines", ids));
            all.addAll(among(round, Invariant.BROKEN_HISTORY, "broken-histories", ids));
            all.addAll(among(round, Invariant.TWO_ENDS, "two-ends", ids));
            return all;
        };
        Invariant[] judged = {Invariant.WAITING_IN_NO_LINE, Invariant.BROKEN_HISTORY, Invariant.TWO_ENDS};
        walk(round, tasks, "next-tasks", judge, deadline, judged);
    }

    private void walkReservations(Round round, long deadline) {
        Walk.Judge judge = ids -> among(round, Invariant.RESERVED_FOR_NOBODY, "reserved-for-nobody", ids);
        walk(round, reservations, "next-reservations", judge, deadline, Invariant.RESERVED_FOR_NOBODY);
    }

    private void walkWatches(Round round, long deadline) {
        Invariant invariant = Invariant.WAITING_IN_NO_LINE;
        Walk.Judge judge = resources -> round.add(
                invariant, round.ask(() -> inTurn(() -> statements.lostWakeUps(resources)), List.of(), invariant));
        walk(round, watches, "next-watches", judge, deadline, invariant);
    }

    private void walk(
            Round round, Walk walk, String statement, Walk.Judge judge, long deadline, Invariant... invariants) {
        walk.go(
                cursor -> round.ask(
                        () -> inTurn(() -> statements.next(statement, cursor, Walk.SLICE)), List.of(), invariants),
                judge,
                nanoClock,
                deadline);
        Arrays.stream(invariants).forEach(invariant -> round.coverage(invariant, walk.coverage()));
    }

    private List<Violation> among(Round round, Invariant invariant, String statement, Collection<String> ids) {
        return round.add(
                invariant, round.ask(() -> inTurn(() -> statements.among(statement, ids)), List.of(), invariant));
    }

    private Set<String> ids(Round round, String statement, int most, Invariant... invariants) {
        return new LinkedHashSet<>(
                round.ask(() -> inTurn(() -> statements.ids(statement, most)), List.of(), invariants));
    }

    private <T> T inTurn(Supplier<T> question) {
        turn.lock();
        try {
            return Objects.requireNonNull(transactions.execute(tx -> {
                statements.settings();
                return question.get();
            }));
        } finally {
            turn.unlock();
        }
    }
}
