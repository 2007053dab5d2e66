package dev.holdfast.examples.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

class ReportTableIT {

    private final Database database = Backing.database();
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final ReportTable table = new ReportTable(jdbc);

    @BeforeEach
    void create() {
        new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database.dataSource());
    }

    @Test
    void a_late_writer_with_an_old_token_is_refused() throws Exception {
        table.write("sales", 99, "draft");
        table.write("sales", 100, "by the later attempt");
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> table.write("sales", 99, "by the earlier one"));
        assertThat(table.read("sales")).isEqualTo("by the later attempt");
        table.write("sales", 100, "the same attempt, again");
        assertThat(table.read("sales")).isEqualTo("the same attempt, again");
    }

    @Test
    void a_late_writer_that_comes_while_the_later_attempt_commits_is_refused_too() throws Exception {
        table.write("sales", 98, "draft");
        CompletableFuture<Void> late;
        try (Connection later = database.dataSource().getConnection();
                Statement statement = later.createStatement()) {
            later.setAutoCommit(false);
            statement.executeUpdate("update report set token = 100, text = 'by the later attempt'");
            late = CompletableFuture.runAsync(() -> {
                try {
                    table.write("sales", 99, "by the earlier one");
                } catch (StaleTokenException e) {
                    throw new CompletionException(e);
                }
            });
            Awaitility.await()
                    .until(() -> jdbc.sql("select exists (select from pg_locks where not granted)")
                            .query(Boolean.class)
                            .single());
            later.commit();
        }
        assertThat(late)
                .failsWithin(java.time.Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(StaleTokenException.class);
        assertThat(table.read("sales")).isEqualTo("by the later attempt");
    }
}
