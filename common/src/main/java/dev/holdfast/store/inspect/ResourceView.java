package dev.holdfast.store.inspect;

import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.TaskId;
import java.time.Instant;
import java.util.List;

/** Who holds a resource and who waits for it, in order; the first {@link Resources#MOST} of each. */
public record ResourceView(List<Holder> holders, List<Waiter> line) {

    /** @param since it waits */
    public record Waiter(TaskId task, Mode mode, int priority, String type, String queue, Instant since) {}
}
