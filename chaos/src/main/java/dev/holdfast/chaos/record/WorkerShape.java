package dev.holdfast.chaos.record;

import java.util.List;

/** What a worker of this name serves, and how many tasks it runs at once. */
public record WorkerShape(String name, int slots, List<String> queues, List<String> types) {

    public boolean serves(String queue, String type) {
        return queues.contains(queue) && types.contains(type);
    }
}
