package dev.holdfast.store.inspect;

import dev.holdfast.task.TaskId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;

/** Tasks as they are now. */
public final class Tasks {

    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "id");

    private final TaskOverviews overviews;
    private final TaskSummaries summaries;

    Tasks(TaskOverviews overviews, TaskSummaries summaries) {
        this.overviews = overviews;
        this.summaries = summaries;
    }

    /** Empty if there is no such task: never, or not any more. */
    public Optional<TaskView> find(TaskId id) {
        return overviews.findById(id.value()).map(TaskOverview::view);
    }

    /**
     * Tasks without their content, newest first. Pages that follow each other have no gaps and no repetitions for tasks
     * that meet the filter all the time.
     *
     * @param before the last of the page before
     */
    public List<TaskView> list(TaskFilter filter, @Nullable TaskId before, int limit) {
        return summaries.findBy(
                Filtering.by(filter, before),
                query -> query.sortBy(NEWEST_FIRST).limit(limit).all().stream()
                        .map(summary -> summary.view(null))
                        .toList());
    }
}
