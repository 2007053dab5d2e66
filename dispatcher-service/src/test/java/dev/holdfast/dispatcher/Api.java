package dev.holdfast.dispatcher;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import dev.holdfast.store.StoreConfiguration;
import dev.holdfast.store.TaskRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP side of the dispatcher on a port of its own, with a fresh database, without loops and broker. */
public final class Api implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(tools.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Database database;
    private final ConfigurableApplicationContext context;
    private final JdbcClient jdbc;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @ComponentScan({
        "dev.holdfast.dispatcher.cancel",
        "dev.holdfast.dispatcher.check",
        "dev.holdfast.dispatcher.inspect",
        "dev.holdfast.dispatcher.refuse",
        "dev.holdfast.dispatcher.steer",
        "dev.holdfast.dispatcher.submit"
    })
    @Import(StoreConfiguration.class)
    static class Slice {}

    /** What came back. {@code body} is JSON null if there was none, a header that is missing is empty. */
    public record Answer(int status, JsonNode body, String text, Map<String, List<String>> headers) {

        public String id() {
            return body.get("id").stringValue();
        }

        public String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    private Api(Database database, List<String> settings, Class<?>... more) {
        this.database = database;
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--management.endpoint.health.validate-group-membership=false"));
        database.springProperties().forEach((key, value) -> arguments.add("--" + key + "=" + value));
        settings.forEach(setting -> arguments.add("--" + setting));
        context = new SpringApplicationBuilder(Slice.class).sources(more).run(arguments.toArray(String[]::new));
        jdbc = JdbcClient.create(database.dataSource());
    }

    public static Api start(String... settings) {
        return new Api(Backing.database(), List.of(settings));
    }

    public static Api startOn(Database database, List<String> settings, Class<?>... more) {
        return new Api(database, settings, more);
    }

    public TaskRows rows() {
        return new TaskRows(jdbc);
    }

    public JdbcClient jdbc() {
        return jdbc;
    }

    public Database database() {
        return database;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    /** A POST of JSON. */
    public Answer post(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path).header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.POST(BodyPublishers.ofString(body)));
    }

    /** A POST without a body. */
    public Answer post(String path) {
        return send(request(path).POST(BodyPublishers.noBody()));
    }

    public Answer patch(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    /** Submits a task that must be accepted. */
    public String submit(String body) {
        Answer answer = post("/tasks", body);
        if (answer.status() != 202) {
            throw new IllegalStateException(answer.toString());
        }
        return answer.id();
    }

    public long count(String table) {
        return jdbc.sql("select count(*) from " + table).query(Long.class).single();
    }

    /** @param path below {@code /api/v1}, or a whole one if it begins with {@code //} */
    public HttpRequest.Builder request(String path) {
        String port = context.getEnvironment().getProperty("local.server.port");
        String whole = path.startsWith("//") ? path.substring(1) : "/api/v1" + path;
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + whole))
                .timeout(Duration.ofSeconds(90));
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            JsonNode body = JSON.readTree(response.body().isEmpty() ? "null" : response.body());
            return new Answer(
                    response.statusCode(),
                    body,
                    response.body(),
                    response.headers().map());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
