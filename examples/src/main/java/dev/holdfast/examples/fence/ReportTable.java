package dev.holdfast.examples.fence;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reports as rows. The comparison stands in the statement that writes, so the row's lock makes the two one step. */
@Component
public final class ReportTable {

    private static final String WRITE = """
            insert into report (name, token, text) values (:name, :token, :text)
            on conflict (name) do update set token = excluded.token, text = excluded.text
            where report.token <= excluded.token
            """;

    private final JdbcClient jdbc;

    public ReportTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Replaces a report.
     *
     * @param token of the attempt that writes
     * @throws StaleTokenException if a larger token has written it
     */
    public void write(String name, long token, String text) throws StaleTokenException {
        int written = jdbc.sql(WRITE)
                .param("name", name)
                .param("token", token)
                .param("text", text)
                .update();
        if (written == 0) {
            throw new StaleTokenException("report " + name, token);
        }
    }

    public String read(String name) {
        return jdbc.sql("select text from report where name = :name")
                .param("name", name)
                .query(String.class)
                .single();
    }
}
