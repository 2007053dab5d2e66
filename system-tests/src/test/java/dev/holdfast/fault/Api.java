package dev.holdfast.fault;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls that may stay without an answer. */
final class Api {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private Api() {}

    record Answer(int status, JsonNode body) {}

    /** Empty if no answer came. */
    static Optional<Answer> post(URI uri, Map<String, ?> body, String key, Duration limit) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .timeout(limit)
                .POST(HttpRequest.BodyPublishers.ofString(body.isEmpty() ? "" : JSON.writeValueAsString(body)));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return Optional.of(new Answer(response.statusCode(), JSON.readTree(response.body())));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
