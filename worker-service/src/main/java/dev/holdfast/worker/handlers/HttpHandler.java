package dev.holdfast.worker.handlers;

import dev.holdfast.worker.NonRetryableException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Calls a URL that this worker's configuration allows. The other side gets the task's identity and fencing token in headers
 * and can refuse a call whose token is smaller than one it has seen. Redirects are not followed: they are answers.
 *
 * <p>Statuses from 400 on fail the attempt; those of the caller's fault (4xx but 408, 425 and 429) fail the task.
 */
final class HttpHandler implements TaskHandler<HttpInput, HttpResult> {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final Set<String> KEPT_HEADERS =
            Set.of("content-type", "content-length", "etag", "last-modified", "location", "retry-after");
    private static final Set<Integer> WORTH_ANOTHER_TRY = Set.of(408, 425, 429);
    private static final int SHOWN = 2_000;

    private final HttpProperties properties;
    private final AllowedUrls allowed;
    private final HttpClient client;

    HttpHandler(HttpProperties properties) {
        this.properties = properties;
        this.allowed = new AllowedUrls(properties.allowedUrls());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(properties.connectTimeout())
                .build();
    }

    @Override
    public String type() {
        return "http";
    }

    @Override
    public HttpResult run(HttpInput input, TaskContext task) throws Exception {
        UnknownFields.refuse(input.unknown());
        Duration timeout = input.timeout() == null ? properties.timeout() : Durations.parse("timeout", input.timeout());
        HttpRequest request = request(input, task);
        HttpResponse<StorableText> response = call(request, timeout);
        StorableText body = response.body();
        refuse(request, response.statusCode(), body.text());
        return new HttpResult(response.statusCode(), headers(response), body.text(), body.cut());
    }

    private HttpRequest request(HttpInput input, TaskContext task) throws NonRetryableException {
        String url = input.url();
        if (url == null) {
            throw new NonRetryableException("the payload gives no url");
        }
        try {
            URI uri = allowed.check(url);
            JsonNode body = input.body() == null || input.body().isNull() ? null : input.body();
            HttpRequest.Builder request = HttpRequest.newBuilder(uri);
            if (body != null && !body.isString()) {
                request.setHeader("Content-Type", "application/json");
            }
            if (input.headers() != null) {
                input.headers().forEach(request::setHeader);
            }
            return request.method(method(input, body != null), publisher(body))
                    .setHeader("Holdfast-Task-Id", task.taskId().toString())
                    .setHeader("Holdfast-Attempt", Integer.toString(task.attempt()))
                    .setHeader("Holdfast-Fencing-Token", Long.toString(task.fencingToken()))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new NonRetryableException("cannot call " + url + ": " + e.getMessage(), e);
        }
    }

    private static String method(HttpInput input, boolean withBody) {
        if (input.method() == null) {
            return withBody ? "POST" : "GET";
        }
        String method = input.method().toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("the method is none of " + METHODS);
        }
        return method;
    }

    private static BodyPublisher publisher(@Nullable JsonNode body) {
        if (body == null) {
            return BodyPublishers.noBody();
        }
        return BodyPublishers.ofString(body.isString() ? body.stringValue() : body.toString());
    }

    private HttpResponse<StorableText> call(HttpRequest request, Duration timeout) throws Exception {
        int limit = (int) properties.bodyLimit().toBytes();
        CompletableFuture<HttpResponse<StorableText>> call =
                client.sendAsync(request, answer -> new BoundedBody(limit));
        try {
            return call.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new CallFailedException(request.uri() + " did not answer within " + timeout.toMillis() + " ms");
        } finally {
            // After a timeout or an interrupt this closes the connection; the other side sees that nobody waits.
            call.cancel(true);
        }
    }

    private static void refuse(HttpRequest request, int status, String body) throws Exception {
        if (status < 400) {
            return;
        }
        String shown = body.length() <= SHOWN ? body : body.substring(0, SHOWN) + "…";
        String message = request.method() + " " + request.uri() + " was answered with " + status
                + (shown.isBlank() ? "" : ": " + shown.strip());
        if (status < 500 && !WORTH_ANOTHER_TRY.contains(status)) {
            throw new NonRetryableException(message);
        }
        throw new CallFailedException(message);
    }

    private static Map<String, String> headers(HttpResponse<?> response) {
        Map<String, String> kept = new TreeMap<>();
        response.headers().map().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (KEPT_HEADERS.contains(lower) && !values.isEmpty()) {
                kept.put(lower, values.get(0));
            }
        });
        return kept;
    }
}
