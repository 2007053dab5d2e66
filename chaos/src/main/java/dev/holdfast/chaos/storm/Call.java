package dev.holdfast.chaos.storm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One submit call of the plan.
 *
 * @param gapMs pause before it
 * @param drafts one task, or many for a batch
 * @param key idempotency key, or null
 * @param again whether it is sent once more, under the same key
 */
record Call(long gapMs, List<Draft> drafts, @Nullable String key, boolean again) {

    boolean isBatch() {
        return drafts.size() > 1;
    }

    /** In the record each task of a batch has a key of its own, as the one of the call stands for many tasks. */
    @Nullable String keyOf(int index) {
        return key != null && isBatch() ? key + "#" + index : key;
    }

    String path() {
        return isBatch() ? "/api/v1/tasks:batch" : "/api/v1/tasks";
    }

    String body() {
        if (!isBatch()) {
            return drafts.get(0).json().toString();
        }
        StringBuilder body = new StringBuilder("{\"tasks\":[");
        for (int i = 0; i < drafts.size(); i++) {
            body.append(i == 0 ? "" : ",").append(drafts.get(i).json());
        }
        return body.append("]}").toString();
    }
}
