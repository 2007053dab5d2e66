package dev.holdfast.chaos.storm;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One HTTP call at a time to a dispatcher, without a second try: what came of it is part of the record. Thread-safe.
 */
final class Api {

    private static final Duration LIMIT = Duration.ofSeconds(8);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    /** @param status 0 when no answer came */
    record Answer(int status, JsonNode body) {

        /** Not an answer about the task: it may have been done or not. */
        boolean saysNothing() {
            return status == 0 || status >= 500;
        }
    }

    Answer post(Actor dispatcher, String path, @Nullable String body, @Nullable String key) {
        return send("POST", dispatcher, path, body, key);
    }

    Answer patch(Actor dispatcher, String path, String body) {
        return send("PATCH", dispatcher, path, body, null);
    }

    private Answer send(String method, Actor dispatcher, String path, @Nullable String body, @Nullable String key) {
        URI uri = dispatcher.service().uri(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body == null ? "" : body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String text = response.body();
            return new Answer(response.statusCode(), text.isEmpty() ? JSON.createObjectNode() : JSON.readTree(text));
        } catch (IOException noAnswer) {
            return new Answer(0, JSON.createObjectNode());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StormInterrupted(e);
        }
    }
}
