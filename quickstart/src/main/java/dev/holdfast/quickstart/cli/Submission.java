package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.client.ApiException;
import dev.holdfast.quickstart.client.FinalStates;
import dev.holdfast.quickstart.client.HoldfastClient;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The tasks of one file on their way. A look asks for some of those that have not ended, in turn, so that the cost of a
 * look does not grow with the file.
 */
final class Submission {

    private static final int BATCH = 10_000;
    private static final int LOOKS = 200;

    private final HoldfastClient client;
    private final List<TaskFile.Entry> entries;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final List<String> failures = new ArrayList<>();
    private int submitted;

    Submission(HoldfastClient client, List<TaskFile.Entry> entries) {
        this.client = client;
        this.entries = entries;
    }

    private record Pending(int line, String id) {}

    /** In batches, each of which is accepted or refused as a whole. */
    void submit() {
        while (submitted < entries.size()) {
            List<TaskFile.Entry> batch = entries.subList(submitted, Math.min(submitted + BATCH, entries.size()));
            List<String> ids =
                    client.submitAll(batch.stream().map(TaskFile.Entry::task).toList());
            for (int i = 0; i < batch.size(); i++) {
                pending.add(new Pending(batch.get(i).line(), ids.get(i)));
            }
            submitted += batch.size();
        }
    }

    /** Names the lines that a refusal of the current batch speaks of by index. */
    String explain(ApiException refusal) {
        StringBuilder text = new StringBuilder();
        for (JsonNode error : refusal.problem().path("errors")) {
            if (error.path("index").isInt()) {
                int at = submitted + error.path("index").asInt();
                String where = at < entries.size() ? "line " + entries.get(at).line() : "line ?";
                text.append(where)
                        .append(": ")
                        .append(error.path("field").asString(""))
                        .append(error.has("field") ? " " : "")
                        .append(error.path("detail")
                                .asString(error.path("message").asString(error.toString())))
                        .append('\n');
            }
        }
        text.append(refusal.getMessage());
        if (submitted > 0) {
            text.append("\nThe ").append(submitted).append(" tasks before these were accepted.");
        }
        return text.toString();
    }

    /** Whether at least one more task has ended since the last look. */
    boolean lookOnce() {
        int before = pending.size();
        for (int i = Math.min(LOOKS, before); i > 0; i--) {
            Pending one = pending.removeFirst();
            JsonNode task = client.task(one.id());
            if (!FinalStates.isFinal(task)) {
                pending.addLast(one);
            } else if (!FinalStates.succeeded(task)) {
                failures.add(describe(one, task));
            }
        }
        return pending.size() < before;
    }

    private static String describe(Pending one, JsonNode task) {
        JsonNode error = task.path("error");
        return "line %d: task %s ended %s (%s)%s"
                .formatted(
                        one.line(),
                        one.id(),
                        task.path("state").asString(),
                        task.path("reason").asString("no reason given"),
                        error.isMissingNode() || error.isNull()
                                ? ""
                                : ": " + (error.isString() ? error.asString() : error.toString()));
    }

    boolean isDone() {
        return submitted == entries.size() && pending.isEmpty();
    }

    int size() {
        return entries.size();
    }

    int ended() {
        return submitted - pending.size();
    }

    /** One line for each task that ended otherwise than wanted. */
    List<String> failures() {
        return failures;
    }
}
