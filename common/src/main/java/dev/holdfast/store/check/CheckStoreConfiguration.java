package dev.holdfast.store.check;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Schema;
import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.route.Routes;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.WorkerEnds;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** For the service that answers whether everything is in order, and repairs. Uses a {@link BrokerDepths} if there is one. */
@Configuration(proxyBeanMethods = false)
public class CheckStoreConfiguration {

    /** Longer than a heartbeat's interval. */
    private static final Duration WATCH = Duration.ofSeconds(3);

    /** The largest ttl in use is rarely larger than the default. */
    private static final Duration VANISHED = Duration.ofSeconds(10);

    @Bean
    Checks checks(Schema schema, JdbcClient jdbc, DataSource dataSource, ObjectProvider<BrokerDepths> broker) {
        return new Checks(
                jdbc,
                new DataSourceTransactionManager(dataSource),
                CheckBounds.DEFAULT,
                broker.getIfAvailable(() -> BrokerDepths.NONE),
                new ReentrantLock(),
                System::nanoTime);
    }

    @Bean
    RepairNotes repairNotes(Schema schema, JdbcClient jdbc) {
        return new RepairNotes(jdbc);
    }

    @Bean
    RepairSteps repairDoors(
            JdbcClient jdbc,
            TransactionTemplate transactions,
            Retries retries,
            Settlements settlements,
            RepairNotes notes) {
        return new RepairSteps(jdbc, transactions, retries, settlements, notes);
    }

    @Bean
    Repairs repairs(
            JdbcClient jdbc,
            TransactionTemplate transactions,
            Settlements settlements,
            WorkerEnds ends,
            RepairSteps steps,
            Retries retries) {
        OrphanedAttempts orphans = new OrphanedAttempts(jdbc, transactions, settlements);
        return new Repairs(
                jdbc,
                steps,
                new DeadRunners(jdbc, ends, orphans, steps, WATCH, VANISHED),
                new Conflicts(jdbc, steps),
                new Lines(jdbc, retries),
                new Routes(jdbc));
    }

    @Bean
    Failover failover(
            JdbcClient jdbc,
            TransactionTemplate transactions,
            Settlements settlements,
            WorkerEnds ends,
            RepairSteps steps,
            Retries retries) {
        OrphanedAttempts orphans = new OrphanedAttempts(jdbc, transactions, settlements);
        return new Failover(jdbc, retries, ends, orphans, steps, VANISHED);
    }
}
