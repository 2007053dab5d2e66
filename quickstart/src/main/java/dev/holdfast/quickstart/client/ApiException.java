package dev.holdfast.quickstart.client;

import tools.jackson.databind.JsonNode;

/** The dispatcher refused a request; the message is its own, the problem what it said in data. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient JsonNode problem;

    ApiException(int status, JsonNode problem) {
        super("HTTP " + status + ": " + text(problem));
        this.status = status;
        this.problem = problem;
    }

    public int status() {
        return status;
    }

    /** The problem details of RFC 9457, or whatever was the body. */
    public JsonNode problem() {
        return problem;
    }

    private static String text(JsonNode problem) {
        String title = problem.path("title").asString("");
        String detail = problem.path("detail").asString("");
        String both = title.isEmpty() || detail.isEmpty() ? title + detail : title + ": " + detail;
        return both.isEmpty() ? problem.toString() : both;
    }
}
