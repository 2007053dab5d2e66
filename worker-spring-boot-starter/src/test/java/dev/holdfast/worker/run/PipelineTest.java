package dev.holdfast.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.ClaimResult.Claimed;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.NonRetryableException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PipelineTest {

    private static final String ONE = "{\"n\":1}";

    private final JsonMapper json = new JsonMapper();
    private @Nullable Attempt attempt;

    record Input(int n) {}

    private interface Code {
        @Nullable Object run(Input input, TaskContext task) throws Exception;
    }

    @AfterEach
    void no_interrupt_is_left_behind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void a_result_is_written_as_json_and_none_is_none() {
        assertThat(run("{\"n\":1}", (in, task) -> Map.of("n", in.n())).result()).isEqualTo("{\"n\":1}");
        assertThat(run("{\"n\":1}", (in, task) -> null).result()).isNull();
    }

    @Test
    void a_payload_that_does_not_fit_fails_for_good_and_says_where() {
        AttemptEnd end = run("{\"n\":\"many\"}", (in, task) -> null);
        assertThat(end.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(end.retryable()).isFalse();
        assertThat(end.error()).contains("does not fit").contains("n");
        assertThat(run("null", (in, task) -> null).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    @Answers("O1")
    void what_is_thrown_fails_the_attempt_errors_too() {
        assertThat(run(ONE, (in, task) -> {
                            throw new OutOfMemoryError("heap");
                        })
                        .retryable())
                .isTrue();
        AttemptEnd end = run(ONE, (in, task) -> {
            throw new NonRetryableException("never", new IllegalStateException("why"));
        });
        assertThat(end.retryable()).isFalse();
        assertThat(end.error()).isEqualTo("NonRetryableException: never, caused by IllegalStateException: why");
        assertThat(run(ONE, (in, task) -> deep(0)).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    @Answers("O34")
    void a_result_too_large_or_not_writable_fails_for_good() {
        AttemptEnd large = run(ONE, (in, task) -> "x".repeat(Pipeline.MAX_RESULT));
        assertThat(large.error()).isEqualTo("the result is larger than 256 KiB as JSON");
        assertThat(large.retryable()).isFalse();
        assertThat(run(ONE, (in, task) -> "x".repeat(Pipeline.MAX_RESULT - 2)).outcome())
                .isEqualTo(Outcome.SUCCEEDED);
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        assertThat(run(ONE, (in, task) -> cycle).error()).contains("the result");
    }

    @Test
    void a_cancel_counts_only_if_the_code_did_not_return() {
        assertThat(run(ONE, (in, task) -> stopped(StopReason.CANCEL, task, "done"))
                        .outcome())
                .isEqualTo(Outcome.SUCCEEDED);
        assertThat(run(ONE, (in, task) -> {
                            stop(StopReason.CANCEL);
                            Thread.sleep(10_000);
                            return "never";
                        })
                        .outcome())
                .isEqualTo(Outcome.CANCELED);
    }

    @Test
    void after_its_timeout_nothing_counts() {
        assertThat(run(ONE, (in, task) -> {
                            stop(StopReason.TIMEOUT);
                            return "late";
                        })
                        .outcome())
                .isEqualTo(Outcome.TIMED_OUT);
    }

    @Test
    void a_shutdown_that_the_code_never_noticed_does_not_take_away_what_it_did() {
        assertThat(run(ONE, (in, task) -> {
                            stop(StopReason.SHUTDOWN);
                            return "done";
                        })
                        .outcome())
                .isEqualTo(Outcome.SUCCEEDED);
    }

    @Test
    void code_that_noticed_a_shutdown_or_a_fence_and_returned_has_not_done_its_work() {
        assertThat(run(ONE, (in, task) -> stopped(StopReason.SHUTDOWN, task, "half"))
                        .outcome())
                .isEqualTo(Outcome.INTERRUPTED);
        assertThat(run(ONE, (in, task) -> {
                            stop(StopReason.FENCE);
                            try {
                                Thread.sleep(10_000);
                            } catch (InterruptedException e) {
                                // swallowed
                            }
                            return "half";
                        })
                        .outcome())
                .isEqualTo(Outcome.INTERRUPTED);
    }

    private @Nullable Object stopped(StopReason why, TaskContext task, Object result) {
        stop(why);
        return task.isCanceled() ? result : null;
    }

    private void stop(StopReason why) {
        if (attempt != null) {
            attempt.stop(why);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // that is what it is for
    private static int deep(int n) {
        return deep(n + 1) + 1;
    }

    private AttemptEnd run(String payload, Code code) {
        Claimed claimed = new Claimed(
                new AttemptKey(TaskId.next(), 1),
                new RouteName("default", "t"),
                payload,
                Duration.ofHours(1),
                1,
                false,
                false,
                null);
        Attempt mine =
                new Attempt(claimed, Incarnation.next(), Objects.requireNonNull(new Slots(1, () -> {}).tryTake()));
        attempt = mine;
        TaskHandler<Input, Object> handler = new TaskHandler<>() {
            @Override
            public String type() {
                return "t";
            }

            @Override
            public @Nullable Object run(Input input, TaskContext task) throws Exception {
                return code.run(input, task);
            }
        };
        Handlers.Bound bound = new Handlers(List.of(handler), json).forType("t");
        return new Pipeline(mine, bound, new Context(mine), json).run();
    }

    private record Context(Attempt attempted) implements TaskContext {
        @Override
        public UUID taskId() {
            return attempted.key().task().value();
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public long fencingToken() {
            return 1;
        }

        @Override
        public boolean isCanceled() {
            return attempted.isStopped();
        }

        @Override
        public Duration leaseRemaining() {
            return Duration.ZERO;
        }

        @Override
        public void progress(int percent, String message) {}

        @Override
        public void checkpoint(Object value) {}

        @Override
        public <T> Optional<T> lastCheckpoint(Class<T> type) {
            return Optional.empty();
        }
    }
}
