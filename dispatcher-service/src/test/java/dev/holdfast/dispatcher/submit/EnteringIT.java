package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How tasks stand in the store when their submit has been answered. */
class EnteringIT {

    private static Api api;

    @BeforeAll
    static void start() {
        api = Api.start();
        api.rows().openRoute("default", "echo");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void on_an_open_route_a_task_enters_as_a_candidate() {
        String id = api.submit("{\"type\":\"echo\",\"resources\":[{\"resource\":\"free\"}]}");

        assertThat(live(id)).isEqualTo("WAITING C null 9");
        assertThat(api.rows().reservations(TaskId.of(id))).containsExactly("free=W");
    }

    @Test
    void behind_a_holder_it_enters_as_its_watcher_with_a_mark() {
        api.rows().grant(api.rows().draft().exclusive("held").waiting());
        api.jdbc().sql("delete from grant_mark").update();

        String id = api.submit("{\"type\":\"echo\",\"resources\":[{\"resource\":\"a\"},{\"resource\":\"held\"}]}");

        assertThat(live(id)).isEqualTo("WAITING W held 9");
        assertThat(api.rows().marks()).containsExactly("held");
        assertThat(api.rows().reservations(TaskId.of(id))).containsExactly("a=W", "held=W");
    }

    @Test
    void behind_an_exclusive_request_of_its_urgency_or_a_higher_one_it_watches_too() {
        api.submit("{\"type\":\"echo\",\"priority\":5,\"resources\":[{\"resource\":\"line\"}]}");

        assertThat(live(api.submit("{\"type\":\"echo\",\"priority\":5,\"resources\":[{\"resource\":\"line\"}]}")))
                .isEqualTo("WAITING W line 4");
        assertThat(live(api.submit("{\"type\":\"echo\",\"priority\":6,\"resources\":[{\"resource\":\"line\"}]}")))
                .isEqualTo("WAITING C null 3");
        assertThat(
                        live(
                                api.submit(
                                        "{\"type\":\"echo\",\"priority\":1,\"resources\":[{\"resource\":\"line\",\"mode\":\"SHARED\"}]}")))
                .isEqualTo("WAITING C null 8");
    }

    @Test
    void on_a_closed_route_it_is_parked() {
        String id = api.submit("{\"type\":\"unknown\",\"queue\":\"new\",\"resources\":[{\"resource\":\"parked\"}]}");

        assertThat(live(id)).isEqualTo("WAITING P null 9");
        assertThat(api.rows().reservations(TaskId.of(id))).containsExactly("parked=P");
    }

    @Test
    void a_new_route_that_a_live_worker_serves_is_open_at_once() {
        api.jdbc()
                .sql(
                        "insert into worker (incarnation, name, state, host, pid, queues, types, slots, ttl_ms, lease_until)"
                                + " values (gen_random_uuid(), 'w', 'ALIVE', 'h', 1, '{fresh}', '{t}', 1, 10000, now() + interval '1 h')")
                .update();

        assertThat(live(api.submit("{\"type\":\"t\",\"queue\":\"fresh\"}"))).isEqualTo("WAITING C null 9");
    }

    @Test
    void a_task_of_the_future_is_scheduled_and_in_no_line() {
        String id = api.submit("{\"type\":\"echo\",\"delay\":\"1h\",\"resources\":[{\"resource\":\"later\"}]}");
        String at = api.submit("{\"type\":\"echo\",\"runAt\":\"2100-01-01T00:00:00+02:00\"}");
        String past = api.submit("{\"type\":\"echo\",\"runAt\":\"2020-01-01T00:00:00Z\"}");

        assertThat(live(id)).isEqualTo("SCHEDULED null null 9");
        assertThat(api.rows().reservations(TaskId.of(id))).containsExactly("later=P");
        assertThat(api.jdbc()
                        .sql("select place is null from task_live where id = cast(? as uuid)")
                        .param(id)
                        .query(Boolean.class)
                        .single())
                .isTrue();
        assertThat(api.get("/tasks/" + at).body().get("dueAt").stringValue()).isEqualTo("2099-12-31T22:00:00Z");
        assertThat(api.get("/tasks/" + id).body().get("state").stringValue()).isEqualTo("SCHEDULED");
        assertThat(live(past)).isEqualTo("WAITING C null 9");
    }

    @Test
    void the_places_of_a_batch_follow_its_order() {
        String tasks = IntStream.range(0, 3_000)
                .mapToObj(i ->
                        "{\"type\":\"echo\",\"labels\":{\"i\":\"" + i + "\"},\"resources\":[{\"resource\":\"b\"}]}")
                .collect(Collectors.joining(","));

        Answer answer = api.post("/tasks:batch", "{\"tasks\":[" + tasks + "]}");

        assertThat(answer.status()).isEqualTo(202);
        List<String> ids = answer.body()
                .get("tasks")
                .valueStream()
                .map(t -> t.get("id").stringValue())
                .toList();
        List<String> byPlace = api.jdbc()
                .sql("select l.id from task_live l join task t using (id) where jsonb_exists(t.labels, 'i')"
                        + " order by l.place")
                .query(String.class)
                .list();
        assertThat(byPlace).isEqualTo(ids);
        assertThat(api.jdbc()
                        .sql(
                                "select count(*) from reservation r join task_live l on l.id = r.task_id and r.place = l.place where r.resource = 'b'")
                        .query(Long.class)
                        .single())
                .isEqualTo(3_000);
    }

    @Test
    @Answers("O33")
    void text_that_looks_like_an_escape_of_nul_is_kept() {
        String id = api.submit("{\"type\":\"echo\",\"payload\":{\"a\":\"\\\\u0000\",\"b\":\"\\u20ac\"}}");

        assertThat(api.get("/tasks/" + id).text()).contains("{\"a\":\"\\\\u0000\",\"b\":\"\\u20ac\"}");
    }

    @Test
    @Answers("O35")
    void a_payload_as_deep_as_allowed_is_kept() {
        String deep = "[".repeat(63) + "]".repeat(63);

        assertThat(api.get("/tasks/" + api.submit("{\"type\":\"echo\",\"payload\":" + deep + "}"))
                        .text())
                .contains(deep);
        assertThat(api.post("/tasks:batch", "{\"tasks\":[{\"type\":\"echo\",\"payload\":" + deep + "}]}")
                        .status())
                .isEqualTo(202);
    }

    @Test
    @Answers("O23")
    void a_delay_of_any_length_ends_when_it_says() {
        for (String delay : List.of("2147483648ms", "4294967296ms", "3650d", "36500d")) {
            String id = api.submit("{\"type\":\"echo\",\"delay\":\"" + delay + "\"}");
            long millis = delay.endsWith("ms")
                    ? Long.parseLong(delay.replace("ms", ""))
                    : Duration.ofDays(Long.parseLong(delay.replace("d", ""))).toMillis();

            assertThat(api.jdbc()
                            .sql("select round(extract(epoch from l.due_at - t.created_at) * 1000)"
                                    + " from task_live l join task t using (id) where id = cast(? as uuid)")
                            .param(id)
                            .query(Long.class)
                            .single())
                    .as(delay)
                    .isBetween(millis - 1_000, millis + 1_000);
            assertThat(live(id)).startsWith("SCHEDULED");
        }
    }

    @Test
    @Answers("O33")
    void numbers_that_fit_nowhere_are_kept_as_they_were_written() {
        String payload = "{\"n\":1e400,\"m\":-0.0,\"k\":12345678901234567890.10}";
        String id = api.submit("{\"type\":\"echo\",\"payload\":" + payload + "}");

        assertThat(api.jdbc()
                        .sql("select cast(payload as text) from task where id = cast(? as uuid)")
                        .param(id)
                        .query(String.class)
                        .single())
                .isEqualTo(payload);
        assertThat(api.get("/tasks/" + id).status()).isEqualTo(200);
    }

    @Test
    @Answers("O9")
    void names_that_differ_in_case_are_different_and_both_are_shown() {
        String lower = api.submit("{\"type\":\"echo\",\"queue\":\"cased\"}");
        String upper = api.submit("{\"type\":\"echo\",\"queue\":\"Cased\"}");

        for (String id : List.of(lower, upper)) {
            assertThat(live(id)).isEqualTo("WAITING P null 9");
            assertThat(api.get("/tasks/" + id + "/why").body().get("summary").stringValue())
                    .startsWith("no live worker serves type echo in queue ");
        }
        assertThat(api.get("/queues").text()).contains("\"cased\"", "\"Cased\"");
    }

    private static String live(String id) {
        return api.jdbc()
                .sql(
                        "select concat_ws(' ', state, coalesce(cast(wait as text), 'null'), coalesce(watch, 'null'), urgency)"
                                + " from task_live where id = cast(? as uuid)")
                .param(id)
                .query(String.class)
                .single();
    }
}
