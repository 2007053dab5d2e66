package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import dev.holdfast.fault.Case.Policy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One case while it is tried: its queue, its resource, its tasks, and who works for it. */
final class Run implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final Stack stack;
    final Case it;
    final String name;
    /** Nobody else uses it. */
    final String queue;

    final String resource;
    final List<Sent> sent = new ArrayList<>();
    private final List<Ghost> ghosts = new ArrayList<>();
    private final List<String> hosted = new ArrayList<>();
    private @Nullable Faulted faulted;
    Mode mode;
    /** Whether all went as it should. */
    boolean well;

    Run(Stack stack, Case it) {
        this.stack = stack;
        this.it = it;
        this.mode = it.mode();
        this.name = "c" + NUMBERS.incrementAndGet() + "-" + it.point().label();
        this.queue = name;
        this.resource = "res-" + name;
    }

    /** A submitted task. @param any whether any final state will do */
    static final class Sent {
        final String key;
        final Map<String, ?> body;
        final boolean any;

        @Nullable String id;

        Sent(Map<String, ?> body, boolean any) {
            this.key = UUID.randomUUID().toString();
            this.body = body;
            this.any = any;
        }
    }

    Faulted faulted() {
        if (faulted == null) {
            throw new IllegalStateException("nobody was started to fail");
        }
        return faulted;
    }

    void start() {
        faulted = it.way().start(this);
    }

    /** From now on the point counts. */
    void arm() {
        faulted().arm(it.way().faults(it));
    }

    /** A task of the case's kind, for the handler of that type. */
    Map<String, Object> task(String type, long millis) {
        return taskOn(type, millis, mode == Mode.NOTHING ? null : resource, mode);
    }

    /** The same, on a resource of its own in each later round: nobody runs what the rounds before have left in line. */
    Map<String, Object> task(String type, long millis, int round) {
        return mode == Mode.NOTHING || round == 0
                ? task(type, millis)
                : taskOn(type, millis, resource + "-round" + round, mode);
    }

    /** Any resource, any mode. */
    Map<String, Object> taskOn(String type, long millis, @Nullable String on, Mode how) {
        Map<String, Object> task = new LinkedHashMap<>();
        task.put("type", type);
        task.put("queue", queue);
        task.put("onWorkerLost", it.policy().name());
        task.put("payload", Map.of("ms", millis, "label", on == null ? "-" : how + "@" + on));
        if (on != null) {
            task.put("resources", List.of(Map.of("resource", on, "mode", how.name())));
        }
        return task;
    }

    /** Through the dispatcher that does not fail. */
    String submit(Map<String, ?> body) {
        return submit(body, false);
    }

    String submit(Map<String, ?> body, boolean any) {
        Sent task = new Sent(body, any);
        sent.add(task);
        resend(task);
        return String.valueOf(task.id);
    }

    /** One that will not be there to be judged. */
    String submitUntracked(Sent task) {
        resend(task);
        return String.valueOf(task.id);
    }

    /** Through the dispatcher that fails: the answer may not come, the key will tell. */
    Sent offer(Map<String, ?> body, boolean any) {
        Sent task = new Sent(body, any);
        sent.add(task);
        offer(task);
        return task;
    }

    void offer(Sent task) {
        if (!faulted().hasStruck()) {
            Api.post(faulted().uri("/api/v1/tasks"), task.body, task.key, Duration.ofSeconds(1))
                    .ifPresent(answer -> take(task, answer));
        }
    }

    /** Several in one call. Without an answer each is asked for again by itself, whatever became of this call. */
    void offerTogether(List<Map<String, Object>> bodies) {
        List<Sent> together = bodies.stream().map(body -> new Sent(body, false)).toList();
        sent.addAll(together);
        if (faulted().hasStruck()) {
            return;
        }
        Api.post(faulted().uri("/api/v1/tasks:batch"), Map.of("tasks", bodies), "", Duration.ofSeconds(1))
                .filter(answer -> answer.status() == 202)
                .ifPresent(answer -> {
                    for (int i = 0; i < together.size(); i++) {
                        together.get(i).id =
                                answer.body().get("tasks").get(i).get("id").asString();
                    }
                });
    }

    /** Whoever got no answer asks again, elsewhere, with the same key. */
    void resendUnanswered() {
        sent.stream().filter(task -> task.id == null).forEach(this::resend);
    }

    private void resend(Sent task) {
        Waiting.until("the submit is answered", Duration.ofSeconds(20), () -> {
            Api.post(stack.dispatcher("/api/v1/tasks"), task.body, task.key, Duration.ofSeconds(10))
                    .ifPresent(answer -> take(task, answer));
            return task.id != null;
        });
    }

    private static void take(Sent task, Api.Answer answer) {
        if (answer.status() == 202 || answer.status() == 200) {
            String id = answer.body().get("id").asString();
            if (task.id != null && !task.id.equals(id)) {
                throw new AssertionError("the same key gave " + task.id + " and " + id);
            }
            task.id = id;
        } else if (answer.status() < 500) {
            throw new AssertionError(answer.status() + " " + answer.body() + " for " + task.body);
        }
    }

    /** Asks the failing dispatcher to do something to a task or a queue. */
    Optional<Api.Answer> ask(String path) {
        return faulted().hasStruck()
                ? Optional.empty()
                : Api.post(faulted().uri(path), Map.of(), "", Duration.ofSeconds(1));
    }

    /** The same, of the healthy one. */
    Optional<Api.Answer> askHealthy(String path) {
        URI uri = stack.dispatcher(path);
        return Api.post(uri, Map.of(), "", Duration.ofSeconds(10));
    }

    Ghost ghost(String suffix) {
        return ghost(suffix, Stack.TTL);
    }

    Ghost ghost(String suffix, Duration ttl) {
        Ghost ghost = new Ghost(stack, name + suffix, queue, ttl);
        ghosts.add(ghost);
        return ghost;
    }

    List<Ghost> ghosts() {
        return ghosts;
    }

    /** Asks for a healthy worker of the case's queue. */
    void host(String worker, String... settings) {
        String process = worker + "-h" + hosted.size();
        hosted.add(process);
        stack.host().start(process, worker, queue, settings);
    }

    void awaitHosted() {
        Waiting.until(
                "a worker for " + queue,
                Duration.ofSeconds(60),
                () -> hosted.stream().anyMatch(stack.host()::hasStarted));
    }

    String state(String task) {
        return stack.jdbc()
                .sql("select state from task_overview where id = ?::uuid")
                .param(task)
                .query(String.class)
                .single();
    }

    void awaitState(String task, String... states) {
        List<String> wanted = List.of(states);
        Waiting.until(
                task + " becomes " + wanted + ", it is " + state(task),
                Duration.ofSeconds(20),
                () -> wanted.contains(state(task)));
    }

    /** Until the case's tasks run, by their own word. */
    void awaitRunning(String... tasks) {
        Waiting.until("it runs: " + List.of(tasks), Duration.ofSeconds(20), () -> {
            Diary diary = stack.diary();
            return List.of(tasks).stream().allMatch(diary::started);
        });
    }

    boolean cancels() {
        return it.policy() == Policy.CANCEL;
    }

    @Override
    public void close() {
        if (faulted != null) {
            if (well && !it.way().kind().isEmpty() && faulted.isAlive()) {
                stack.giveBack(it.way().kind(), faulted);
            } else {
                faulted.close();
            }
        }
        it.way().over(this);
        ghosts.forEach(Ghost::die);
        hosted.forEach(stack.host()::stop);
    }
}
