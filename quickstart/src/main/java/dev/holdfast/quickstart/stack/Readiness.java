package dev.holdfast.quickstart.stack;

import com.rabbitmq.client.ConnectionFactory;
import dev.holdfast.quickstart.backing.BrokerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a process whether it can do its work; the answer is what is wrong, or null. */
final class Readiness {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    private Readiness() {}

    static @Nullable String ofService(Launch launch) {
        try {
            HttpResponse<String> answer = HTTP.send(
                    HttpRequest.newBuilder(URI.create(launch.url() + "/actuator/health/readiness"))
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? null : "HTTP " + answer.statusCode() + ": " + answer.body();
        } catch (IOException e) {
            return "no answer on port " + launch.port();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    static @Nullable String ofBroker(Launch launch) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(launch.port());
        factory.setUsername(launch.environment().get(BrokerProcess.USER));
        factory.setPassword(launch.environment().get(BrokerProcess.PASSWORD));
        factory.setConnectionTimeout((int) PATIENCE.toMillis());
        factory.setAutomaticRecoveryEnabled(false);
        try {
            factory.newConnection("readiness").close();
            return null;
        } catch (IOException | TimeoutException e) {
            return "no connection on port " + launch.port() + ": " + e.getMessage();
        }
    }
}
