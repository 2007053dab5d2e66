package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.Micros;
import dev.holdfast.chaos.record.Submit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Plays the plan of tasks against the dispatchers. A call with a key whose answer did not come is repeated until one does;
 * one without a key is not, and may or may not have had an effect. Slows down while much is unfinished: too many tasks
 * would hide what a fault did.
 */
final class Submitter implements AutoCloseable {

    private static final int CALLERS = 6;
    private static final int MOST_UNFINISHED = 160;
    private static final int TRIES = 60;

    private final Stage stage;
    private final Api api;
    private final LineWriter<Submit> lines;
    private final ExecutorService callers;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger turn = new AtomicInteger();

    Submitter(Stage stage, Api api, LineWriter<Submit> lines) {
        this.stage = stage;
        this.api = api;
        this.lines = lines;
        this.callers = Executors.newFixedThreadPool(CALLERS);
    }

    /** How many tasks have been accepted, repetitions not counted. */
    int accepted() {
        return accepted.get();
    }

    /** Plays until interrupted, or until so many were accepted. */
    void play(TaskPlan plan, int most) {
        while (accepted.get() < most) {
            Call call = plan.next();
            Timing.pause(call.gapMs());
            while (stage.observer().unfinished() > MOST_UNFINISHED) {
                Timing.pause(100);
            }
            send(call);
        }
    }

    /** Returns at once. */
    void send(Call call) {
        try {
            callers.execute(() -> sendAll(call));
        } catch (RejectedExecutionException theStormIsOver) {
            // then nobody waits for it
        }
    }

    private void sendAll(Call call) {
        boolean known = once(call, false);
        for (int i = 0; !known && call.key() != null && i < TRIES; i++) {
            Timing.pause(300);
            known = once(call, true);
        }
        if (known && call.again()) {
            once(call, true);
        }
    }

    /** Whether the outcome is known. */
    private boolean once(Call call, boolean repeat) {
        List<Actor> dispatchers = stage.dispatchers();
        Actor dispatcher = dispatchers.get(Math.floorMod(turn.getAndIncrement(), dispatchers.size()));
        long asked = Micros.now();
        Api.Answer answer = api.post(dispatcher, call.path(), call.body(), call.key());
        Long answered = answer.saysNothing() ? null : Micros.now();
        if (answered != null && answer.status() >= 300) {
            throw new IllegalStateException("the plan is refused: " + answer);
        }
        // 202 is new, 200 was there before.
        if (answer.status() == 202) {
            accepted.addAndGet(call.drafts().size());
        }
        for (int i = 0; i < call.drafts().size(); i++) {
            write(call, i, asked, answered, answered == null ? null : id(call, answer, i), repeat);
        }
        return answered != null;
    }

    private static UUID id(Call call, Api.Answer answer, int index) {
        JsonNode task = call.isBatch() ? answer.body().path("tasks").path(index) : answer.body();
        return UUID.fromString(task.path("id").asString());
    }

    private void write(Call call, int index, long asked, @Nullable Long answered, @Nullable UUID task, boolean repeat) {
        Draft draft = call.drafts().get(index);
        lines.append(new Submit(
                asked,
                answered,
                task,
                draft.queue(),
                draft.type(),
                draft.needs(),
                draft.priority(),
                draft.delayMs(),
                draft.plan().text(),
                draft.onWorkerLost(),
                draft.maxAttempts(),
                draft.maxLost(),
                call.keyOf(index),
                repeat));
    }

    /** Waits for the calls that are under way. */
    @Override
    public void close() {
        callers.shutdown();
        try {
            if (!callers.awaitTermination(30, TimeUnit.SECONDS)) {
                callers.shutdownNow();
                callers.awaitTermination(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            callers.shutdownNow();
            Thread.currentThread().interrupt();
        }
        lines.close();
    }
}
