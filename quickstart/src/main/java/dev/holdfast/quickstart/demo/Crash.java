package dev.holdfast.quickstart.demo;

import dev.holdfast.quickstart.stack.Stack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/** Kills a busy worker at the planned moment, and watches what becomes of its tasks. */
final class Crash {

    private static final int TRIES = 3;
    private static final Duration MOMENT_LIMIT = Duration.ofSeconds(180);
    private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(90);

    private final Stack stack;
    private final Workspace workspace;
    private final DemoPlan plan;
    private final DemoTasks tasks;
    private final Narrator narrator;
    private final SplittableRandom random;

    Crash(Stack stack, Workspace workspace, DemoPlan plan, DemoTasks tasks, Narrator narrator) {
        this.stack = stack;
        this.workspace = workspace;
        this.plan = plan;
        this.tasks = tasks;
        this.narrator = narrator;
        this.random = new SplittableRandom(plan.seed());
    }

    /**
     * Who was killed, and which of its tasks were cut short by that.
     *
     * @param recovery from the kill until the last of these tasks was back in line
     */
    record Victim(String worker, List<DemoTasks.Task> cutShort, Duration recovery) {}

    /** Kills, tells, and returns when all that the victim ran is back in line. */
    Victim strike() throws IOException, InterruptedException {
        awaitMoment();
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            List<Busy> busy = busy();
            if (busy.isEmpty()) {
                Thread.sleep(50);
                continue;
            }
            String worker = busy.get(random.nextInt(busy.size())).worker();
            List<Busy> running =
                    busy.stream().filter(each -> each.worker().equals(worker)).toList();
            narrator.say("kill -9 " + worker + ", process "
                    + stack.process(worker).pid() + ", in the middle of "
                    + String.join(
                            ", ",
                            running.stream().map(each -> each.task().name()).toList()));
            stack.process(worker).kill();
            long killed = System.nanoTime();
            List<DemoTasks.Task> cutShort = cutShort(running);
            if (!cutShort.isEmpty()) {
                return follow(worker, cutShort, killed);
            }
            narrator.say("They had all ended a moment before. Once more, with " + worker + " started again.");
            stack.start(worker);
        }
        throw new DemoFailed("no worker was busy when it was to be killed");
    }

    private record Busy(String run, DemoTasks.Task task, String worker) {}

    private void awaitMoment() throws IOException, InterruptedException {
        DemoPlan.KillPlan kill = plan.kill();
        long deadline = System.nanoTime() + MOMENT_LIMIT.toNanos();
        while (evidence(kill.repository()).entered().stream()
                        .filter(Evidence.Entered::exclusive)
                        .count()
                <= kill.round()) {
            if (System.nanoTime() > deadline) {
                throw new DemoFailed("sync " + (kill.round() + 1) + " of " + kill.repository()
                        + " did not start within " + MOMENT_LIMIT.toSeconds() + " s");
            }
            Thread.sleep(20);
        }
        Thread.sleep(kill.delay().toMillis());
    }

    /** Runs that are at work by their own word, and the worker by the dispatcher's. */
    private List<Busy> busy() throws IOException {
        List<Busy> busy = new ArrayList<>();
        for (DemoPlan.RepositoryPlan repository : plan.repositories()) {
            for (Evidence.Entered run : evidence(repository.name()).unfinished()) {
                DemoTasks.Task task = tasks.byId(Evidence.taskOf(run.run()));
                JsonNode now = tasks.now(task);
                String worker = now.path("worker").asString("");
                if (now.path("state").asString("").equals("RUNNING") && !worker.isEmpty()) {
                    busy.add(new Busy(run.run(), task, worker));
                }
            }
        }
        return busy;
    }

    private List<DemoTasks.Task> cutShort(List<Busy> running) throws IOException, InterruptedException {
        // Longer than a run lives on after its worker, and shorter than anybody else needs to notice.
        Thread.sleep(500);
        List<DemoTasks.Task> cut = new ArrayList<>();
        for (Busy each : running) {
            if (!evidence(each.task().repository()).hasLeft(each.run())) {
                cut.add(each.task());
            }
        }
        return cut;
    }

    private Victim follow(String worker, List<DemoTasks.Task> cutShort, long killed) throws InterruptedException {
        narrator.say("Their processes died with it. Nobody has told the dispatcher yet; what does it say?");
        explainWaiting(cutShort.get(0));
        long nextLook = killed + Duration.ofSeconds(6).toNanos();
        List<DemoTasks.Task> waitingFor = new ArrayList<>(cutShort);
        while (!waitingFor.isEmpty()) {
            for (DemoTasks.Task task : List.copyOf(waitingFor)) {
                if (isLost(task)) {
                    waitingFor.remove(task);
                    narrator.say("%.1f s after the kill: attempt 1 of %s is LOST, the task is %s"
                            .formatted(
                                    since(killed).toMillis() / 1000.0,
                                    task.name(),
                                    tasks.now(task).path("state").asString()));
                }
            }
            if (!waitingFor.isEmpty() && System.nanoTime() > nextLook) {
                nextLook = Long.MAX_VALUE;
                explainWaiting(waitingFor.get(0));
            }
            if (since(killed).compareTo(RECOVERY_LIMIT) > 0) {
                throw new DemoFailed(waitingFor.get(0).name() + " was not declared lost within "
                        + RECOVERY_LIMIT.toSeconds() + " s after its worker was killed");
            }
            Thread.sleep(100);
        }
        return new Victim(worker, cutShort, since(killed));
    }

    private void explainWaiting(DemoTasks.Task cut) {
        tasks.all().stream()
                .filter(task -> task.repository().equals(cut.repository()))
                .filter(task -> tasks.now(task).path("state").asString("").equals("WAITING"))
                .findFirst()
                .ifPresent(task -> narrator.say("why does " + task.name() + " wait?  \"" + tasks.why(task) + "\""));
    }

    private boolean isLost(DemoTasks.Task task) {
        return tasks.now(task).path("losses").asInt(0) > 0;
    }

    private Evidence evidence(String repository) throws IOException {
        return Evidence.read(repository, workspace.evidence(repository));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
