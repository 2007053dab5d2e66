package dev.holdfast.reaper;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the reaper works.
 *
 * @param name stands in histories as {@code reaper <name>}
 * @param pass a dead worker is settled within its ttl and two of these; it is looked at twice a pass
 * @param maxGap longest time between two looks; after a longer one (pause, outage) all workers are watched anew
 * @param vanishedAfter how long attempts of a worker without a row are watched before they are settled: the largest ttl in
 *     use
 * @param overdue when attempts that would not stop are enforced
 * @param check how often the invariants are looked at
 * @param retention what is deleted when
 */
@ConfigurationProperties("holdfast.reaper")
public record ReaperProperties(
        @DefaultValue("reaper") String name,
        @DefaultValue("1s") Duration pass,
        @DefaultValue("2s") Duration maxGap,
        @DefaultValue("10s") Duration vanishedAfter,
        @DefaultValue Overdue overdue,
        @DefaultValue Check check,
        @DefaultValue Retention retention) {

    public ReaperProperties {
        if (pass.compareTo(Duration.ofMillis(20)) < 0 || pass.compareTo(maxGap) > 0) {
            throw new IllegalArgumentException("holdfast.reaper.pass is between 20ms and holdfast.reaper.max-gap ("
                    + maxGap + "), got " + pass + ": with rarer looks nobody could ever be found dead");
        }
    }

    /**
     * Must not be shorter than the workers' own settings, which come first.
     *
     * @param stopGrace how long an attempt may take to stop
     * @param shutdownGrace how long a worker that drains because of it lets its other attempts go on
     * @param slack how much longer than that before the reaper steps in: what a worker needs to store its last results
     */
    public record Overdue(
            @DefaultValue("5s") Duration stopGrace,
            @DefaultValue("30s") Duration shutdownGrace,
            @DefaultValue("20s") Duration slack) {}

    /**
     * @param interval between two checks
     * @param walk how long one may walk over what waits; the next one goes on from there
     */
    public record Check(
            @DefaultValue("30s") Duration interval,
            @DefaultValue("200ms") Duration walk) {

        public Check {
            if (interval.compareTo(Duration.ofMillis(100)) < 0) {
                throw new IllegalArgumentException("holdfast.reaper.check.interval is at least 100ms, got " + interval);
            }
            if (walk.isNegative() || walk.compareTo(interval) > 0) {
                throw new IllegalArgumentException(
                        "holdfast.reaper.check.walk is between 0s and check.interval (" + interval + "), got " + walk);
            }
        }
    }

    /**
     * @param interval between two rounds
     * @param batch rows per statement
     * @param finished how long finished tasks are kept
     * @param lost how long those with a lost attempt are kept
     * @param idempotencyKeys how long idempotency keys are kept
     * @param workers how long rows of ended workers are kept
     */
    public record Retention(
            @DefaultValue("1m") Duration interval,
            @DefaultValue("500") int batch,
            @DefaultValue("7d") Duration finished,
            @DefaultValue("90d") Duration lost,
            @DefaultValue("7d") Duration idempotencyKeys,
            @DefaultValue("7d") Duration workers) {

        public Retention {
            if (lost.compareTo(finished) < 0) {
                throw new IllegalArgumentException("holdfast.reaper.retention.lost (" + lost
                        + ") is at least retention.finished (" + finished + ")");
            }
            if (batch < 1) {
                throw new IllegalArgumentException("holdfast.reaper.retention.batch is at least 1, got " + batch);
            }
        }
    }
}
