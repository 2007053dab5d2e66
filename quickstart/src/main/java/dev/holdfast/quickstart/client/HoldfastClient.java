package dev.holdfast.quickstart.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The HTTP interface of a dispatcher. Each call is repeated while nobody answers, for up to a minute, and then fails with
 * {@link DispatcherUnreachable}; what the dispatcher refuses fails with {@link ApiException} at once.
 */
public final class HoldfastClient {

    private static final Duration OUTAGE_LIMIT = Duration.ofSeconds(60);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    private static final int SERVER_TROUBLE = 500;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(3))
            .build();
    private final JsonMapper json = JsonMapper.shared();
    private final String base;
    private final Duration outageLimit;

    /** @param url of a dispatcher, such as {@code http://127.0.0.1:8080} */
    public HoldfastClient(String url) {
        this(url, OUTAGE_LIMIT);
    }

    /** @param outageLimit for how long a call is repeated while nobody answers */
    public HoldfastClient(String url, Duration outageLimit) {
        this.base = url.replaceAll("/+$", "");
        this.outageLimit = outageLimit;
    }

    /** Submits one task and returns its id. */
    public String submit(ObjectNode task) {
        return post("/api/v1/tasks", task.toString()).path("id").asString();
    }

    /** Submits all or none, at most 10,000; the ids come in the order of the tasks. */
    public List<String> submitAll(List<? extends JsonNode> tasks) {
        ObjectNode body = json.createObjectNode();
        ArrayNode array = body.putArray("tasks");
        tasks.forEach(array::add);
        List<String> ids = new ArrayList<>();
        post("/api/v1/tasks:batch", body.toString())
                .path("tasks")
                .forEach(task -> ids.add(task.path("id").asString()));
        return ids;
    }

    public JsonNode task(String id) {
        return get("/api/v1/tasks/" + id);
    }

    /** What the task waits for, in words ({@code summary}) and in data ({@code blockers}). */
    public JsonNode why(String id) {
        return get("/api/v1/tasks/" + id + "/why");
    }

    public JsonNode attempts(String id) {
        return get("/api/v1/tasks/" + id + "/attempts");
    }

    public JsonNode history(String id) {
        return get("/api/v1/tasks/" + id + "/history");
    }

    /**
     * Has the dispatcher settle what can be settled safely; harmless when repeated.
     *
     * @param afterFailover whether every running attempt is settled first
     */
    public JsonNode repair(boolean afterFailover) {
        return post("/api/v1/check/repair", "{\"afterFailover\": " + afterFailover + "}");
    }

    /** Any other document of the interface, by its path. */
    public JsonNode get(String path) {
        return send(request(path).GET().build());
    }

    /** The key makes a repetition harmless: the same key and body is the same submission. */
    private JsonNode post(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(ANSWER_LIMIT)
                .header("Accept", "application/json, application/problem+json");
    }

    private JsonNode send(HttpRequest request) {
        long deadline = System.nanoTime() + outageLimit.toNanos();
        while (true) {
            try {
                HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() < 300) {
                    return parse(answer.body());
                }
                if (answer.statusCode() < SERVER_TROUBLE || System.nanoTime() > deadline) {
                    throw new ApiException(answer.statusCode(), parse(answer.body()));
                }
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new DispatcherUnreachable(base, e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DispatcherUnreachable(base, e);
            }
            pause();
        }
    }

    private JsonNode parse(String body) {
        try {
            return body.isEmpty() ? json.createObjectNode() : json.readTree(body);
        } catch (JacksonException notJson) {
            return json.createObjectNode().put("detail", body);
        }
    }

    private void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DispatcherUnreachable(base, e);
        }
    }
}
