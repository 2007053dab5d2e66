package dev.holdfast.store;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the database says of keeping what it has committed. All promises rest on it.
 *
 * @param synchronousCommit {@code on} or stronger keeps every commit over a crash
 * @param synchronousStandbys names of the replicas that a commit waits for; empty if none
 */
public record Durability(String version, String synchronousCommit, String fsync, String synchronousStandbys) {

    private static final Logger log = LoggerFactory.getLogger(Durability.class);
    private static final String ASK = Sql.of(Durability.class, "durability");

    public static Durability of(JdbcClient jdbc) {
        return jdbc.sql(ASK)
                .query((rs, row) -> new Durability(
                        rs.getString("version"),
                        rs.getString("synchronous_commit"),
                        rs.getString("fsync"),
                        rs.getString("standbys")))
                .single();
    }

    /** Whether a crash of the database loses no commit. A failover keeps them only on a synchronous replica. */
    public boolean keepsCommits() {
        return !synchronousCommit.equals("off") && fsync.equals("on");
    }

    /** One line, or a warning. */
    public void log() {
        String standbys = synchronousStandbys.isEmpty() ? "none" : synchronousStandbys;
        if (keepsCommits()) {
            log.info(
                    "PostgreSQL {}, synchronous_commit {}, synchronous replicas: {}",
                    version,
                    synchronousCommit,
                    standbys);
        } else {
            log.warn(
                    "PostgreSQL {} may lose commits in a crash: synchronous_commit is {}, fsync is {}; tasks and results can vanish with them",
                    version,
                    synchronousCommit,
                    fsync);
        }
    }
}
