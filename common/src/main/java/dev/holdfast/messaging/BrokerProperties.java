package dev.holdfast.messaging;

import java.time.Duration;
import java.util.Locale;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the services need to know of the broker beside its address and login ({@code spring.rabbitmq.*}).
 *
 * @param queueType {@code classic} or {@code quorum}; the same for all services
 * @param connectTimeout for the TCP connection, and again for the handshake
 * @param rpcTimeout how long one answer of the broker may take
 * @param heartbeat AMQP heartbeat: a dead peer is noticed within two of them
 * @param reconnect pause between two attempts to connect
 */
@ConfigurationProperties("holdfast.broker")
public record BrokerProperties(
        @DefaultValue("CLASSIC") QueueType queueType,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("5s") Duration rpcTimeout,
        @DefaultValue("5s") Duration heartbeat,
        @DefaultValue("1s") Duration reconnect) {

    public BrokerProperties {
        if (heartbeat.toSeconds() < 1) {
            throw new IllegalArgumentException("holdfast.broker.heartbeat is at least 1s, got " + heartbeat);
        }
    }

    /** The value of {@code x-queue-type}. */
    public enum QueueType {
        CLASSIC,
        QUORUM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
