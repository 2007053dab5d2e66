package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.dispatcher.refuse.FieldError;
import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.WorkerLostPolicy;
import dev.holdfast.verification.Answers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class IntakeTest {

    private static final Instant NOW = Instant.parse("2026-10-25T00:30:00Z");
    private static final TypeDefaults NONE = new TypeDefaults(null, null, null, null, null);

    private final Intake intake = intake(NONE, Map.of());

    private static Intake intake(TypeDefaults defaults, Map<String, TypeDefaults> types) {
        SubmitProperties properties =
                new SubmitProperties(defaults, types, DataSize.ofMegabytes(1), DataSize.ofMegabytes(64));
        return new Intake(new TaskRules(properties, Clock.fixed(NOW, ZoneOffset.UTC)));
    }

    @Test
    void what_is_left_out_has_the_built_in_defaults() {
        Submission task = intake.one("{\"type\":\"echo\"}");

        assertThat(task.route()).isEqualTo(new RouteName("default", "echo"));
        assertThat(task.payload()).isEqualTo("null");
        assertThat(task.priority()).isZero();
        assertThat(task.resources()).isEmpty();
        assertThat(task.policies())
                .isEqualTo(new Policies(
                        Duration.ofHours(24),
                        1,
                        new Backoff(Duration.ofSeconds(1), Duration.ofHours(1), 2, 0.2),
                        3,
                        WorkerLostPolicy.RESUBMIT));
    }

    @Test
    void null_is_as_good_as_left_out() {
        Submission task = intake.one("{\"type\":\"echo\",\"queue\":null,\"payload\":null,\"resources\":null,"
                + "\"priority\":null,\"delay\":null,\"labels\":null,\"backoff\":null,\"runAt\":null}");

        assertThat(task.route().queue()).isEqualTo("default");
        assertThat(task.payload()).isEqualTo("null");
    }

    @Test
    void defaults_of_the_type_come_before_those_of_all_types() {
        TypeDefaults all = new TypeDefaults(
                Duration.ofMinutes(5),
                4,
                null,
                null,
                new TypeDefaults.BackoffDefaults(Duration.ofSeconds(9), null, null, null));
        TypeDefaults own = new TypeDefaults(
                null, 7, null, WorkerLostPolicy.CANCEL, new TypeDefaults.BackoffDefaults(null, null, 3.0, null));
        Intake configured = intake(all, Map.of("sync", own));

        Policies sync = configured.one("{\"type\":\"sync\"}").policies();
        Policies other = configured.one("{\"type\":\"other\"}").policies();
        Policies asked = configured
                .one("{\"type\":\"sync\",\"maxAttempts\":2,\"backoff\":{\"max\":\"1m\"}}")
                .policies();

        assertThat(sync.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(sync.maxAttempts()).isEqualTo(7);
        assertThat(sync.onWorkerLost()).isEqualTo(WorkerLostPolicy.CANCEL);
        assertThat(sync.backoff()).isEqualTo(new Backoff(Duration.ofSeconds(9), Duration.ofHours(1), 3, 0.2));
        assertThat(other.maxAttempts()).isEqualTo(4);
        assertThat(asked.maxAttempts()).isEqualTo(2);
        assertThat(asked.backoff()).isEqualTo(new Backoff(Duration.ofSeconds(9), Duration.ofMinutes(1), 3, 0.2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-1.50",
                "1e400",
                "true",
                "null",
                "\"text \\\" \\\\ ü €\"",
                "[ 1 ,\t2 ]",
                "{ \"b\" : 1 , \"a\":{}}",
                "\"\\ud83d\\ude00\"",
                "123456789012345678901234567890.0000"
            })
    void a_payload_is_kept_as_it_was_sent(String payload) {
        assertThat(intake.one("{\"payload\": " + payload + " ,\"type\":\"echo\"}")
                        .payload())
                .isEqualTo(payload);
        assertThat(intake.one("{\"type\":\"echo\",\"payload\":" + payload + "}").payload())
                .isEqualTo(payload);
        assertThat(intake.many("{\"tasks\":[{\"type\":\"a\",\"payload\":" + payload + "},{\"type\":\"b\",\"payload\":"
                        + payload + "}]}"))
                .extracting(Submission::payload)
                .containsExactly(payload, payload);
    }

    @Test
    @Answers("O24")
    void times_are_instants_whatever_their_offset() {
        Submission task = intake.one(
                "{\"type\":\"echo\",\"runAt\":\"2026-10-25T02:30:00+01:00\",\"expiresAt\":\"2026-10-25T02:00:00Z\"}");

        assertThat(task.runAt()).isEqualTo("2026-10-25T01:30:00Z");
        assertThat(task.expiresAt()).isEqualTo("2026-10-25T02:00:00Z");
        assertThat(refused("{\"type\":\"echo\",\"expiresAt\":\"2026-10-25T02:30:00+02:00\"}")
                        .errors())
                .containsExactly(new FieldError("expiresAt", "lies in the past"));
        assertThat(refused(
                                "{\"type\":\"echo\",\"runAt\":\"2027-01-01T00:00:00Z\",\"expiresAt\":\"2026-12-31T00:00:00Z\"}")
                        .errors())
                .containsExactly(new FieldError("expiresAt", "must be after runAt"));
    }

    @Test
    void a_resource_is_exclusive_unless_it_says_shared() {
        assertThat(intake.one(
                                "{\"type\":\"echo\",\"resources\":[{\"resource\":\"a\"},{\"resource\":\"b\",\"mode\":\"SHARED\"}]}")
                        .resources())
                .isEqualTo(List.of(new ResourceRequest("a", Mode.EXCLUSIVE), new ResourceRequest("b", Mode.SHARED)));
    }

    @Test
    void names_are_counted_in_characters_and_not_in_halves_of_them() {
        String name = "😀".repeat(200);

        assertThat(intake.one("{\"type\":\"echo\",\"resources\":[{\"resource\":\"" + name + "\"}]}")
                        .resources())
                .hasSize(1);
        assertThat(refused("{\"type\":\"echo\",\"resources\":[{\"resource\":\"" + name + "x\"}]}")
                        .problem())
                .isEqualTo(Problem.INVALID_TASK);
    }

    @Test
    void the_worst_kind_of_error_gives_the_answer_its_kind() {
        String large = "\"payload\":\"" + "x".repeat(300_000) + "\"";

        assertThat(refused("{\"type\":\"echo\",\"priority\":10," + large + "}").problem())
                .isEqualTo(Problem.TOO_LARGE);
        assertThat(refused("{\"type\":\"echo\",\"x\":1,\"priority\":10," + large + "}")
                        .problem())
                .isEqualTo(Problem.MALFORMED);
    }

    @Test
    void the_list_of_errors_is_bounded() {
        String tasks = "{\"tasks\":[" + "{},".repeat(499) + "{}]}";

        assertThatThrownBy(() -> intake.many(tasks)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.errors()).hasSize(100);
            assertThat(refusal).hasMessage("tasks[0].type: is required, and 499 more");
        });
    }

    private Refusal refused(String body) {
        try {
            intake.one(body);
        } catch (Refusal refusal) {
            return refusal;
        }
        throw new AssertionError("accepted: " + body);
    }
}
