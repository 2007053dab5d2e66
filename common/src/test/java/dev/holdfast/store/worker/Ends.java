package dev.holdfast.store.worker;

import dev.holdfast.store.settle.Settlements;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A reaper's hand for tests that run none. Statements and transactions share a data source; else there would be no transaction. */
public final class Ends {

    private Ends() {}

    public static WorkerEnds on(DataSource source) {
        JdbcClient jdbc = JdbcClient.create(source);
        return new WorkerEnds(
                jdbc, new TransactionTemplate(new DataSourceTransactionManager(source)), new Settlements(jdbc));
    }
}
