package dev.holdfast.fault;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.worker.HeartbeatAnswer;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.Registration;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A worker as the database sees one, with no process behind it: it registers, claims, and renews its lease as long as it is
 * told to. A dead one is had by telling it to stop that.
 */
final class Ghost {

    private static final Duration HEARTBEAT = Duration.ofMillis(400);

    private final Incarnation incarnation = Incarnation.next();
    private final String name;
    private final JdbcClient jdbc;
    private final Heartbeats heartbeats;
    private final List<AttemptKey> listed = new CopyOnWriteArrayList<>();
    private volatile boolean alive = true;

    Ghost(Stack stack, String name, String queue, Duration ttl) {
        this.name = name;
        this.jdbc = stack.jdbc();
        this.heartbeats = new Heartbeats(jdbc);
        heartbeats.register(new Registration(incarnation, name, host(), 1, Set.of(queue), Set.of("trial"), 10, ttl));
        Thread beating = new Thread(this::beat, name);
        beating.setDaemon(true);
        beating.start();
    }

    Incarnation incarnation() {
        return incarnation;
    }

    String name() {
        return name;
    }

    /** Claims it once it is granted. @param list whether its heartbeats name it from then on */
    void claim(String task, boolean list) {
        UUID id = UUID.fromString(task);
        Waiting.until("ghost " + name + " claims " + task, Duration.ofSeconds(20), () -> tryClaim(id, list));
    }

    private boolean tryClaim(UUID id, boolean list) {
        return jdbc.sql("select attempt from task_live where id = ? and state in ('READY', 'QUEUED')")
                .param(id)
                .query(Integer.class)
                .optional()
                .map(attempt -> new AttemptKey(new TaskId(id), attempt))
                .filter(key -> {
                    if (list) {
                        listed.add(key);
                    }
                    return new Claims(jdbc)
                                    .claim(incarnation, name, List.of(key))
                                    .get(0)
                            instanceof ClaimResult.Claimed;
                })
                .isPresent();
    }

    /** As a process that was killed leaves it behind. */
    void leaveLockFile(Path stateDirectory) {
        try {
            Files.writeString(stateDirectory.resolve(name + ".lock"), incarnation + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It renews no more. */
    void die() {
        alive = false;
    }

    private void beat() {
        while (alive) {
            try {
                if (heartbeats.beat(incarnation, listed) instanceof HeartbeatAnswer.Ended) {
                    return;
                }
            } catch (DataAccessException e) {
                // somebody holds the row for a moment; the next one comes
            }
            Waiting.sleep(HEARTBEAT);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "localhost";
        }
    }
}
