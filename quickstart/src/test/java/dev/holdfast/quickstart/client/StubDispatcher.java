package dev.holdfast.quickstart.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Answers what it was told to, in order, and remembers what it was asked. */
public final class StubDispatcher implements AutoCloseable {

    private final HttpServer server;
    private final Queue<Answer> answers = new ArrayDeque<>();
    private final List<Request> requests = new ArrayList<>();

    public StubDispatcher() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private record Answer(int status, String body) {}

    /** One request as it came. */
    public record Request(String line, String key, String body) {}

    public StubDispatcher answers(int status, String body) {
        answers.add(new Answer(status, body));
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        requests.add(new Request(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                key == null ? "" : key,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        Answer answer = answers.isEmpty() ? new Answer(404, "{\"title\":\"Not told what to say\"}") : answers.remove();
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
