package dev.holdfast.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.worker.finish.Roster;
import dev.holdfast.worker.run.Slots;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class DoubtsIT {

    private final Database database = Backing.database();
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final TaskRows rows = new TaskRows(jdbc);
    private final Incarnation worker = rows.worker("w1", Duration.ofMinutes(10));
    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicInteger returned = new AtomicInteger();
    private final Settlements settlements =
            new Settlements(JdbcClient.create(new DelegatingDataSource(database.dataSource()) {
                @Override
                public Connection getConnection() throws SQLException {
                    if (away.get()) {
                        throw new SQLTransientConnectionException("away");
                    }
                    return super.getConnection();
                }
            }));
    private final Doubts doubts = new Doubts(settlements, "worker w1", new Roster());

    @Test
    void a_claim_that_was_not_committed_can_be_made_again() {
        AttemptKey key = rows.draft().exclusive("r").queued();
        doubts.add(worker, delivery(key));
        doubts.settle();
        assertThat(returned.get()).isOne();
        assertThat(claim(key)).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    void an_end_that_may_still_be_executed_late_never_meets_a_later_claim() {
        AttemptKey key = rows.draft().exclusive("r").queued();
        doubts.add(worker, delivery(key));
        away.set(true);
        assertThatThrownBy(doubts::settle)
                .isInstanceOfAny(DataAccessException.class, CannotGetJdbcConnectionException.class);
        away.set(false);
        doubts.settle();
        assertThat(returned.get()).isOne();
        assertThat(claim(key)).isInstanceOf(ClaimResult.Gone.class);
        assertThat(rows.state(key.task())).isEqualTo("WAITING");
        assertThat(rows.reservations(key.task())).containsExactly("r=W");

        AttemptKey next = rows.grant(key.task());
        assertThat(claim(next)).isInstanceOf(ClaimResult.Claimed.class);
        // The first end, which the network had kept, arrives.
        assertThat(new Settlements(jdbc)
                        .end(worker, "worker w1", "", List.of(AttemptEnd.stopped(key, Outcome.INTERRUPTED, "late"))))
                .isEmpty();
        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    void an_end_that_waits_in_vain_for_a_lock_was_not_made_and_costs_no_number() throws SQLException {
        AttemptKey key = rows.draft().exclusive("r").queued();
        doubts.add(worker, delivery(key));
        try (Connection other = database.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select from task_live for update");
            assertThatThrownBy(doubts::settle).isInstanceOf(DataAccessException.class);
            other.rollback();
        }
        doubts.settle();
        assertThat(claim(key)).isInstanceOf(ClaimResult.Claimed.class);
    }

    private ClaimResult claim(AttemptKey key) {
        return new Claims(jdbc).claim(worker, "w1", List.of(key)).get(0);
    }

    private Delivery delivery(AttemptKey key) {
        Slots slots = new Slots(1, () -> {});
        Slots.Slot slot = Objects.requireNonNull(slots.tryTake());
        return new Delivery() {
            @Override
            public AttemptKey key() {
                return key;
            }

            @Override
            public Slots.Slot slot() {
                return slot;
            }

            @Override
            public void ack() {
                throw new AssertionError("its message has not served");
            }

            @Override
            public void giveBack(Duration after) {
                returned.incrementAndGet();
                slot.release();
            }
        };
    }
}
