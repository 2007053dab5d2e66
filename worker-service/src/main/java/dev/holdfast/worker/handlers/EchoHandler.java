package dev.holdfast.worker.handlers;

import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import tools.jackson.databind.JsonNode;

/** Answers with its payload. For trials. */
final class EchoHandler implements TaskHandler<JsonNode, JsonNode> {

    @Override
    public String type() {
        return "echo";
    }

    @Override
    public JsonNode run(JsonNode input, TaskContext task) {
        return input;
    }
}
