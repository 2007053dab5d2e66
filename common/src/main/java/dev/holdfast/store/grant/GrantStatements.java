package dev.holdfast.store.grant;

import dev.holdfast.store.grant.Grants.Candidate;
import dev.holdfast.store.grant.Grants.Evaluation;
import dev.holdfast.store.grant.Grants.LaneKey;
import dev.holdfast.store.grant.WakeUps.Mark;
import dev.holdfast.store.grant.WakeUps.Page;
import dev.holdfast.store.grant.WakeUps.Woken;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The statements of a pass, one method each. */
final class GrantStatements {

    private final JdbcClient jdbc;
    private final GrantSql sql;
    private final Grantor grantor;

    GrantStatements(JdbcClient jdbc, GrantSql sql, Grantor grantor) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.grantor = grantor;
    }

    /**
     * @throws IllegalStateException outside a transaction of READ COMMITTED, where later statements see what happened since
     */
    void lock() {
        String isolation = jdbc.sql(sql.text(GrantSql.LOCK))
                .query((rs, row) -> rs.getString("isolation"))
                .single();
        if (!"read committed".equals(isolation)) {
            throw new IllegalStateException("a grant pass needs READ COMMITTED, not " + isolation);
        }
    }

    Page readMarks(long afterXid, long afterId, int slice) {
        List<Mark> marks = new ArrayList<>();
        long oldest = jdbc.sql(sql.text(GrantSql.READ_MARKS))
                .param("xid", Long.toString(afterXid))
                .param("id", afterId)
                .param("slice", slice)
                .query((rs, row) -> {
                    String resource = rs.getString("resource");
                    if (resource != null) {
                        marks.add(new Mark(rs.getLong("xid"), rs.getLong("id"), rs.getString("tid"), resource));
                    }
                    return rs.getLong("oldest");
                })
                .list()
                .get(0);
        return new Page(oldest, marks);
    }

    Woken wake(Collection<String> resources, int slice) {
        return jdbc.sql(sql.text(GrantSql.WAKE))
                .param("resources", resources.toArray(String[]::new))
                .param("slice", slice)
                .query((rs, row) ->
                        new Woken(Set.of((String[]) rs.getArray("unfinished").getArray()), rs.getInt("woken")))
                .single();
    }

    void deleteMarks(List<String> tids) {
        if (!tids.isEmpty()) {
            jdbc.sql(sql.text(GrantSql.DELETE_MARKS))
                    .param("tids", tids.toArray(String[]::new))
                    .update();
        }
    }

    List<Candidate> lockCandidates(List<Lane> lanes, List<Integer> limits) {
        return jdbc.sql(sql.text(GrantSql.CANDIDATES))
                .param("routes", routes(lanes))
                .param("suspects", suspects(lanes))
                .param("limits", limits.toArray(Integer[]::new))
                .query((rs, row) -> candidate(rs))
                .list();
    }

    List<Evaluation> evaluate(List<Candidate> candidates) {
        return jdbc.sql(sql.text(GrantSql.EVALUATE))
                .param("ids", texts(candidates.stream().map(Candidate::id).toList()))
                .query((rs, row) -> new Evaluation(
                        candidate(rs),
                        rs.getBoolean("complete"),
                        rs.getString("blocker"),
                        rs.getBoolean("blocker_exclusive"),
                        rs.getInt("rank")))
                .list();
    }

    void watch(List<Evaluation> blocked) {
        jdbc.sql(sql.text(GrantSql.WATCH))
                .param(
                        "ids",
                        texts(blocked.stream().map(e -> e.candidate().id()).toList()))
                .param("resources", blocked.stream().map(Evaluation::watch).toArray(String[]::new))
                .param(
                        "exclusives",
                        blocked.stream().map(Evaluation::blockerExclusive).toArray(Boolean[]::new))
                .update();
    }

    /**
     * @throws IllegalStateException if a row did not change as the evaluation promised: the pass must roll back
     */
    List<Granted> grant(List<UUID> ids) {
        List<Granted> granted = jdbc.sql(sql.text(GrantSql.GRANT))
                .param("ids", texts(ids))
                .param("dispatcher", grantor.dispatcher())
                .param("lease_ms", grantor.publishLease().toMillis())
                .param("actor", grantor.actor())
                .query((rs, row) -> granted(rs))
                .list();
        if (granted.size() != ids.size()) {
            throw new IllegalStateException("granted " + granted.size() + " tasks, expected " + ids.size());
        }
        return granted;
    }

    boolean pending(long floor, List<Lane> lanes) {
        return jdbc.sql(sql.text(GrantSql.PENDING))
                .param("floor", Long.toString(floor))
                .param("routes", routes(lanes))
                .param("suspects", suspects(lanes))
                .query(Boolean.class)
                .single();
    }

    private static Candidate candidate(ResultSet rs) throws SQLException {
        return new Candidate(rs.getObject("id", UUID.class), new LaneKey(rs.getInt("route"), rs.getBoolean("suspect")));
    }

    private static Granted granted(ResultSet rs) throws SQLException {
        UUID id = rs.getObject("id", UUID.class);
        RouteName name = new RouteName(rs.getString("queue"), rs.getString("type"));
        if (rs.getInt("held") != rs.getInt("resources")) {
            throw new IllegalStateException(
                    "task " + id + " wants " + rs.getInt("resources") + " resources, got " + rs.getInt("held"));
        }
        return new Granted(
                new AttemptKey(new TaskId(id), rs.getInt("attempt")),
                rs.getInt("route"),
                name,
                rs.getBoolean("suspect"));
    }

    private static Integer[] routes(List<Lane> lanes) {
        return lanes.stream().map(Lane::route).toArray(Integer[]::new);
    }

    private static Boolean[] suspects(List<Lane> lanes) {
        return lanes.stream().map(Lane::suspect).toArray(Boolean[]::new);
    }

    private static String[] texts(List<UUID> ids) {
        return ids.stream().map(UUID::toString).toArray(String[]::new);
    }
}
