package dev.holdfast.worker.join;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The worker's settings, {@code holdfast.worker.*}.
 *
 * @param name stable over restarts; the host's name unless set. Two processes of one name cannot both be alive
 * @param slots attempts that run at once
 * @param queues queues to serve, with all types that have a handler
 * @param stateDir where the lock file is; it must outlive a restart to prove the end of the process before. Local disk
 * @param heartbeat how often the lease is renewed
 * @param ttl how long a renewal holds
 * @param shutdownGrace how long running attempts may go on after a stop was asked
 * @param stopGrace how long an interrupted attempt has to return
 * @param nameIsUnique the platform guarantees that at most one process has this name (StatefulSet, compose)
 * @param interruptBefore before the end of the lease, attempts that hold resources are interrupted; 0.3 ttl unless set
 * @param haltBefore before the end of the lease, the process halts if one of them has not returned; 0.1 ttl unless set
 * @param virtualThreads whether handlers run in virtual threads where the JVM has them
 * @param exitAfterDrain whether the process exits once a drain that an operator asked for is over
 */
@ConfigurationProperties("holdfast.worker")
public record WorkerSettings(
        @Nullable String name,
        @DefaultValue("10") int slots,
        @DefaultValue("default") Set<String> queues,
        @Nullable Path stateDir,
        @DefaultValue("2s") Duration heartbeat,
        @DefaultValue("10s") Duration ttl,
        @DefaultValue("30s") Duration shutdownGrace,
        @DefaultValue("5s") Duration stopGrace,
        @DefaultValue("false") boolean nameIsUnique,
        @Nullable Duration interruptBefore,
        @Nullable Duration haltBefore,
        @DefaultValue("true") boolean virtualThreads,
        @DefaultValue("false") boolean exitAfterDrain) {

    public WorkerSettings {
        name = name == null || name.isBlank() ? hostName() : name;
        require(name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}"), "name", "has 1–100 characters of A-Z a-z 0-9 . _ -");
        require(slots >= 1 && slots <= 1000, "slots", "is between 1 and 1000");
        require(!queues.isEmpty(), "queues", "names at least one queue");
        require(ttl.toMillis() >= 1000, "ttl", "is at least 1s");
        require(heartbeat.toMillis() >= 50, "heartbeat", "is at least 50ms");
        interruptBefore = interruptBefore == null ? ttl.multipliedBy(3).dividedBy(10) : interruptBefore;
        haltBefore = haltBefore == null ? ttl.dividedBy(10) : haltBefore;
        require(haltBefore.compareTo(interruptBefore) < 0, "halt-before", "is shorter than interrupt-before");
        require(
                heartbeat.multipliedBy(2).compareTo(ttl.minus(interruptBefore)) <= 0,
                "heartbeat",
                "fits twice into ttl minus interrupt-before, so that one lost heartbeat costs nothing");
        stateDir = stateDir == null ? Path.of(System.getProperty("user.home", "."), ".holdfast") : stateDir;
        queues = Set.copyOf(queues);
    }

    /** Never null once constructed: the record gives every component its default. */
    public String workerName() {
        return name == null ? "" : name;
    }

    Path lockDirectory() {
        return stateDir == null ? Path.of(".") : stateDir;
    }

    public Duration interruptMargin() {
        return interruptBefore == null ? Duration.ZERO : interruptBefore;
    }

    public Duration haltMargin() {
        return haltBefore == null ? Duration.ZERO : haltBefore;
    }

    /** As it stands in the history. */
    public String actor() {
        return "worker " + name;
    }

    static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static void require(boolean holds, String key, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("holdfast.worker." + key + " " + rule);
        }
    }
}
