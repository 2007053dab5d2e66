package dev.holdfast.mutant;

import java.util.List;

/** The end of attempts, by their worker or by others. */
final class SettleMutants {

    static final List<Mutant> ALL = List.of(
            Mutant.of(
                    "heartbeat list without the two-beat rule",
                    "an attempt is taken from a worker that is just starting it",
                    Catcher.in(
                            "common",
                            "store.reap.ForgottenAttemptsIT",
                            "a_claim_in_flight_between_two_heartbeats_is_not_forgotten",
                            "an_attempt_that_one_of_the_two_heartbeats_lists_is_not_forgotten"),
                    Edit.sql(
                            "reap/forgotten",
                            "and w.before_at > l.claimed_at\n",
                            "and w.heartbeat_at > l.claimed_at\n"),
                    Edit.sql(
                            "reap/forgotten",
                            "  and cast(l.id as text) || '/' || l.attempt <> all (w.running_before)\n",
                            "")),
            Mutant.of(
                    "reaper without its own observation",
                    "a database outage convicts workers that lived through it",
                    Catcher.in(
                            "reaper-service",
                            "reaper.settle.SettlerIT",
                            "an_old_heartbeat_is_no_evidence_for_a_reaper_that_has_just_started"),
                    new Edit(
                            "reaper-service/java/dev/holdfast/reaper/detect/Observations.java",
                            "if (known == null || known.beat != worker.beat) {",
                            "if (worker.lapsed) { dead.put(worker.worker, Duration.ZERO); }"
                                    + " else if (known == null || known.beat != worker.beat) {")));

    private SettleMutants() {}
}
