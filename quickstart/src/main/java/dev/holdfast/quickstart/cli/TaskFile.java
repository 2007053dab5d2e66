package dev.holdfast.quickstart.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tasks written one per line as JSON (NDJSON). Empty lines, and lines that begin with {@code #}, are skipped. */
final class TaskFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private TaskFile() {}

    /** A task and the line, counted from 1, that it stands on. */
    record Entry(int line, ObjectNode task) {}

    /** A line that is no task. Nothing was submitted. */
    static final class BadLine extends Exception {

        private static final long serialVersionUID = 1L;

        BadLine(int line, String problem) {
            super("line " + line + ": " + problem);
        }
    }

    /** Reads all: a file is refused as a whole, by its first bad line. */
    static List<Entry> read(Reader source) throws IOException, BadLine {
        List<Entry> entries = new ArrayList<>();
        BufferedReader lines = new BufferedReader(source);
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            String text = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
            if (!text.isBlank() && !text.stripLeading().startsWith("#")) {
                entries.add(new Entry(number, task(number, text)));
            }
        }
        return entries;
    }

    private static ObjectNode task(int number, String text) throws BadLine {
        JsonNode node;
        try {
            node = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new BadLine(
                    number, "not JSON (column " + e.getLocation().getColumnNr() + "): " + e.getOriginalMessage());
        }
        if (!(node instanceof ObjectNode task)) {
            throw new BadLine(number, "a task is a JSON object, as {\"type\":\"echo\"}; this is not");
        }
        if (!task.path("type").isString() || task.path("type").asString().isBlank()) {
            throw new BadLine(number, "the task has no \"type\"");
        }
        return task;
    }
}
