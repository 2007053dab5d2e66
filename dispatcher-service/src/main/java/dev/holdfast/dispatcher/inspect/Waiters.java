package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.inspect.Records;
import dev.holdfast.store.inspect.Tasks;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Callers that wait for the end of a task. They hold neither a thread nor a connection: one loop asks, in one statement,
 * which of the tasks have ended. At a stop each is answered with its task as it is, so that none holds up the stop.
 */
final class Waiters implements SmartLifecycle {

    private final Tasks tasks;
    private final Records records;
    private final WaitProperties properties;
    private final Loop loop;
    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();

    /** @param deadline by {@link System#nanoTime()} */
    private record Waiter(TaskId task, long deadline, DeferredResult<TaskAnswer> answer) {}

    Waiters(Tasks tasks, Records records, WaitProperties properties) {
        this.tasks = tasks;
        this.records = records;
        this.properties = properties;
        this.loop = new Loop("waiters", properties.interval(), this::pass);
    }

    /** The answer comes with the end of the task, or as it is after {@code patience}; if too many wait, at once. */
    DeferredResult<TaskAnswer> await(TaskId task, Duration patience) {
        // Longer than we take: the container looks at its own timeouts only now and then.
        DeferredResult<TaskAnswer> answer =
                new DeferredResult<>(patience.plusSeconds(30).toMillis());
        Waiter waiter = new Waiter(task, System.nanoTime() + patience.toNanos(), answer);
        answer.onCompletion(() -> waiting.remove(waiter));
        if (waiting.size() >= properties.most()) {
            complete(waiter);
            return answer;
        }
        waiting.add(waiter);
        if (!loop.isRunning()) {
            complete(waiter);
        }
        return answer;
    }

    int size() {
        return waiting.size();
    }

    void pass() {
        if (waiting.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        waiting.stream().filter(w -> w.deadline() - now <= 0).forEach(this::complete);
        Set<TaskId> asked = waiting.stream().map(Waiter::task).collect(Collectors.toSet());
        if (!asked.isEmpty()) {
            Set<TaskId> ended = records.ended(asked);
            waiting.stream().filter(w -> ended.contains(w.task())).forEach(this::complete);
        }
    }

    private void complete(Waiter waiter) {
        waiting.remove(waiter);
        try {
            tasks.find(waiter.task())
                    .map(TaskAnswer::of)
                    .ifPresentOrElse(
                            waiter.answer()::setResult,
                            () -> waiter.answer().setErrorResult(Refusal.unknown(waiter.task())));
        } catch (RuntimeException e) {
            waiter.answer().setErrorResult(e);
        }
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop();
        waiting.forEach(this::complete);
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }
}
