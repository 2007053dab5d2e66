package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.worker.Plan;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task to be submitted.
 *
 * @param delayMs until it is due, milliseconds; 0 for at once
 * @param timeoutMs of one attempt
 */
record Draft(
        String queue,
        Plan plan,
        int priority,
        long delayMs,
        long timeoutMs,
        String onWorkerLost,
        int maxAttempts,
        int maxLost) {

    private static final JsonMapper JSON = JsonMapper.shared();

    List<Need> needs() {
        return plan.needs();
    }

    String type() {
        return plan.does().type();
    }

    ObjectNode json() {
        ObjectNode task = JSON.createObjectNode();
        task.put("type", type());
        task.put("queue", queue);
        task.set("payload", JSON.valueToTree(plan));
        ArrayNode resources = task.putArray("resources");
        for (Need need : needs()) {
            resources
                    .addObject()
                    .put("resource", need.name())
                    .put("mode", need.mode().name());
        }
        task.put("priority", priority);
        if (delayMs > 0) {
            task.put("delay", delayMs + "ms");
        }
        task.put("timeout", timeoutMs + "ms");
        task.put("onWorkerLost", onWorkerLost);
        task.put("maxAttempts", maxAttempts);
        task.put("maxLost", maxLost);
        task.set("backoff", JSON.valueToTree(Map.of("initial", "200ms", "max", "1s")));
        return task;
    }
}
