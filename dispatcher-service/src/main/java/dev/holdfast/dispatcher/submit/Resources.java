package dev.holdfast.dispatcher.submit;

import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.ResourceRequest.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules for the resources of one task. */
final class Resources {

    private Resources() {}

    static List<ResourceRequest> check(List<TaskRequest.Resource> asked, Values values) {
        if (asked.size() > ResourceRequest.MAX_PER_TASK) {
            values.invalid("resources", "may be " + ResourceRequest.MAX_PER_TASK + ", got " + asked.size());
            return List.of();
        }
        Map<String, Integer> seen = new HashMap<>();
        List<ResourceRequest> checked = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            String at = "resources[" + i + "]";
            String name = asked.get(i).resource();
            Mode mode = mode(asked.get(i).mode(), at, values);
            if (name == null || !Values.hasLength(name, 1, ResourceRequest.MAX_NAME)) {
                values.invalid(at + ".resource", "has 1–" + ResourceRequest.MAX_NAME + " characters");
                continue;
            }
            Integer before = seen.putIfAbsent(name, i);
            if (before != null) {
                values.invalid(at + ".resource", "is the same as resources[" + before + "].resource");
            }
            checked.add(new ResourceRequest(name, mode));
        }
        return checked;
    }

    private static Mode mode(@Nullable String text, String at, Values values) {
        if (text == null || text.equals(Mode.EXCLUSIVE.name())) {
            return Mode.EXCLUSIVE;
        }
        if (!text.equals(Mode.SHARED.name())) {
            values.invalid(at + ".mode", "must be SHARED or EXCLUSIVE");
        }
        return Mode.SHARED;
    }
}
