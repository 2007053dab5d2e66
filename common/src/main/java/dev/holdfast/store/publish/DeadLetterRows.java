package dev.holdfast.store.publish;

import dev.holdfast.store.Sql;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Messages that nobody could read, kept for people. */
public final class DeadLetterRows {

    private static final String ADD = Sql.of(DeadLetterRows.class, "add-dead-letter");

    private final JdbcClient jdbc;

    public DeadLetterRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * @param queue where it was met
     * @param problem in words
     */
    public void add(String queue, byte[] body, String problem) {
        // PostgreSQL stores no NUL in a text; the body is kept as it is.
        jdbc.sql(ADD)
                .param("queue", queue.replace("\0", "?"))
                .param("body", body)
                .param("problem", problem.replace("\0", "?"))
                .update();
    }
}
