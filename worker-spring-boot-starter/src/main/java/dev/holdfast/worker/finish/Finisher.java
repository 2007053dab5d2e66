package dev.holdfast.worker.finish;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.progress.ProgressNote;
import dev.holdfast.store.progress.ProgressNotes;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Sends ends and progress to the database, in one thread. An end that was kept is sent until the database has answered:
 * accepted, or zero rows because somebody else had ended the attempt. While the database is away it tries once a second.
 */
public final class Finisher {

    private static final Logger log = LoggerFactory.getLogger(Finisher.class);
    private static final int GROUP = 200;
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(1);

    private final Settlements settlements;
    private final ProgressNotes progressNotes;
    private final Roster roster;
    private final String actor;
    private final Runnable freed;
    private final Kept kept = new Kept(Kept.MAX_BYTES);
    private final Notes notes = new Notes();
    private final Loop loop = new Loop("holdfast-finish", PROGRESS_EVERY, this::pass);
    private long notesWrittenAt = System.nanoTime() - PROGRESS_EVERY.toNanos();

    /** @param freed called after each commit that freed something; must not block */
    public Finisher(Settlements settlements, ProgressNotes progressNotes, Roster roster, String actor, Runnable freed) {
        this.settlements = settlements;
        this.progressNotes = progressNotes;
        this.roster = roster;
        this.actor = actor;
        this.freed = freed;
    }

    public void start() {
        loop.start();
    }

    public void stop() {
        loop.stop();
    }

    /** Takes over an end. Returns at once, unless 64 MiB of results wait already: then the caller waits too. */
    public void keep(Incarnation incarnation, AttemptEnd end) {
        boolean interrupted = false;
        Ending ending = new Ending(incarnation, Texts.storable(end), System.nanoTime());
        while (true) {
            try {
                kept.add(ending);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        loop.signal();
    }

    public void progress(Incarnation incarnation, AttemptKey key, int percent, String message) {
        notes.progress(incarnation, key, percent, Texts.clean(message, Texts.MAX_MESSAGE));
    }

    public void checkpoint(Incarnation incarnation, AttemptKey key, String json) {
        notes.checkpoint(incarnation, key, json);
    }

    /** How many ends wait for an answer. */
    public int waiting() {
        return kept.size();
    }

    /** Waits until all ends were answered. @return false if the time was not enough */
    public boolean awaitAnswers(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (kept.size() > 0 && System.nanoTime() - deadline < 0) {
            Thread.sleep(10);
        }
        return kept.size() == 0;
    }

    private void pass() {
        forgetTheOld();
        boolean endsWait = kept.size() > 0;
        long now = System.nanoTime();
        if (endsWait || now - notesWrittenAt >= PROGRESS_EVERY.toNanos()) {
            writeNotes();
            notesWrittenAt = now;
        }
        while (kept.size() > 0) {
            sendOldest();
        }
    }

    private void writeNotes() {
        Map<Incarnation, List<ProgressNote>> all = notes.takeAll();
        for (Map.Entry<Incarnation, List<ProgressNote>> entry : all.entrySet()) {
            try {
                progressNotes.write(entry.getKey(), entry.getValue());
                Faults.at(FaultPoint.PROGRESS_STORED);
            } catch (DataIntegrityViolationException e) {
                log.warn(
                        "progress of {} attempts cannot be stored",
                        entry.getValue().size(),
                        e);
            } catch (RuntimeException e) {
                all.forEach(notes::giveBack);
                throw e;
            }
        }
    }

    private void sendOldest() {
        for (List<Ending> group : groups(kept.oldest(GROUP))) {
            try {
                send(group);
            } catch (DataIntegrityViolationException e) {
                log.warn("the database refused a group of {} ends, sending them one by one", group.size(), e);
                group.forEach(this::sendAlone);
            }
        }
    }

    private void sendAlone(Ending ending) {
        try {
            send(List.of(ending));
        } catch (DataIntegrityViolationException e) {
            log.error(
                    "the database refuses the end of {}: recording that instead",
                    ending.end().key(),
                    e);
            AttemptEnd instead = AttemptEnd.failed(
                    ending.end().key(),
                    "the end of the attempt could not be stored: "
                            + ending.end().outcome(),
                    false);
            settlements.end(ending.incarnation(), actor, "", List.of(instead));
            answered(List.of(ending), List.of());
        }
    }

    private void send(List<Ending> group) {
        Faults.at(FaultPoint.FINISH_BEFORE_COMMIT);
        List<TaskTransition> settled = settlements.end(
                group.get(0).incarnation(),
                actor,
                "",
                group.stream().map(Ending::end).toList());
        Faults.at(FaultPoint.FINISH_AFTER_COMMIT);
        answered(group, settled);
    }

    private void answered(List<Ending> group, List<TaskTransition> settled) {
        Set<TaskId> ended = new HashSet<>();
        settled.forEach(t -> ended.add(t.task()));
        for (Ending ending : group) {
            roster.remove(ending.end().key());
            if (!ended.contains(ending.end().key().task())) {
                log.info(
                        "attempt {} had been ended by somebody else: its {} counts for nothing",
                        ending.end().key(),
                        ending.end().outcome());
            }
        }
        kept.answered(group);
        if (!settled.isEmpty()) {
            Faults.at(FaultPoint.FINISH_BEFORE_SIGNAL);
            freed.run();
        }
    }

    private void forgetTheOld() {
        for (Ending ending : kept.expire(System.nanoTime())) {
            roster.remove(ending.end().key());
            log.error(
                    "the database stayed away for 24 h, the end of {} is lost",
                    ending.end().key());
        }
    }

    /** By incarnation, no task twice in a group. */
    private static List<List<Ending>> groups(List<Ending> endings) {
        Map<Incarnation, List<Ending>> byIncarnation = new LinkedHashMap<>();
        Set<TaskId> seen = new HashSet<>();
        List<List<Ending>> again = new ArrayList<>();
        for (Ending ending : endings) {
            if (seen.add(ending.end().key().task())) {
                byIncarnation
                        .computeIfAbsent(ending.incarnation(), i -> new ArrayList<>())
                        .add(ending);
            } else {
                again.add(List.of(ending));
            }
        }
        List<List<Ending>> groups = new ArrayList<>(byIncarnation.values());
        groups.addAll(again);
        return groups;
    }
}
