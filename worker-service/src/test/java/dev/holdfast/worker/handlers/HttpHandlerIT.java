package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.worker.NonRetryableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(30)
class HttpHandlerIT {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final RecordingContext task = new RecordingContext();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private String base;
    private HttpHandler handler;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        base = "http://127.0.0.1:" + server.getAddress().getPort();
        handler = new HttpHandler(new HttpProperties(
                List.of(base + "/open"), Duration.ofSeconds(2), Duration.ofSeconds(5), DataSize.ofKilobytes(1)));
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(int status, String body) {
        serve("/open", exchange -> reply(exchange, status, body));
    }

    private void serve(String path, com.sun.net.httpserver.HttpHandler with) {
        server.createContext(path, with);
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private HttpInput get(String path) {
        return new HttpInput(base + path, null, null, null, null, null);
    }

    @Test
    void a_call_tells_who_calls_and_with_which_token() throws Exception {
        CompletableFuture<HttpExchange> seen = new CompletableFuture<>();
        serve("/open", exchange -> {
            seen.complete(exchange);
            reply(exchange, 200, "hello");
        });
        task.attempt = 2;
        Map<String, String> headers = Map.of("X-Mine", "yes", "Holdfast-Fencing-Token", "999999");

        HttpResult result = handler.run(new HttpInput(base + "/open/a?b=c", null, headers, null, null, null), task);

        HttpExchange exchange = seen.join();
        assertThat(exchange.getRequestMethod()).isEqualTo("GET");
        assertThat(exchange.getRequestURI()).hasToString("/open/a?b=c");
        assertThat(exchange.getRequestHeaders().get("Holdfast-Task-Id")).containsExactly(task.taskId.toString());
        assertThat(exchange.getRequestHeaders().get("Holdfast-Attempt")).containsExactly("2");
        assertThat(exchange.getRequestHeaders().get("Holdfast-Fencing-Token")).containsExactly("4711");
        assertThat(exchange.getRequestHeaders().get("X-Mine")).containsExactly("yes");
        assertThat(result).isEqualTo(new HttpResult(200, Map.of("content-length", "5"), "hello", false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':[1]} |       | POST | {'a':[1]} | application/json",
                "'plain'   | put   | PUT  | plain     |",
                "null      | POST  | POST |           |"
            })
    void a_body_is_sent(
            String body, @Nullable String method, String sent, @Nullable String received, @Nullable String type)
            throws Exception {
        CompletableFuture<List<String>> seen = new CompletableFuture<>();
        serve("/open", exchange -> {
            String content = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.complete(List.of(
                    exchange.getRequestMethod(),
                    content,
                    String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"))));
            reply(exchange, 204, "");
        });
        JsonNode json = JSON.readTree(body.replace('\'', '"'));

        HttpResult result = handler.run(new HttpInput(base + "/open", method, null, json, null, null), task);

        assertThat(seen.join())
                .containsExactly(sent, received == null ? "" : received.replace('\'', '"'), String.valueOf(type));
        assertThat(result.status()).isEqualTo(204);
        assertThat(result.body()).isEmpty();
    }

    @Test
    void of_a_long_answer_the_beginning_is_kept() throws Exception {
        answer(200, "x".repeat(1024));
        assertThat(handler.run(get("/open"), task).bodyCut()).isFalse();

        server.removeContext("/open");
        serve("/open", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] part = "y".repeat(8192).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 100_000; i++) {
                exchange.getResponseBody().write(part); // fails once nobody reads any more
            }
        });
        HttpResult result = handler.run(get("/open"), task);

        assertThat(result.body()).isEqualTo("y".repeat(1024));
        assertThat(result.bodyCut()).isTrue();
    }

    @Test
    void a_redirect_is_an_answer_and_not_followed() throws Exception {
        serve("/open", exchange -> {
            exchange.getResponseHeaders().set("Location", base + "/closed");
            reply(exchange, 302, "");
        });

        HttpResult result = handler.run(get("/open"), task);

        assertThat(result.status()).isEqualTo(302);
        assertThat(result.headers()).containsEntry("location", base + "/closed");
    }

    @ParameterizedTest
    @CsvSource({"400,true", "404,true", "409,true", "408,false", "425,false", "429,false", "500,false", "503,false"})
    void an_error_fails_the_attempt_or_the_task(int status, boolean forGood) {
        answer(status, "because");

        assertThatThrownBy(() -> handler.run(get("/open"), task))
                .isInstanceOf(forGood ? NonRetryableException.class : CallFailedException.class)
                .hasMessage("GET " + base + "/open was answered with " + status + ": because");
    }

    @Test
    void what_is_not_on_the_list_is_not_called() {
        CompletableFuture<Boolean> called = new CompletableFuture<>();
        serve("/", exchange -> called.complete(true));

        assertThatThrownBy(() -> handler.run(get("/closed"), task)).isInstanceOf(NonRetryableException.class);
        assertThatThrownBy(() -> handler.run(new HttpInput(null, null, null, null, null, null), task))
                .isInstanceOf(NonRetryableException.class);
        assertThatThrownBy(() -> handler.run(new HttpInput(base + "/open", "TRACE", null, null, null, null), task))
                .isInstanceOf(NonRetryableException.class)
                .hasMessageContaining("[GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS]");
        Map<String, String> host = Map.of("Host", "elsewhere");
        assertThatThrownBy(() -> handler.run(new HttpInput(base + "/open", null, host, null, null, null), task))
                .isInstanceOf(NonRetryableException.class);
        assertThat(called).isNotDone();
    }

    @Test
    void an_answer_that_takes_too_long_fails_the_attempt_even_in_its_middle() {
        serve("/open", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
        });
        long start = System.nanoTime();

        assertThatThrownBy(() -> handler.run(new HttpInput(base + "/open", null, null, null, "300ms", null), task))
                .isInstanceOf(CallFailedException.class)
                .hasMessage(base + "/open did not answer within 300 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void nobody_there_fails_the_attempt() {
        server.stop(0);

        assertThatThrownBy(() -> handler.run(get("/open"), task)).isInstanceOf(IOException.class);
    }

    @Test
    void an_interrupt_ends_the_call_and_its_connection() throws Exception {
        CompletableFuture<Boolean> called = new CompletableFuture<>();
        CompletableFuture<Boolean> hungUp = new CompletableFuture<>();
        serve("/open", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            called.complete(true);
            try {
                while (true) {
                    exchange.getResponseBody().write(new byte[1]);
                    exchange.getResponseBody().flush();
                    Thread.sleep(5);
                }
            } catch (IOException e) {
                hungUp.complete(true);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                end.complete(new AssertionError("ended with " + handler.run(get("/open"), task)));
            } catch (Throwable e) {
                end.complete(e);
            }
        });
        thread.start();
        called.get(5, TimeUnit.SECONDS);

        thread.interrupt();

        assertThat(end.get(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(hungUp.get(2, TimeUnit.SECONDS)).isTrue();
    }
}
