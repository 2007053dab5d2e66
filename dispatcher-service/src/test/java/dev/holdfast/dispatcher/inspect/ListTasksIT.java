package dev.holdfast.dispatcher.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ListTasksIT {

    private static Api api;

    @BeforeAll
    static void start() {
        api = Api.start();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void pages_follow_each_other_without_gaps_while_tasks_come_in() {
        List<String> submitted = batch("paged", 230);
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = api.get("/tasks?type=paged&limit=50" + cursor);
            assertThat(page.status()).isEqualTo(200);
            seen.addAll(ids(page));
            batch("paged", 3);
            cursor = page.body().get("next").isNull()
                    ? null
                    : "&cursor=" + page.body().get("next").stringValue();
        } while (cursor != null);

        Collections.reverse(submitted);
        assertThat(seen).isEqualTo(submitted);
    }

    @Test
    void the_last_page_has_no_next_even_if_it_is_full() {
        batch("full", 4);

        assertThat(api.get("/tasks?type=full&limit=4").body().get("next").isNull())
                .isTrue();
        assertThat(api.get("/tasks?type=full&limit=3").body().get("next").isNull())
                .isFalse();
    }

    @Test
    @Answers("P18")
    void each_filter_finds_its_tasks() {
        String a = api.submit("{\"type\":\"f1\",\"queue\":\"fq\",\"labels\":{\"team\":\"x,y\",\"n\":\"1\"},"
                + "\"resources\":[{\"resource\":\"repo:1 ü\"}],\"payload\":\"large\"}");
        String b = api.submit("{\"type\":\"f2\",\"queue\":\"fq\",\"labels\":{\"team\":\"x,y\",\"n\":\"2\"}}");
        String c = api.submit("{\"type\":\"f2\",\"delay\":\"1h\"}");
        api.post("/tasks/" + b + "/cancel");

        assertThat(ids("type=f1")).containsExactly(a);
        assertThat(ids("queue=fq")).containsExactly(b, a);
        assertThat(ids("label=team:x%2Cy")).containsExactly(b, a);
        assertThat(ids("label=team:x%2Cy&label=n:1")).containsExactly(a);
        assertThat(ids("label=team:x")).isEmpty();
        assertThat(ids("resource=repo:1%20%C3%BC")).containsExactly(a);
        assertThat(ids("resource=repo:1")).isEmpty();
        assertThat(ids("state=CANCELED&queue=fq")).containsExactly(b);
        assertThat(ids("state=WAITING&queue=fq")).containsExactly(a);
        assertThat(ids("state=WAITING&state=CANCELED&queue=fq")).containsExactly(b, a);
        assertThat(ids("state=SCHEDULED&type=f2")).containsExactly(c);
        assertThat(ids("reason=USER&type=f2")).containsExactly(b);
        assertThat(ids("reason=TIMEOUT&type=f2")).isEmpty();
        assertThat(ids("type=f2&createdAfter=2020-01-01T00:00:00Z")).containsExactly(c, b);
        assertThat(ids("type=f2&createdBefore=2020-01-01T00:00:00Z")).isEmpty();
        assertThat(ids("type=f2&finishedAfter=2020-01-01T00:00:00Z")).containsExactly(b);
        assertThat(ids("type=f2&finishedBefore=2020-01-01T00:00:00%2B02:00")).isEmpty();
        assertThat(api.get("/tasks?type=f1").text()).doesNotContain("large");
    }

    @Test
    void tasks_are_found_by_the_worker_that_runs_or_ran_them() {
        Incarnation worker = api.rows().worker("finder", Duration.ofMinutes(1));
        AttemptKey done = api.rows().draft().running(worker);
        AttemptKey running = api.rows().draft().running(worker);
        api.bean(Settlements.class).end(worker, "worker finder", "", List.of(AttemptEnd.succeeded(done, "1")));

        assertThat(ids("worker=finder")).containsExactlyInAnyOrder(text(done), text(running));
        assertThat(ids("worker=finder&state=RUNNING")).containsExactly(text(running));
        assertThat(ids("worker=finder&state=SUCCEEDED")).containsExactly(text(done));
    }

    @Test
    void what_cannot_be_understood_is_refused() {
        for (String query : List.of(
                "stat=FAILED",
                "state=GONE",
                "reason=WHIM",
                "label=x",
                "limit=x",
                "cursor=x",
                "cursor=AAAA",
                "createdAfter=yesterday",
                "type=%00",
                "label=a:%00")) {
            assertThat(api.get("/tasks?" + query).status()).as(query).isEqualTo(400);
        }
        assertThat(api.get("/tasks?limit=0").status()).isEqualTo(422);
        assertThat(api.get("/tasks?limit=201").status()).isEqualTo(422);
    }

    /** A million tasks must not be read for a page: each of these can be answered from an index. */
    @Test
    void a_page_does_not_read_all_tasks() {
        batch("bulk", 3_000);
        api.jdbc().sql("analyze").update();
        for (String where : List.of(
                "",
                "where type = 'bulk'",
                "where queue = 'default'",
                "where done_state = 'FAILED'",
                "where reason in ('TIMEOUT')",
                "where id < gen_random_uuid()")) {
            List<String> plan = api.jdbc()
                    .sql("explain select id, state, labels from task_overview " + where + " order by id desc limit 50")
                    .query(String.class)
                    .list();
            assertThat(plan).as(where).noneMatch(line -> line.contains("Seq Scan on task "));
        }
    }

    private static String text(AttemptKey key) {
        return key.task().toString();
    }

    private static List<String> batch(String type, int count) {
        String tasks = IntStream.range(0, count)
                .mapToObj(i -> "{\"type\":\"" + type + "\"}")
                .collect(Collectors.joining(","));
        Answer answer = api.post("/tasks:batch", "{\"tasks\":[" + tasks + "]}");
        assertThat(answer.status()).isEqualTo(202);
        return new ArrayList<>(ids(answer));
    }

    private static List<String> ids(String query) {
        Answer answer = api.get("/tasks?" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return ids(answer);
    }

    private static List<String> ids(Answer answer) {
        return answer.body()
                .get("tasks")
                .valueStream()
                .map(t -> t.get("id").stringValue())
                .toList();
    }
}
