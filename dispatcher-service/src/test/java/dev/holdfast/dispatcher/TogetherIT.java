package dev.holdfast.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Retries;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Submits, batches, priorities, cancels and pauses race with grants, claims and finishes: nobody is the victim of a deadlock. */
class TogetherIT {

    private static final int SUBMITS = 60;
    private static final Duration MOST = Duration.ofSeconds(90);

    private final List<String> ids = new ArrayList<>();
    private final Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
    private final AtomicInteger submitters = new AtomicInteger();
    private final Set<AttemptKey> unclaimed = new HashSet<>();
    private final SimpleMeterRegistry passes = new SimpleMeterRegistry();

    @Test
    void calls_race_with_grants_and_finishes_without_deadlocks() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        try (Api api = Api.startOn(Backing.database(), List.of())) {
            int route = api.rows().openRoute("default", "echo");
            List<Future<?>> racers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Random random = new Random(i);
                racers.add(pool.submit(repeat(SUBMITS, () -> submit(api, random))));
                racers.add(pool.submit(repeatWhile(() -> meddle(api, random))));
            }
            racers.add(pool.submit(repeatWhile(() -> pause(api))));
            Incarnation worker = api.rows().worker("w1", Duration.ofMinutes(5));
            GrantPass pass = pass(api, passes);
            racers.add(pool.submit(repeatWhile(() -> work(api, pass, route, worker))));
            for (Future<?> racer : racers) {
                racer.get(MOST.toSeconds(), TimeUnit.SECONDS);
            }
            while (work(api, pass, route, worker)) {
                // The queue is open now: what the race left over is run to the end.
            }

            assertThat(statuses.keySet()).isSubsetOf(200, 202, 409);
            assertThat(statuses.get(200)).hasValueGreaterThan(5);
            assertThat(api.bean(MeterRegistry.class)
                            .get("holdfast.store.retries")
                            .counter()
                            .count())
                    .isZero();
            assertThat(passes.get("holdfast.store.retries").counter().count()).isZero();
            assertThat(api.count("task_done")).isPositive();
            assertThat(api.count("task_done where state = 'SUCCEEDED'")).isPositive();
            assertThat(api.count("task")).isEqualTo(api.count("task_live") + api.count("task_done"));
            assertThat(api.count("reservation r where not exists (select from task_live l where l.id = r.task_id)"))
                    .isZero();
        } finally {
            pool.shutdownNow();
        }
    }

    private void submit(Api api, Random random) {
        String task = "{\"type\":\"echo\",\"priority\":" + random.nextInt(10) + ",\"resources\":["
                + "{\"resource\":\"r" + random.nextInt(3) + "\"},"
                + "{\"resource\":\"s" + random.nextInt(3) + "\",\"mode\":\"SHARED\"}]}";
        Answer answer = random.nextInt(4) == 0
                ? api.post("/tasks:batch", "{\"tasks\":[" + task + "," + task + "," + task + "]}")
                : api.post("/tasks", task);
        count(answer);
        if (answer.body().has("id")) {
            synchronized (ids) {
                ids.add(answer.id());
            }
        }
    }

    private void meddle(Api api, Random random) throws InterruptedException {
        String id;
        synchronized (ids) {
            if (ids.isEmpty()) {
                ids.wait(10);
                return;
            }
            id = ids.get(random.nextInt(ids.size()));
        }
        count(
                random.nextInt(4) == 0
                        ? api.post("/tasks/" + id + "/cancel")
                        : api.patch("/tasks/" + id, "{\"priority\":" + random.nextInt(10) + "}"));
        count(api.get("/tasks/" + id + "/why"));
    }

    private void pause(Api api) {
        count(api.post("/queues/default/pause"));
        count(api.post("/queues/default/resume"));
    }

    /** Grants, and claims what was granted until it could: a paused queue gives nothing away, so it is asked again. */
    private boolean work(Api api, GrantPass pass, int route, Incarnation worker) {
        pass.run(List.of(new Lane(route, false, 5)), GrantBounds.DEFAULT).granted().stream()
                .map(Granted::key)
                .forEach(unclaimed::add);
        if (unclaimed.isEmpty()) {
            return false;
        }
        List<ClaimResult> results = new Claims(api.jdbc()).claim(worker, "w1", List.copyOf(unclaimed));
        results.stream()
                .filter(result -> !(result instanceof ClaimResult.Paused))
                .map(ClaimResult::key)
                .forEach(unclaimed::remove);
        List<AttemptEnd> ends = results.stream()
                .filter(ClaimResult.Claimed.class::isInstance)
                .map(claimed -> AttemptEnd.succeeded(claimed.key(), "1"))
                .toList();
        api.bean(Settlements.class).end(worker, "worker w1", "", ends);
        return true;
    }

    private static GrantPass pass(Api api, SimpleMeterRegistry passes) {
        // One data source for both: a statement of another one would stand outside of the transaction, and lock
        // nothing.
        DataSource source = api.database().dataSource();
        return new GrantPass(
                JdbcClient.create(source),
                new JdbcTransactionManager(source),
                new Retries(passes),
                new Grantor(UUID.randomUUID(), "test", Duration.ofSeconds(10)));
    }

    private void count(Answer answer) {
        statuses.computeIfAbsent(answer.status(), s -> new AtomicInteger()).incrementAndGet();
        if (answer.status() >= 500) {
            throw new AssertionError(answer.toString());
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private Callable<Boolean> repeat(int times, Step step) {
        submitters.incrementAndGet();
        return () -> {
            try {
                for (int i = 0; i < times; i++) {
                    step.run();
                }
            } finally {
                submitters.decrementAndGet();
            }
            return true;
        };
    }

    /** For as long as anybody submits, and once more. */
    private Callable<Boolean> repeatWhile(Step step) {
        return () -> {
            do {
                step.run();
            } while (submitters.get() > 0);
            return true;
        };
    }
}
