package dev.holdfast.mutant;

import java.util.List;

/** The end of attempts, by their worker or by others. */
final class SettleMutants {

    private static final String SETTLEMENTS = "store.settle.SettlementsIT";
    private static final String END = "settle/end-attempts";
    private static final String OWN_PLACE = "where r.task_id = d.id and d.to_state not in ('SCHEDULED', 'WAITING')";
    private static final String ANY_OF_THE_NAME = "where r.task_id in (select x.id from task_live x"
            + " join worker o on o.incarnation = x.incarnation join worker m on m.name = o.name"
            + " where m.incarnation = d.incarnation)";

    static final List<Mutant> ALL = List.of(
            Mutant.of(
                    "release by worker name",
                    "the end of one attempt frees what the worker's others hold",
                    Catcher.in(
                            "common",
                            SETTLEMENTS,
                            "the_end_of_one_attempt_frees_nothing_that_its_worker_holds_for_another"),
                    Edit.sql(END, OWN_PLACE, ANY_OF_THE_NAME)),
            Mutant.of(
                    "settle by worker name",
                    "what the next process of the name runs is taken from it",
                    Catcher.in(
                            "common",
                            "store.worker.WorkerEndsIT",
                            "what_the_next_process_of_the_name_runs_is_left_alone"),
                    Edit.sql(
                            "worker/owned-attempts",
                            "where l.incarnation = :incarnation",
                            "where w.name = (select m.name from worker m where m.incarnation = :incarnation)"),
                    Edit.sql(
                            END,
                            "where l.incarnation = :incarnation and l.state",
                            "where l.incarnation in (select o.incarnation from worker o join worker m on m.name = o.name"
                                    + " where m.incarnation = :incarnation) and l.state")),
            Mutant.of(
                    "finish without the incarnation",
                    "a worker that lost its attempt ends that of another",
                    Catcher.in("common", SETTLEMENTS, "another_incarnation_cannot_end_an_attempt"),
                    Edit.sql(END, "where l.incarnation = :incarnation and l.state", "where l.state")),
            Mutant.of(
                    "finish without the attempt",
                    "a late result of an earlier attempt ends the one that runs now",
                    Catcher.in(
                            "common",
                            SETTLEMENTS,
                            "the_end_of_an_earlier_attempt_leaves_a_later_one_of_the_same_worker_alone"),
                    Edit.sql(END, "on l.id = a.id and l.attempt = a.attempt", "on l.id = a.id")),
            Mutant.of(
                    "settle that forgets CANCELING",
                    "a task whose worker dies during its cancel is never ended",
                    Catcher.in(
                            "reaper-service",
                            "reaper.settle.SettlerIT",
                            "each_task_of_a_dead_worker_goes_the_way_of_its_policy"),
                    Edit.sql(END, "and l.state in ('RUNNING', 'CANCELING')", "and l.state = 'RUNNING'")),
            Mutant.of(
                    "settle split into transactions",
                    "a claim slips in between the settlement and the end of its worker's row",
                    Catcher.in(
                            "common",
                            "store.worker.WorkerEndsIT",
                            "a_claim_during_a_settlement_waits_for_its_end_and_is_refused"),
                    Edit.store(
                            "store/worker/WorkerEnds",
                            "this.transactions = transactions;",
                            "this.transactions = new TransactionTemplate("
                                    + "Objects.requireNonNull(transactions.getTransactionManager()));"
                                    + "this.transactions.setPropagationBehavior(TransactionTemplate.PROPAGATION_NOT_SUPPORTED);")),
            Mutant.of(
                    "settle of a worker that renewed after the verdict",
                    "a worker that lives is settled as dead",
                    Catcher.in(
                            "reaper-service",
                            "reaper.settle.SettlerIT",
                            "a_worker_that_renewed_after_the_verdict_is_left_alone"),
                    Edit.sql(
                            "worker/lock-for-end",
                            "(cast(:beat as bigint) is null or w.beat = :beat)",
                            "(cast(:beat as bigint) is null or :beat is not null)")),
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
