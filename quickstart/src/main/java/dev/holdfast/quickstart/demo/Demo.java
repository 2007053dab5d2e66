package dev.holdfast.quickstart.demo;

import dev.holdfast.quickstart.client.HoldfastClient;
import dev.holdfast.quickstart.stack.ServiceJars;
import dev.holdfast.quickstart.stack.Stack;
import dev.holdfast.quickstart.stack.StackControl;
import dev.holdfast.quickstart.stack.StackDirectory;
import dev.holdfast.quickstart.stack.StackPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** The story from start to end. True is the verdict that all promises were kept. */
public final class Demo {

    private static final Duration WORK_LIMIT = Duration.ofSeconds(300);

    private final StackDirectory directory;
    private final ServiceJars jars;
    private final DemoPlan plan;
    private final Workspace workspace;
    private final Narrator narrator = new Narrator(System.out);

    public Demo(StackDirectory directory, ServiceJars jars, long seed) {
        this.directory = directory;
        this.jars = jars;
        this.plan = DemoPlan.of(seed);
        this.workspace = new Workspace(directory.root().resolve("work"));
    }

    /** Runs it; the stack is stopped when this returns or throws. */
    public boolean run() throws IOException, InterruptedException {
        introduce();
        // Tasks of an earlier demo are none of this one's.
        StackControl.of(directory).wipe();
        workspace.prepare();
        CompletableFuture<Map<String, SortedMap<String, String>>> making =
                CompletableFuture.supplyAsync(this::makeRepositories);
        try (Stack stack = Stack.of(stackPlan(), narrator::say)) {
            Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop-stack"));
            stack.start();
            Map<String, SortedMap<String, String>> originals = making.join();
            boolean good = work(stack, originals);
            narrator.chapter("The end: stopping everything");
            return good;
        }
    }

    private void introduce() {
        narrator.plain("""
                Holdfast runs tasks on many machines and loses none of them. This demo mirrors two repositories of files:
                three syncs of each, which must be alone on it, and checksum runs between them, which may share it.
                In the middle of the work it kills a worker that is busy, and looks at what becomes of its tasks.

                Seed %1$d  (the same again: ./holdfast demo --seed %1$d)""".formatted(plan.seed()));
        narrator.chapter("A database, a broker, a dispatcher, a reaper and two workers, each a process");
    }

    private StackPlan stackPlan() {
        StackPlan stack = StackPlan.in(directory, jars).workers(2).slots(3);
        for (String command : new String[] {"mirror", "checksum"}) {
            String key = "-Dholdfast.exec.commands." + command;
            stack.jvmArgument("worker", key + ".path=" + workspace.command(command));
            stack.jvmArgument("worker", key + ".directory=" + workspace.root());
        }
        return stack;
    }

    private Map<String, SortedMap<String, String>> makeRepositories() {
        Map<String, SortedMap<String, String>> sums = new TreeMap<>();
        for (DemoPlan.RepositoryPlan repository : plan.repositories()) {
            try {
                sums.put(repository.name(), workspace.make(repository));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write the files of " + repository.name(), e);
            }
            narrator.say("made repository %s: %d files, %d MB"
                    .formatted(repository.name(), repository.files().size(), repository.bytes() / 1_000_000));
        }
        return sums;
    }

    private boolean work(Stack stack, Map<String, SortedMap<String, String>> originals)
            throws IOException, InterruptedException {
        narrator.chapter("The work: " + plan.tasks() + " tasks, submitted at once over HTTP");
        HoldfastClient client = new HoldfastClient(stack.dispatcherUrl());
        DemoTasks tasks = DemoTasks.submit(client, plan);
        DemoTasks.Task first = tasks.all().get(0);
        narrator.say("POST " + stack.dispatcherUrl() + "/api/v1/tasks:batch, the first of them being '" + first.name()
                + "':\n  " + DemoTasks.submission(first));

        narrator.chapter("The crash: at a moment that the seed chose");
        Crash.Victim victim = new Crash(stack, workspace, plan, tasks, narrator).strike();

        narrator.chapter("The rest of the work, by who is left");
        finish(tasks);
        narrator.chapter("What is on record of the tasks that were hit");
        victim.cutShort().forEach(task -> tell(tasks, task));

        narrator.chapter("The verdict");
        boolean good = new Verdict(workspace, tasks, narrator).pronounce(originals, victim);
        narrator.plain("");
        narrator.say("Seed %d: %d tasks, %d of them cut short by the death of %s and back in line %.1f s after it. %s"
                .formatted(
                        plan.seed(),
                        plan.tasks(),
                        victim.cutShort().size(),
                        victim.worker(),
                        victim.recovery().toMillis() / 1000.0,
                        good ? "Nothing was lost." : "SOMETHING IS WRONG, see above."));
        return good;
    }

    private void finish(DemoTasks tasks) throws InterruptedException {
        long deadline = System.nanoTime() + WORK_LIMIT.toNanos();
        int before = -1;
        for (int open = tasks.open().size(); open > 0; open = tasks.open().size()) {
            if (open != before) {
                narrator.say((plan.tasks() - open) + " of " + plan.tasks() + " tasks have ended");
                before = open;
            }
            if (System.nanoTime() > deadline) {
                tasks.open().forEach(task -> narrator.say(task.name() + ": " + tasks.why(task)));
                throw new DemoFailed(open + " tasks did not end within " + WORK_LIMIT.toSeconds() + " s");
            }
            Thread.sleep(500);
        }
        narrator.say("all " + plan.tasks() + " tasks have ended");
    }

    private void tell(DemoTasks tasks, DemoTasks.Task task) {
        narrator.plain("  " + task.name());
        for (JsonNode attempt : tasks.attempts(task)) {
            String outcome = attempt.path("outcome").asString("?");
            String told = attempt.path("decision").asString("");
            narrator.plain("    attempt %d on %s: %s%s"
                    .formatted(
                            attempt.path("number").asInt(),
                            attempt.path("worker").asString("?"),
                            outcome,
                            told.isEmpty() || outcome.equals("SUCCEEDED") ? "" : "; " + told));
        }
    }
}
