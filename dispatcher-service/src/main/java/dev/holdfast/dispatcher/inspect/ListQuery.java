package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.inspect.TaskFilter;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import io.swagger.v3.oas.annotations.Parameter;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/** The parameters of a list as they came; the methods refuse what cannot be understood. */
record ListQuery(
        @Parameter(description = "repeatable: any of them") @Nullable List<String> state,

        @Parameter(description = "repeatable: any of them") @Nullable List<String> reason,

        @Nullable String type,
        @Nullable String queue,

        @Parameter(description = "that the task asked for") @Nullable String resource,

        @Parameter(description = "name of the worker that runs it, or ran it last") @Nullable String worker,

        @Nullable String createdAfter,
        @Nullable String createdBefore,
        @Nullable String finishedAfter,
        @Nullable String finishedBefore,

        @Parameter(description = "of the page before") @Nullable String cursor,

        @Parameter(description = "1–200, 50 if left out") @Nullable String limit) {

    static final int MOST = 200;
    static final String LABEL = "label";

    private static final int USUAL = 50;
    private static final Set<String> KNOWN = Stream.concat(
                    Stream.of(LABEL),
                    Arrays.stream(ListQuery.class.getRecordComponents()).map(RecordComponent::getName))
            .collect(Collectors.toUnmodifiableSet());

    int checkedLimit() {
        if (limit == null) {
            return USUAL;
        }
        try {
            int asked = Integer.parseInt(limit);
            if (asked >= 1 && asked <= MOST) {
                return asked;
            }
        } catch (NumberFormatException e) {
            throw Refusal.malformed("limit", "must be an integer");
        }
        throw Refusal.invalid("limit", "must be between 1 and " + MOST);
    }

    @Nullable TaskId before() {
        return cursor == null ? null : Cursors.read(cursor);
    }

    /** @param all the parameters as they came: the binder would split a label at a comma */
    TaskFilter filter(MultiValueMap<String, String> all) {
        for (String name : all.keySet()) {
            if (!KNOWN.contains(name)) {
                throw Refusal.malformed(name, "unknown parameter");
            }
        }
        return new TaskFilter(
                constants("state", state, TaskState.class),
                constants("reason", reason, Reason.class),
                storable("type", type),
                storable("queue", queue),
                storable("resource", resource),
                storable("worker", worker),
                labels(all.getOrDefault(LABEL, List.of())),
                instant("createdAfter", createdAfter),
                instant("createdBefore", createdBefore),
                instant("finishedAfter", finishedAfter),
                instant("finishedBefore", finishedBefore));
    }

    private static <E extends Enum<E>> Set<E> constants(String name, @Nullable List<String> texts, Class<E> type) {
        Set<E> all = new LinkedHashSet<>();
        for (String text : texts == null ? List.<String>of() : texts) {
            try {
                all.add(Enum.valueOf(type, text));
            } catch (IllegalArgumentException e) {
                throw Refusal.malformed(name, "must be one of " + Arrays.toString(type.getEnumConstants()));
            }
        }
        return all;
    }

    private static Map<String, String> labels(List<String> texts) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String text : texts) {
            int colon = text.indexOf(':');
            if (colon < 1) {
                throw Refusal.malformed(LABEL, "must be key:value");
            }
            storable(LABEL, text);
            String value = text.substring(colon + 1);
            String before = all.put(text.substring(0, colon), value);
            if (before != null && !before.equals(value)) {
                throw Refusal.invalid(LABEL, "a label has one value, and is asked for with two");
            }
        }
        return all;
    }

    private static @Nullable String storable(String name, @Nullable String text) {
        if (text != null && text.indexOf('\0') >= 0) {
            throw Refusal.malformed(name, "holds the character U+0000");
        }
        return text;
    }

    private static @Nullable Instant instant(String name, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw Refusal.malformed(name, "must be a time with its offset, such as 2026-10-25T02:30:00Z");
        }
    }
}
