package dev.holdfast.messaging;

import com.rabbitmq.client.Address;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.boot.amqp.autoconfigure.RabbitConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The broker as {@code spring.rabbitmq.*} and {@code holdfast.broker.*} name it. Nothing connects before it is used. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BrokerProperties.class)
public class MessagingConfiguration {

    @Bean
    BrokerConnections brokerConnections(
            CachingConnectionFactory spring, RabbitConnectionDetails details, BrokerProperties properties) {
        return new BrokerConnections(
                spring.getRabbitConnectionFactory(),
                details.getAddresses().stream()
                        .map(a -> new Address(a.host(), a.port()))
                        .toList(),
                properties);
    }

    @Bean
    Declarations declarations(BrokerProperties properties) {
        return new Declarations(properties.queueType());
    }
}
