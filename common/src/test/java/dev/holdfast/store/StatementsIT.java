package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Each statement of the store stands in a file, says what it does in its first line, and is understood by PostgreSQL. */
class StatementsIT {

    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z_]+)");

    private static JdbcClient jdbc;

    @BeforeAll
    static void database() {
        Database database = Backing.database();
        // One session: prepared statements belong to it.
        jdbc = JdbcClient.create(
                new SingleConnectionDataSource(database.url(), database.user(), database.password(), true));
    }

    static Stream<Resource> statements() throws Exception {
        return Stream.of(
                new PathMatchingResourcePatternResolver().getResources("classpath*:dev/holdfast/store/**/*.sql"));
    }

    @Test
    void there_are_statements_to_check() throws Exception {
        assertThat(statements().count()).isGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("statements")
    void a_statement_begins_with_a_word_on_what_it_does_and_can_be_prepared(Resource file) throws Exception {
        String sql = file.getContentAsString(StandardCharsets.UTF_8);
        assertThat(sql).as("first line of %s", file.getFilename()).startsWith("-- ");
        StringBuilder numbered = new StringBuilder();
        Matcher parameters = PARAMETER.matcher(sql.replaceAll("--[^\n]*", ""));
        int n = 0;
        while (parameters.find()) {
            parameters.appendReplacement(numbered, "\\$" + ++n);
        }
        parameters.appendTail(numbered);

        jdbc.sql("prepare checked as " + numbered).update();
        List<String> prepared = jdbc.sql("select name from pg_prepared_statements where name = 'checked'")
                .query(String.class)
                .list();
        jdbc.sql("deallocate checked").update();

        assertThat(prepared).hasSize(1);
    }
}
