package dev.holdfast.store.grant;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.WorkerLostPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A fresh database with three open routes and some workers, and what a test does to it. */
final class Stage implements AutoCloseable {

    static final int ROUTES = 3;

    private final Database database = Backing.database();
    private final List<Session> sessions = new ArrayList<>();
    final Session main = session();
    final List<Integer> routes = new ArrayList<>();
    final List<Incarnation> workers = new ArrayList<>();

    Stage() {
        TaskRows rows = new TaskRows(main.jdbc);
        for (int i = 1; i <= ROUTES; i++) {
            routes.add(rows.openRoute("default", "t" + i));
        }
        for (int i = 1; i <= 6; i++) {
            workers.add(rows.worker("w" + i, Duration.ofHours(1)));
        }
    }

    /** As new, but for the numbers in use. */
    Stage clear() {
        main.jdbc.sql("delete from grant_mark").update();
        main.jdbc.sql("delete from reservation").update();
        main.jdbc.sql("delete from task_live").update();
        main.jdbc.sql("delete from task").update();
        main.jdbc.sql("update route set served = true").update();
        return this;
    }

    Session session() {
        Session session = new Session(database);
        sessions.add(session);
        return session;
    }

    /** Both lanes of each route with this room. */
    List<Lane> lanes(int room) {
        return routes.stream()
                .flatMap(route -> List.of(new Lane(route, false, room), new Lane(route, true, room)).stream())
                .toList();
    }

    /** What is asked of a submit. @param real through the store's own class, which may make it a watcher at once */
    record Wish(int route, int urgency, Map<String, Boolean> resources, boolean real, int maxAttempts, int maxLost) {

        static Wish of(int route, Map<String, Boolean> resources) {
            return new Wish(route, 1, resources, false, 1, 3);
        }

        Submission submission(TaskId id, RouteName name) {
            List<ResourceRequest> requests = resources.entrySet().stream()
                    .map(r -> new ResourceRequest(r.getKey(), r.getValue() ? Mode.EXCLUSIVE : Mode.SHARED))
                    .toList();
            Backoff none = new Backoff(Duration.ZERO, Duration.ZERO, 1, 0);
            return new Submission(
                    id,
                    name,
                    "{}",
                    requests,
                    Map.of(),
                    9 - urgency,
                    null,
                    null,
                    null,
                    new Policies(Duration.ofHours(1), maxAttempts, none, maxLost, WorkerLostPolicy.RESUBMIT),
                    null);
        }
    }

    TaskId submit(Session by, Wish wish) {
        TaskId id = TaskId.next();
        if (wish.real()) {
            RouteName name = new RouteName("default", "t" + (routes.indexOf(wish.route()) + 1));
            by.submissions.submit("test", List.of(wish.submission(id, name)));
        } else {
            insertCandidate(by, wish, id);
        }
        return id;
    }

    /** In line as a candidate, as a task that comes back would be. */
    private static void insertCandidate(Session by, Wish wish, TaskId id) {
        by.jdbc
                .sql("""
                with t as (
                  insert into task (id, type, queue, payload, resources, priority, timeout_ms, max_attempts, max_lost,
                    on_worker_lost, backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter)
                  select :id, q.type, q.queue, '{}', '[]', 9 - :urgency, 3600000, :max_attempts, :max_lost, 'RESUBMIT', 0, 0, 1, 0
                  from route q where q.id = :route),
                l as (
                  insert into task_live (id, route, state, urgency, place, resources, wait)
                  select :id, q.id, 'WAITING', :urgency, nextval('place'), cardinality(cast(:names as text[])),
                    case when q.open then 'C' else 'P' end
                  from route q where q.id = :route
                  returning id, place, urgency, wait),
                r as (
                  insert into reservation (task_id, resource, exclusive, urgency, place, status)
                  select l.id, n.resource, n.exclusive, l.urgency, l.place, case when l.wait = 'P' then 'P' else 'W' end
                  from l, unnest(cast(:names as text[]), cast(:modes as boolean[])) as n (resource, exclusive))
                insert into history (task_id, version, to_state, attempt, actor) select l.id, 1, 'WAITING', 0, 'test' from l""")
                .param("id", id.value())
                .param("route", wish.route())
                .param("urgency", wish.urgency())
                .param("max_attempts", wish.maxAttempts())
                .param("max_lost", wish.maxLost())
                .param("names", wish.resources().keySet().toArray(String[]::new))
                .param("modes", wish.resources().values().toArray(Boolean[]::new))
                .update();
    }

    /** Watchers of {@code exclusive} on the first route, each of which shares {@code shared}; with one mark. */
    void insertMany(int count, String exclusive, String shared) {
        main.jdbc
                .sql("""
                with n as materialized (select gen_random_uuid() as id, nextval('place') as place from generate_series(1, :count)),
                t as (
                  insert into task (id, type, queue, payload, resources, priority, timeout_ms, max_attempts, max_lost,
                    on_worker_lost, backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter)
                  select n.id, q.type, q.queue, '{}', '[]', 8, 3600000, 1, 3, 'RESUBMIT', 0, 0, 1, 0
                  from n, route q where q.id = :route),
                l as (
                  insert into task_live (id, route, state, urgency, place, resources, wait, watch, watch_exclusive)
                  select n.id, :route, 'WAITING', 1, n.place, 2, 'W', :exclusive, true from n),
                r as (
                  insert into reservation (task_id, resource, exclusive, urgency, place, status)
                  select n.id, x.resource, x.exclusive, 1, n.place, 'W'
                  from n, (values (:exclusive, true), (:shared, false)) as x (resource, exclusive))
                insert into grant_mark (resource) values (:exclusive)""")
                .param("count", count)
                .param("route", routes.get(0))
                .param("exclusive", exclusive)
                .param("shared", shared)
                .update();
    }

    void setOpen(Session by, int route, boolean open) {
        by.jdbc
                .sql("update route set served = :open where id = :route")
                .param("open", open)
                .param("route", route)
                .update();
    }

    /** READY attempts run at once, by a worker of one's choice. */
    void claim(Session by, Incarnation worker, AttemptKey key) {
        by.claims.claim(worker, "w", List.of(key));
    }

    /** Which process runs a task now. */
    @Nullable Incarnation owner(Session by, TaskId id) {
        return by.jdbc
                .sql("select incarnation from task_live where id = ? and incarnation is not null")
                .params(id.value())
                .query(UUID.class)
                .optional()
                .map(Incarnation::new)
                .orElse(null);
    }

    Set<String> marks() {
        return new TaskRows(main.jdbc).marks();
    }

    @Override
    public void close() {
        sessions.forEach(Session::close);
    }
}
