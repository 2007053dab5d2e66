package dev.holdfast.store.check;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Retries;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.Published;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.route.Routes;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** A database of one's own with tasks in it that went their way through the steps of the store, and its checks. */
final class CheckFixture {

    static final CheckBounds BOUNDS = new CheckBounds(
            Duration.ZERO,
            Duration.ofMillis(1),
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            Duration.ofSeconds(10));
    static final Duration TTL = Duration.ofSeconds(1);

    final Database database = Backing.database();
    /** One session: a connection for each statement would take most of the time. */
    final DataSource source =
            new SingleConnectionDataSource(database.url(), database.user(), database.password(), true);

    final JdbcClient jdbc = JdbcClient.create(source);
    final TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
    final Retries retries = new Retries(new SimpleMeterRegistry());
    final TaskRows rows = new TaskRows(jdbc);
    final Settlements settlements = new Settlements(jdbc);
    final WorkerEnds ends = new WorkerEnds(jdbc, transactions, settlements);
    final RepairNotes notes = new RepairNotes(jdbc);
    final int route = rows.openRoute("default", "echo");
    /** A worker that lives through the whole test. */
    final Incarnation living = rows.worker("living", Duration.ofHours(1));

    final AtomicLong clock = new AtomicLong();
    /** What the broker says to hold, or nothing if it cannot be asked. */
    OptionalInt brokerHolds = OptionalInt.of(1_000);

    final Checks checks = new Checks(
            jdbc,
            new DataSourceTransactionManager(source),
            BOUNDS,
            asked -> brokerHolds,
            new ReentrantLock(),
            clock::get);
    final RepairSteps steps = new RepairSteps(jdbc, transactions, retries, settlements, notes);
    private final OrphanedAttempts orphans = new OrphanedAttempts(jdbc, transactions, settlements);
    final Repairs repairs = new Repairs(
            jdbc,
            steps,
            new DeadRunners(jdbc, ends, orphans, steps, Duration.ofMillis(50), Duration.ofMillis(50)),
            new Conflicts(jdbc, steps),
            new Lines(jdbc, retries),
            new Routes(jdbc));
    final Failover failover = new Failover(jdbc, retries, ends, orphans, steps, Duration.ofMillis(50));

    private final GrantPass pass = new GrantPass(
            jdbc,
            new DataSourceTransactionManager(source),
            retries,
            new Grantor(UUID.randomUUID(), "dispatcher d1", Duration.ofSeconds(10)));
    private final Leases leases =
            new Leases(jdbc, new Publisher(UUID.randomUUID(), "dispatcher d1", Duration.ofSeconds(10)));

    /** READY, as a grant pass makes it. */
    AttemptKey ready(TaskId task) {
        grant();
        return new AttemptKey(task, number(task));
    }

    AttemptKey queued(TaskId task) {
        AttemptKey key = ready(task);
        leases.markQueued(List.of(new Published(key, 0)));
        return key;
    }

    AttemptKey running(TaskId task, Incarnation worker) {
        AttemptKey key = queued(task);
        new Claims(jdbc).claim(worker, "worker", List.of(key));
        return key;
    }

    void succeed(AttemptKey key, Incarnation worker) {
        settlements.end(worker, "worker", "", List.of(AttemptEnd.succeeded(key, "1")));
    }

    /** How long the server has been up. */
    Duration upFor() {
        return jdbc.sql("select (extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::bigint")
                .query((rs, row) -> Duration.ofMillis(rs.getLong(1)))
                .single();
    }

    /** A grant pass with room for all. */
    void grant() {
        pass.run(List.of(new Lane(route, false, 100)), GrantBounds.DEFAULT);
    }

    private int number(TaskId task) {
        return jdbc.sql("select attempt from task_live where id = ?")
                .params(task.value())
                .query(Integer.class)
                .single();
    }

    /** Two looks, between which whatever is in doubt is confirmed: what is violated, and by which tasks. */
    Map<Invariant, List<Violation>> violations() {
        checks.look(Duration.ofSeconds(10));
        clock.addAndGet(Duration.ofSeconds(10).toNanos());
        Map<Invariant, List<Violation>> violations = new TreeMap<>();
        for (Finding finding : checks.look(Duration.ofSeconds(10))) {
            if (!finding.isClean()) {
                violations.put(finding.invariant(), finding.violations());
            }
        }
        return violations;
    }

    /** Everything that the tables say of these tasks. */
    List<String> picture(List<TaskId> tasks) {
        List<String> all = new ArrayList<>();
        for (String table : List.of("task_live", "task_done", "history", "reservation", "attempt", "repair_note")) {
            String key = table.equals("task_live") || table.equals("task_done") ? "id" : "task_id";
            for (TaskId task : tasks) {
                all.addAll(jdbc.sql("select '%s ' || cast(x as text) from %s x where %s = ? order by 1"
                                .formatted(table, table, key))
                        .params(task.value())
                        .query(String.class)
                        .list());
            }
        }
        return all;
    }

    /** One task in each state that the fixture can bring about, none of which anything is wrong with. */
    List<TaskId> bystanders() {
        TaskId holder = rows.draft().exclusive("by:1").shared("by:2").waiting();
        running(holder, living);
        TaskId watcher = rows.draft().exclusive("by:1").waiting();
        TaskId queued = rows.draft().shared("by:2").waiting();
        queued(queued);
        TaskId ready = rows.draft().exclusive("by:3").waiting();
        ready(ready);
        TaskId done = rows.draft().exclusive("by:4").waiting();
        succeed(running(done, living), living);
        grant();
        return List.of(holder, watcher, queued, ready, done);
    }
}
