package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.client.ApiException;
import dev.holdfast.quickstart.client.FinalStates;
import dev.holdfast.quickstart.client.HoldfastClient;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The tasks of one file on their way. A look asks for some of those that have not ended, in turn, so that the cost of a
 * look does not grow with the file.
 */
final class Submission {

    private static final int BATCH = 10_000;
    private static final int LOOKS = 200;
    private static final Pattern IN_BATCH = Pattern.compile("tasks\\[(\\d{1,6})]\\.?(.*)");

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

    /** Names the lines of a refused batch where the refusal names its tasks, as {@code tasks[7].priority}. */
    String explain(ApiException refusal) {
        List<String> lines = new ArrayList<>();
        for (JsonNode error : refusal.problem().path("errors")) {
            Matcher place = IN_BATCH.matcher(error.path("field").asString(""));
            if (place.matches() && submitted + Integer.parseInt(place.group(1)) < entries.size()) {
                int line = entries.get(submitted + Integer.parseInt(place.group(1)))
                        .line();
                lines.add("line " + line + ": " + place.group(2) + " "
                        + error.path("message").asString("is refused"));
            }
        }
        String text = lines.isEmpty() ? String.valueOf(refusal.getMessage()) : String.join("\n  ", lines);
        return submitted == 0 ? text : text + "\nThe " + submitted + " tasks before that batch were accepted.";
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
