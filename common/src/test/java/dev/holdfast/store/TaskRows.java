package dev.holdfast.store;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.Registration;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Puts tasks into a test database in a state of one's choice, and reads what became of them. */
public final class TaskRows {

    private final JdbcClient jdbc;

    public TaskRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** For one of several tests in one database: whatever an earlier one left there is gone. */
    public static TaskRows inEmptyTables(JdbcClient jdbc) {
        jdbc.sql("truncate task, task_live, task_done, reservation, grant_mark, history, attempt, stale_message,"
                        + " idempotency_key, worker cascade")
                .update();
        return new TaskRows(jdbc);
    }

    /** A task to insert; type {@code echo} in queue {@code default}, no resources, the defaults of a submission. */
    public final class Draft {
        private String queue = "default";
        private String type = "echo";
        private final Map<String, Boolean> resources = new LinkedHashMap<>();
        private int priority;
        private int maxAttempts = 1;
        private int maxLost = 3;
        private String onWorkerLost = "RESUBMIT";
        private Duration timeout = Duration.ofHours(24);

        public Draft type(String value) {
            type = value;
            return this;
        }

        public Draft queue(String value) {
            queue = value;
            return this;
        }

        public Draft exclusive(String resource) {
            resources.put(resource, true);
            return this;
        }

        public Draft shared(String resource) {
            resources.put(resource, false);
            return this;
        }

        public Draft priority(int value) {
            priority = value;
            return this;
        }

        public Draft maxAttempts(int value) {
            maxAttempts = value;
            return this;
        }

        public Draft maxLost(int value) {
            maxLost = value;
            return this;
        }

        public Draft onWorkerLost(String value) {
            onWorkerLost = value;
            return this;
        }

        public Draft timeout(Duration value) {
            timeout = value;
            return this;
        }

        /** In line as a candidate, on a route that is open. */
        public TaskId waiting() {
            int route = openRoute(queue, type);
            TaskId id = TaskId.next();
            jdbc.sql("""
                    insert into task (id, type, queue, payload, resources, priority, timeout_ms, max_attempts, max_lost,
                      on_worker_lost, backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter)
                    values (?, ?, ?, '{"n": 1}', '[]', ?, ?, ?, ?, ?, 1000, 60000, 2, 0)""")
                    .params(id.value(), type, queue, priority, timeout.toMillis(), maxAttempts, maxLost, onWorkerLost)
                    .update();
            Long place = jdbc.sql("select nextval('place')").query(Long.class).single();
            jdbc.sql("""
                    insert into task_live (id, route, state, urgency, place, resources, wait)
                    values (?, ?, 'WAITING', ?, ?, ?, 'C')""")
                    .params(id.value(), route, 9 - priority, place, resources.size())
                    .update();
            resources.forEach((resource, exclusive) -> jdbc.sql("""
                    insert into reservation (task_id, resource, exclusive, urgency, place, status)
                    values (?, ?, ?, ?, ?, 'W')""")
                    .params(id.value(), resource, exclusive, 9 - priority, place)
                    .update());
            jdbc.sql(
                            "insert into history (task_id, version, to_state, attempt, actor) values (?, 1, 'WAITING', 0, 'test')")
                    .params(id.value())
                    .update();
            return id;
        }

        /** Granted and with the broker, without asking whether it might be. */
        public AttemptKey queued() {
            return grant(waiting());
        }

        /** Claimed by {@code worker}. */
        public AttemptKey running(Incarnation worker) {
            AttemptKey key = queued();
            List<ClaimResult> results = new Claims(jdbc).claim(worker, "test", List.of(key));
            if (!(results.get(0) instanceof ClaimResult.Claimed)) {
                throw new IllegalStateException("not claimed: " + results);
            }
            return key;
        }
    }

    public Draft draft() {
        return new Draft();
    }

    /** WAITING → QUEUED with its reservations held, whatever stands in the way. */
    public AttemptKey grant(TaskId id) {
        jdbc.sql("update reservation set status = 'H' where task_id = ?")
                .params(id.value())
                .update();
        Integer attempt = jdbc.sql("""
                update task_live
                set state = 'QUEUED', version = version + 1, attempt = attempt + 1, wait = null, watch = null,
                  watch_exclusive = null, published_at = clock_timestamp(), due_at = null
                where id = ? returning attempt""").params(id.value()).query(Integer.class).single();
        return new AttemptKey(id, attempt);
    }

    /** A worker that is alive, for queue {@code default} and type {@code echo}, with a lease of {@code ttl} from now. */
    public Incarnation worker(String name, Duration ttl) {
        Incarnation incarnation = Incarnation.next();
        new Heartbeats(jdbc)
                .register(new Registration(
                        incarnation, name, "test-host", 4711, Set.of("default"), Set.of("echo"), 10, ttl));
        return incarnation;
    }

    /** Ends a worker's lease now, as if it had not renewed it for a whole ttl. */
    public void expireLease(Incarnation worker) {
        jdbc.sql("update worker set lease_until = clock_timestamp() - interval '1 ms' where incarnation = ?")
                .params(worker.id())
                .update();
    }

    public int openRoute(String queue, String type) {
        jdbc.sql("insert into queue (name) values (?) on conflict do nothing")
                .params(queue)
                .update();
        jdbc.sql("insert into route (queue, type, served) values (?, ?, true) on conflict do nothing")
                .params(queue, type)
                .update();
        return jdbc.sql("select id from route where queue = ? and type = ?")
                .params(queue, type)
                .query(Integer.class)
                .single();
    }

    /** {@code STATE} or {@code STATE/REASON}. */
    public String state(TaskId id) {
        return jdbc.sql("select state || coalesce('/' || reason, '') from task_overview where id = ?")
                .params(id.value())
                .query(String.class)
                .single();
    }

    /** The reservations of a task as {@code resource=status}, sorted. */
    public List<String> reservations(TaskId id) {
        return jdbc.sql("select resource || '=' || cast(status as text) from reservation where task_id = ? order by 1")
                .params(id.value())
                .query(String.class)
                .list();
    }

    /** The transitions of a task as {@code FROM>TO}, in order. */
    public List<String> history(TaskId id) {
        return jdbc.sql(
                        "select coalesce(from_state, '') || '>' || to_state from history where task_id = ? order by version")
                .params(id.value())
                .query(String.class)
                .list();
    }

    /** The resources that have a wake-up mark. */
    public Set<String> marks() {
        return Set.copyOf(jdbc.sql("select distinct resource from grant_mark")
                .query(String.class)
                .list());
    }
}
