package dev.holdfast.store.inspect;

import dev.holdfast.store.inspect.TaskView.Content;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.NullUnmarked;

/** A task with all that is known. */
@Entity
@Immutable
@Table(name = "task_overview")
@NullUnmarked
class TaskOverview extends TaskColumns {

    String payload;
    String result;

    TaskView view() {
        return view(new Content(payload, result));
    }
}
