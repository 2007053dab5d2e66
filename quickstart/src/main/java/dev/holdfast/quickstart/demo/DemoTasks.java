package dev.holdfast.quickstart.demo;

import dev.holdfast.quickstart.client.FinalStates;
import dev.holdfast.quickstart.client.HoldfastClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The tasks of a demo: what they are called when one speaks of them, and what the dispatcher says of them. */
final class DemoTasks {

    private final HoldfastClient client;
    private final Map<String, Task> byId = new LinkedHashMap<>();

    private DemoTasks(HoldfastClient client) {
        this.client = client;
    }

    /** @param name such as {@code sync 2 of atlas} */
    record Task(String id, String name, String repository, boolean exclusive) {}

    /** Submits all at once: for each repository syncs, and checksum runs after each sync. */
    static DemoTasks submit(HoldfastClient client, DemoPlan plan) {
        List<Task> tasks = new ArrayList<>();
        for (int round = 1; round <= DemoPlan.SYNCS; round++) {
            for (DemoPlan.RepositoryPlan repository : plan.repositories()) {
                tasks.add(new Task("", "sync " + round + " of " + repository.name(), repository.name(), true));
            }
            for (int check = 1; check <= DemoPlan.CHECKS; check++) {
                for (DemoPlan.RepositoryPlan repository : plan.repositories()) {
                    String name = "check " + round + (char) ('a' + check - 1) + " of " + repository.name();
                    tasks.add(new Task("", name, repository.name(), false));
                }
            }
        }
        List<String> ids =
                client.submitAll(tasks.stream().map(DemoTasks::submission).toList());
        DemoTasks all = new DemoTasks(client);
        for (int i = 0; i < ids.size(); i++) {
            Task task = tasks.get(i);
            all.byId.put(ids.get(i), new Task(ids.get(i), task.name(), task.repository(), task.exclusive()));
        }
        return all;
    }

    static ObjectNode submission(Task task) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("type", "exec").put("timeout", "PT10M");
        json.putObject("payload")
                .put("command", task.exclusive() ? "mirror" : "checksum")
                .putArray("args")
                .add(task.repository());
        json.putArray("resources")
                .addObject()
                .put("resource", "repo:" + task.repository())
                .put("mode", task.exclusive() ? "EXCLUSIVE" : "SHARED");
        json.putObject("labels").put("demo", task.name());
        return json;
    }

    List<Task> all() {
        return List.copyOf(byId.values());
    }

    Task byId(String id) {
        Task task = byId.get(id);
        if (task == null) {
            throw new IllegalStateException("no task of this demo: " + id);
        }
        return task;
    }

    JsonNode now(Task task) {
        return client.task(task.id());
    }

    /** In words, with names instead of ids. */
    String why(Task task) {
        String summary = client.why(task.id()).path("summary").asString("(no summary)");
        for (Task each : byId.values()) {
            summary = summary.replace(each.id(), "'" + each.name() + "'");
        }
        return summary;
    }

    List<JsonNode> attempts(Task task) {
        JsonNode answer = client.attempts(task.id());
        List<JsonNode> attempts = new ArrayList<>();
        (answer.isArray() ? answer : answer.path("attempts")).forEach(attempts::add);
        return attempts;
    }

    /** Tasks that have not ended. */
    List<Task> open() {
        return byId.values().stream()
                .filter(task -> !FinalStates.isFinal(now(task)))
                .toList();
    }
}
