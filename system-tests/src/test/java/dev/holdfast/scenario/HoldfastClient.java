package dev.holdfast.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The few HTTP calls that scenarios make. */
final class HoldfastClient {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final Function<String, URI> server;

    HoldfastClient(Function<String, URI> server) {
        this.server = server;
    }

    /** Submits and gives the id. */
    String submit(Submission submission) {
        HttpResponse<String> response = post("/api/v1/tasks", submission.json());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
        return JSON.readTree(response.body()).get("id").asString();
    }

    /** Submits the same many times at once. */
    void submitMany(Submission submission, int count) {
        String tasks = String.join(",", Collections.nCopies(count, submission.json()));
        HttpResponse<String> response = post("/api/v1/tasks:batch", "{\"tasks\":[" + tasks + "]}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
    }

    JsonNode get(String id) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(server.apply("/api/v1/tasks/" + id)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    String state(String id) {
        return get(id).get("state").asString();
    }

    JsonNode why(String id) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(server.apply("/api/v1/tasks/" + id + "/why")));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    /** What violates an invariant, as {@code name: task: detail}; none, in a system that is in order, whatever it goes through. */
    List<String> violations() {
        HttpResponse<String> response = send(HttpRequest.newBuilder(server.apply("/api/v1/check")));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        List<String> violations = new ArrayList<>();
        for (JsonNode invariant : JSON.readTree(response.body()).get("invariants")) {
            for (JsonNode violation : invariant.get("violations")) {
                violations.add("%s: %s: %s"
                        .formatted(
                                invariant.get("name").asString(),
                                violation.get("task").asString(""),
                                violation.get("detail").asString()));
            }
        }
        return violations;
    }

    /** The answer's status. */
    int cancel(String id) {
        return post("/api/v1/tasks/" + id + "/cancel", "").statusCode();
    }

    void pause(String queue) {
        HttpResponse<String> response = post("/api/v1/queues/" + queue + "/pause", "");
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    }

    void resume(String queue) {
        HttpResponse<String> response = post("/api/v1/queues/" + queue + "/resume", "");
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    }

    private HttpResponse<String> post(String path, String body) {
        return send(HttpRequest.newBuilder(server.apply(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("the dispatcher does not answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
