package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.Cancel;
import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.Micros;
import dev.holdfast.chaos.record.PriorityChange;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Cancels tasks in every state, mostly running ones, some twice, and changes the priority of waiting ones. */
final class Meddler implements AutoCloseable {

    private static final long GAP_MILLIS = 700;
    private static final long HURRIED_GAP_MILLIS = 150;
    private static final List<String> UNSTARTED = List.of("SCHEDULED", "WAITING", "READY", "QUEUED");

    private final Stage stage;
    private final Api api;
    private final Coverage coverage;
    private final LineWriter<Cancel> cancels;
    private final LineWriter<PriorityChange> priorities;
    private final Random random;
    private @Nullable UUID last;

    Meddler(
            Stage stage,
            Api api,
            Coverage coverage,
            LineWriter<Cancel> cancels,
            LineWriter<PriorityChange> priorities,
            long seed) {
        this.stage = stage;
        this.api = api;
        this.coverage = coverage;
        this.cancels = cancels;
        this.priorities = priorities;
        this.random = new Random(seed);
    }

    /** Until interrupted. */
    void play() {
        long began = System.nanoTime();
        while (true) {
            double minutes = (System.nanoTime() - began) / 60e9;
            boolean behind = coverage.isBehind(Coverage.Sight.CANCEL_OF_RUNNING, minutes);
            Timing.pause(behind ? HURRIED_GAP_MILLIS : GAP_MILLIS);
            int dice = random.nextInt(100);
            if (dice < 82) {
                cancel("RUNNING");
            } else if (dice < 92) {
                cancel(UNSTARTED.get(random.nextInt(UNSTARTED.size())));
            } else if (dice < 95 && last != null) {
                cancel(last);
            } else {
                changePriority();
            }
        }
    }

    private void cancel(String state) {
        List<UUID> tasks = stage.observer().inState(state, random.nextLong());
        if (!tasks.isEmpty()) {
            cancel(tasks.get(0));
        }
    }

    private void cancel(UUID task) {
        long asked = Micros.now();
        Api.Answer answer = api.post(dispatcher(), "/api/v1/tasks/" + task + "/cancel", null, null);
        Long answered = answer.saysNothing() ? null : Micros.now();
        String state = answer.status() == 202 ? answer.body().path("state").asString() : null;
        cancels.append(new Cancel(asked, answered, task, answer.status(), state));
        if ("CANCELING".equals(state) && !task.equals(last)) {
            coverage.saw(Coverage.Sight.CANCEL_OF_RUNNING);
        }
        last = task;
    }

    private void changePriority() {
        List<UUID> tasks = stage.observer().inState("WAITING", random.nextLong());
        if (tasks.isEmpty()) {
            return;
        }
        UUID task = tasks.get(0);
        int priority = random.nextInt(10);
        long asked = Micros.now();
        Api.Answer answer = api.patch(dispatcher(), "/api/v1/tasks/" + task, "{\"priority\":" + priority + "}");
        Long answered = answer.saysNothing() ? null : Micros.now();
        priorities.append(new PriorityChange(asked, answered, task, priority, answer.status()));
    }

    private Actor dispatcher() {
        List<Actor> dispatchers = stage.dispatchers();
        return dispatchers.get(random.nextInt(dispatchers.size()));
    }

    @Override
    public void close() {
        cancels.close();
        priorities.close();
    }
}
