package dev.holdfast.dispatcher.submit;

import dev.holdfast.store.submit.Submission.Policies;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What a submission need not say, and how large it may be.
 *
 * @param defaults for all types
 * @param types by task type, over {@code defaults}; a type with a dot is written {@code types."[a.b]"}
 * @param maxBody of {@code POST /tasks}, at least 512 KiB: the largest payload must fit in
 * @param maxBatchBody of {@code POST /tasks:batch}
 */
@ConfigurationProperties("holdfast.dispatcher")
public record SubmitProperties(
        @DefaultValue TypeDefaults defaults,
        @DefaultValue Map<String, TypeDefaults> types,
        @DefaultValue("1MB") DataSize maxBody,
        @DefaultValue("64MB") DataSize maxBatchBody) {

    public SubmitProperties {
        types = Map.copyOf(types);
        if (maxBody.compareTo(DataSize.ofKilobytes(512)) < 0 || maxBatchBody.compareTo(maxBody) < 0) {
            throw new IllegalArgumentException(
                    "holdfast.dispatcher.max-body must be at least 512KB and not above max-batch-body, got " + maxBody
                            + " and " + maxBatchBody);
        }
        if (maxBatchBody.compareTo(DataSize.ofGigabytes(1)) > 0) {
            throw new IllegalArgumentException("holdfast.dispatcher.max-batch-body must be at most 1GB");
        }
        resolve(defaults, types);
    }

    /** The policies of a type that says nothing else. */
    Policies policies(String type) {
        return defaults.under(types.get(type)).policies("holdfast.dispatcher.types." + type);
    }

    /** All of them, so that a wrong one stops the start and not the first submit. */
    private static Map<String, Policies> resolve(TypeDefaults defaults, Map<String, TypeDefaults> types) {
        Map<String, Policies> all = new HashMap<>();
        all.put("", defaults.policies("holdfast.dispatcher.defaults"));
        types.forEach((type, own) -> all.put(type, defaults.under(own).policies("holdfast.dispatcher.types." + type)));
        return all;
    }
}
