package dev.holdfast.store.submit;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.Retries;
import dev.holdfast.store.Sql;
import dev.holdfast.task.RouteName;
import java.util.SortedSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes the rows of queues and routes on first use, in a transaction of its own: the submit that needs them may be large,
 * and others that need the same ones would wait for its end.
 */
final class NewRoutes {

    private static final String CREATE_QUEUES = Sql.of(NewRoutes.class, "create-queues");
    private static final String CREATE_ROUTES = Sql.of(NewRoutes.class, "create-routes");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Retries retries;

    NewRoutes(JdbcClient jdbc, TransactionTemplate transactions, Retries retries) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.retries = retries;
    }

    /** @param routes sorted, so that two who create the same ones cannot wait for each other */
    void create(SortedSet<RouteName> routes) {
        String[] queues = routes.stream().map(RouteName::queue).toArray(String[]::new);
        String[] types = routes.stream().map(RouteName::type).toArray(String[]::new);
        retries.whole(() -> transactions.execute(tx -> {
            jdbc.sql(CREATE_QUEUES).param("queues", queues).update();
            Faults.at(FaultPoint.ROUTES_QUEUES_CREATED);
            // A statement of its own: its snapshot must show the queues that somebody else has just committed.
            int made = jdbc.sql(CREATE_ROUTES)
                    .param("queues", queues)
                    .param("types", types)
                    .update();
            Faults.at(FaultPoint.ROUTES_BEFORE_COMMIT);
            return made;
        }));
    }
}
