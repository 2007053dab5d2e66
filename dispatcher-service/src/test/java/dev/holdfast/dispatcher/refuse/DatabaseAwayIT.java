package dev.holdfast.dispatcher.refuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class DatabaseAwayIT {

    /** More than the pool's patience, less than anybody would wait. */
    private static final Duration BOUND = Duration.ofSeconds(10);

    @Test
    void while_the_database_is_away_calls_are_answered_soon_with_503_and_afterwards_as_before() {
        Database database = Backing.database();
        try (Api api = Api.startOn(database, List.of())) {
            String id = api.submit("{\"type\":\"echo\"}");
            JdbcClient admin = JdbcClient.create(new org.postgresql.ds.PGSimpleDataSource() {
                {
                    setUrl(database.url().replaceFirst("/[^/?]+(\\?|$)", "/postgres$1"));
                    setUser(database.user());
                    setPassword(database.password());
                }
            });
            String name = api.jdbc()
                    .sql("select current_database()")
                    .query(String.class)
                    .single();
            allow(admin, name, false);

            for (int i = 0; i < 3; i++) {
                long before = System.nanoTime();
                assertAway(api.post("/tasks", "{\"type\":\"echo\"}", "Idempotency-Key", "away"));
                assertAway(api.get("/tasks/" + id));
                assertAway(api.get("/tasks"));
                assertAway(api.post("/tasks/" + id + "/cancel"));
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(BOUND.multipliedBy(4));
            }

            allow(admin, name, true);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> api.get("/tasks/" + id).status() == 200);
            assertThat(api.post("/tasks", "{\"type\":\"echo\"}", "Idempotency-Key", "away")
                            .status())
                    .isEqualTo(202);
        }
    }

    private static void allow(JdbcClient admin, String database, boolean allowed) {
        admin.sql("alter database \"" + database + "\" allow_connections " + allowed)
                .update();
        if (!allowed) {
            admin.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = ?")
                    .param(database)
                    .query()
                    .listOfRows();
        }
    }

    private static void assertAway(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(503);
        assertThat(answer.header("retry-after")).isEqualTo("2");
        assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:unavailable");
        assertThat(answer.text()).doesNotContain("Exception", "dev.holdfast", "FATAL", "Hikari");
    }
}
