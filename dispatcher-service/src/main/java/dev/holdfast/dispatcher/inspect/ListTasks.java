package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.TaskView;
import dev.holdfast.store.inspect.Tasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /tasks}. */
@RestController
class ListTasks {

    private final Tasks tasks;

    ListTasks(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * @param tasks newest first, without payload and result
     * @param next cursor of the page after this one; null on the last
     */
    record Page(List<TaskAnswer> tasks, @Nullable String next) {}

    @Operation(summary = "Lists tasks, newest first")
    @GetMapping("/api/v1/tasks")
    @Parameter(
            name = ListQuery.LABEL,
            in = ParameterIn.QUERY,
            description = "key:value, repeatable: all of them",
            array = @ArraySchema(schema = @Schema(type = "string")))
    Page list(
            @ModelAttribute @ParameterObject ListQuery query,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        int limit = query.checkedLimit();
        List<TaskView> found = tasks.list(query.filter(all), query.before(), limit + 1);
        boolean more = found.size() > limit;
        List<TaskView> page = more ? found.subList(0, limit) : found;
        return new Page(
                page.stream().map(TaskAnswer::of).toList(),
                more ? Cursors.of(page.get(limit - 1).id()) : null);
    }
}
