package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.inspect.ResourceView;
import dev.holdfast.store.inspect.Resources;
import dev.holdfast.task.ResourceRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /resource?name=}: names are free text, so they stand in no path. */
@RestController
class ShowResource {

    private final Resources resources;

    ShowResource(Resources resources) {
        this.resources = resources;
    }

    /** The first 1,000 of each. */
    record Answer(String resource, List<WhyAnswer.HolderAnswer> holders, List<WaiterAnswer> line) {}

    @Schema(name = "Waiter")
    record WaiterAnswer(String task, String mode, int priority, String type, String queue, Instant since) {

        static WaiterAnswer of(ResourceView.Waiter waiter) {
            return new WaiterAnswer(
                    waiter.task().toString(),
                    waiter.mode().name(),
                    waiter.priority(),
                    waiter.type(),
                    waiter.queue(),
                    waiter.since());
        }
    }

    @Operation(summary = "Who holds a resource, and who waits for it, in order")
    @GetMapping("/api/v1/resource")
    Answer show(@RequestParam String name) {
        int length = name.codePointCount(0, name.length());
        if (name.indexOf('\0') >= 0) {
            throw Refusal.malformed("name", "holds the character U+0000");
        }
        if (length < 1 || length > ResourceRequest.MAX_NAME) {
            throw Refusal.invalid("name", "has 1–" + ResourceRequest.MAX_NAME + " characters");
        }
        ResourceView found = resources.find(name);
        return new Answer(
                name,
                found.holders().stream().map(WhyAnswer.HolderAnswer::of).toList(),
                found.line().stream().map(WaiterAnswer::of).toList());
    }
}
