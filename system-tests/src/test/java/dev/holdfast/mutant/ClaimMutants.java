package dev.holdfast.mutant;

import java.util.List;

/** From the broker to the claim. */
final class ClaimMutants {

    private static final String CLAIMS = "store.claim.ClaimsIT";
    private static final String OWNER_IS_ALIVE =
            "where w.incarnation = :incarnation and w.state = 'ALIVE' and w.lease_until > clock_timestamp()";

    static final List<Mutant> ALL = List.of(
            Mutant.of(
                    "claim without attempt check",
                    "an old message starts an attempt that is not its own",
                    Catcher.in("common", CLAIMS, "a_message_of_an_older_attempt_is_gone_and_leaves_the_newer_alone"),
                    Edit.sql(
                            "claim/claim",
                            "when l.id is null or l.attempt <> a.attempt or l.state",
                            "when l.id is null or l.state")),
            Mutant.of(
                    "claim without a live incarnation",
                    "a worker that was given up takes work nobody will end",
                    Catcher.in(
                            "common",
                            CLAIMS,
                            "a_worker_whose_lease_has_run_out_claims_nothing",
                            "a_worker_that_drains_claims_nothing"),
                    Edit.sql("claim/claim", OWNER_IS_ALIVE, "where w.incarnation = :incarnation")),
            Mutant.of(
                    "claim that does not lock its worker's row",
                    "a claim slips in behind the settlement of its worker and is never settled",
                    Catcher.in(
                            "common", CLAIMS, "a_claim_that_meets_the_end_of_its_worker_waits_for_it_and_is_refused"),
                    Edit.sql("claim/claim", "for key share", "")),
            Mutant.of(
                    "claim that skips locked rows",
                    "a message that overtook its own mark is acked, and its task waits for a repair",
                    Catcher.in("common", CLAIMS, "a_claim_waits_for_the_mark_that_its_own_message_has_overtaken"),
                    Edit.sql("claim/claim", "for update\n", "for update skip locked\n")),
            Mutant.of(
                    "claim of several suspects",
                    "a poison task takes another suspect along",
                    Catcher.in("common", CLAIMS, "a_worker_runs_one_task_with_a_loss_on_its_record_at_a_time"),
                    Edit.sql("claim/claim", "when l.suspect and (", "when false and (")));

    private ClaimMutants() {}
}
