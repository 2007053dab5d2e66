package dev.holdfast.store.check;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** For a service that only looks, has no broker to ask, and starts before its database if need be: nothing here connects. */
@Configuration(proxyBeanMethods = false)
public class LookStoreConfiguration {

    @Bean
    ChecksInTurn checksInTurn(JdbcClient jdbc, DataSource dataSource) {
        return turn -> new Checks(
                jdbc,
                new DataSourceTransactionManager(dataSource),
                CheckBounds.DEFAULT,
                BrokerDepths.NONE,
                turn,
                System::nanoTime);
    }
}
