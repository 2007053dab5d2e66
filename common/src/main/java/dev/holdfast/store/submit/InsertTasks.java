package dev.holdfast.store.submit;

import dev.holdfast.store.Sql;
import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.ResourceRequest.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Binds submissions to the one statement that stores them all: an array per column. */
final class InsertTasks {

    private static final String SUBMIT = Sql.of(InsertTasks.class, "submit");

    private InsertTasks() {}

    static JdbcClient.StatementSpec statement(JdbcClient jdbc, String actor, List<Submission> tasks) {
        JdbcClient.StatementSpec statement = jdbc.sql(SUBMIT)
                .param("actor", actor)
                .param("ids", texts(tasks, t -> t.id().toString()))
                .param("types", texts(tasks, t -> t.route().type()))
                .param("queues", texts(tasks, t -> t.route().queue()))
                .param("payloads", texts(tasks, Submission::payload))
                .param("resources", texts(tasks, t -> Json.resources(t.resources())))
                .param("labels", texts(tasks, t -> Json.labels(t.labels())))
                .param("priorities", ints(tasks, Submission::priority))
                .param("run_ats", texts(tasks, t -> text(t.runAt())))
                .param("delays", millis(tasks, Submission::delay))
                .param("expires_ats", texts(tasks, t -> text(t.expiresAt())))
                .param("retry_ofs", texts(tasks, t -> text(t.retryOf())));
        return reservations(policies(statement, tasks), tasks);
    }

    private static JdbcClient.StatementSpec policies(JdbcClient.StatementSpec statement, List<Submission> tasks) {
        return statement
                .param("timeouts", millis(tasks, t -> t.policies().timeout()))
                .param("max_attempts", ints(tasks, t -> t.policies().maxAttempts()))
                .param("max_losts", ints(tasks, t -> t.policies().maxLost()))
                .param(
                        "on_worker_losts",
                        texts(tasks, t -> t.policies().onWorkerLost().name()))
                .param(
                        "backoff_initials",
                        millis(tasks, t -> t.policies().backoff().initial()))
                .param("backoff_maxs", millis(tasks, t -> t.policies().backoff().max()))
                .param(
                        "backoff_factors",
                        doubles(tasks, t -> t.policies().backoff().factor()))
                .param(
                        "backoff_jitters",
                        doubles(tasks, t -> t.policies().backoff().jitter()));
    }

    private static JdbcClient.StatementSpec reservations(JdbcClient.StatementSpec statement, List<Submission> tasks) {
        List<Integer> ords = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Boolean> exclusive = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            for (ResourceRequest request : tasks.get(i).resources()) {
                ords.add(i + 1);
                names.add(request.resource());
                exclusive.add(request.mode() == Mode.EXCLUSIVE);
            }
        }
        return statement
                .param("wanted_ords", ords.toArray(Integer[]::new))
                .param("wanted_names", names.toArray(String[]::new))
                .param("wanted_exclusive", exclusive.toArray(Boolean[]::new));
    }

    private static @Nullable String[] texts(List<Submission> tasks, Function<Submission, @Nullable String> column) {
        return tasks.stream().map(column).toArray(String[]::new);
    }

    private static Integer[] ints(List<Submission> tasks, Function<Submission, Integer> column) {
        return tasks.stream().map(column).toArray(Integer[]::new);
    }

    private static Double[] doubles(List<Submission> tasks, Function<Submission, Double> column) {
        return tasks.stream().map(column).toArray(Double[]::new);
    }

    private static @Nullable Long[] millis(List<Submission> tasks, Function<Submission, @Nullable Duration> column) {
        return tasks.stream()
                .map(column)
                .map(d -> d == null ? null : d.toMillis())
                .toArray(Long[]::new);
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable String text(@Nullable Instant value) {
        return value == null ? null : value.toString();
    }
}
