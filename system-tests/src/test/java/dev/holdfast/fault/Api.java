package dev.holdfast.fault;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
        // The request's own limit ends with the headers: a process may freeze before it has sent the body.
        CompletableFuture<HttpResponse<String>> answer =
                HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
        try {
            HttpResponse<String> response = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.of(new Answer(response.statusCode(), JSON.readTree(response.body())));
        } catch (TimeoutException e) {
            answer.cancel(true);
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException) {
                return Optional.empty();
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
