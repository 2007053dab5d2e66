package dev.holdfast.mutant;

import java.util.List;

/** From the broker to the claim. */
final class ClaimMutants {

    private static final String CLAIMS = "store.claim.ClaimsIT";
    private static final String DISPATCHER = "dispatcher-service";
    private static final String LOST = "dispatcher.publish.LostMessagesIT";
    private static final String LOST_MESSAGES =
            "dispatcher-service/java/dev/holdfast/dispatcher/publish/LostMessages.java";
    private static final String OWNER_IS_ALIVE =
            "where w.incarnation = :incarnation and w.state = 'ALIVE' and w.lease_until > clock_timestamp()";

    static final Mutant NO_ATTEMPT = Mutant.of(
            "claim without attempt check",
            "an old message starts an attempt that is not its own",
            Catcher.in("common", CLAIMS, "a_message_of_an_older_attempt_is_gone_and_leaves_the_newer_alone"),
            Edit.sql(
                    "claim/claim",
                    "when l.id is null or l.attempt <> a.attempt or l.state",
                    "when l.id is null or l.state"));

    static final List<Mutant> ALL = List.of(
            NO_ATTEMPT,
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
                    Edit.sql("claim/claim", "when l.suspect and (", "when false and (")),
            Mutant.of(
                    "mark without the attempt",
                    "a late confirm marks a newer attempt as published that no message was sent for",
                    Catcher.in(
                            DISPATCHER,
                            "dispatcher.publish.PublishIT",
                            "a_confirm_that_comes_late_does_not_mark_a_newer_attempt"),
                    Edit.sql(
                            "publish/mark-queued",
                            "join locked k on k.id = a.id and k.attempt = a.attempt",
                            "join locked k on k.id = a.id")),
            Mutant.of(
                    "no lost-message repair",
                    "a task whose message the broker lost waits for ever",
                    Catcher.in(
                            DISPATCHER,
                            LOST,
                            "purged_messages_are_sent_again_under_the_same_number_while_a_slot_is_free"),
                    new Edit(LOST_MESSAGES, "if (suspicions.isEmpty()) {", "if (true) {")),
            Mutant.of(
                    "repair by count only, busy slots or not",
                    "what waits for a slot is sent again and again",
                    Catcher.in(
                            DISPATCHER,
                            LOST,
                            "nothing_is_sent_again_while_every_slot_is_busy_and_nothing_was_overtaken"),
                    new Edit(
                            "dispatcher-service/java/dev/holdfast/dispatcher/publish/Looks.java",
                            "if (!free) {",
                            "if (false) {")),
            Mutant.of(
                    "repair by count only, overtaken or not",
                    "a lost message is not missed while the others keep every slot busy",
                    Catcher.in(DISPATCHER, LOST, "one_that_was_overtaken_is_sent_again_although_every_slot_is_busy"),
                    Edit.sql(
                            "publish/lease-lost",
                            "or l.published_at < r.claimed_last - make_interval(secs => :overtaken_by_ms / 1000.0)",
                            "or (cast(:overtaken_by_ms as bigint) is null)")));

    private ClaimMutants() {}
}
