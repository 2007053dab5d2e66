package dev.holdfast.store.steer;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.Sql;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Asks workers to stop in good order. They learn of it with their next heartbeat. */
public final class Drains {

    private static final String REQUEST = Sql.of(Drains.class, "request-drain");

    private final JdbcClient jdbc;

    public Drains(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * @param incarnation one process; a restart under the same name is another one
     * @return the state of its row; asked of one that has ended, nothing is changed. Empty if there is none
     */
    public Optional<WorkerState> request(UUID incarnation) {
        Optional<String> state = jdbc.sql(REQUEST)
                .param("incarnation", incarnation)
                .query(String.class)
                .optional();
        Faults.at(FaultPoint.DRAIN_REQUESTED);
        return state.map(WorkerState::valueOf);
    }
}
