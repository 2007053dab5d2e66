package dev.holdfast.mutant;

import java.util.List;

/** What a worker process owes to others. */
final class WorkerMutants {

    private static final String STARTER = "worker-spring-boot-starter";

    private static final String OUTAGE = "worker.OutlivesAnOutageIT";
    private static final String EXEC = "worker.handlers.ExecWorkerDeathIT";
    private static final String WATCHDOG = "worker-service/resources/dev/holdfast/worker/handlers/watchdog.sh";

    static final Mutant NO_FENCE = Mutant.of(
            "no self-fencing",
            "a worker cut off from the database goes on with resources that others get",
            Catcher.in(
                    STARTER,
                    OUTAGE,
                    "without_the_database_resources_are_let_go_in_time_and_other_work_goes_on_and_its_result_is_kept"),
            Edit.worker("heartbeat/Fence", "if (holding.isEmpty()) {", "if (true) {"));

    static final Mutant NO_GROUP_KILL = Mutant.of(
            "no group kill in exec",
            "what a command started goes on after its worker is dead",
            Catcher.in("worker-service", EXEC, "a_killed_worker_takes_its_command_along_at_once"),
            new Edit(WATCHDOG, "kill -s KILL -- \"-$command\" $1 2>/dev/null", "kill -s KILL \"$command\" 2>/dev/null"),
            new Edit(WATCHDOG, "while [ -d /proc/self ] && [ \"$looks\" -lt 50 ]; do", "while false; do"));

    static final List<Mutant> ALL = List.of(
            Mutant.of(
                    "ack before the claim commits",
                    "a claim that does not get through loses the message of its task",
                    Catcher.in(STARTER, OUTAGE, "a_message_whose_claim_did_not_get_through_is_still_with_the_broker"),
                    Edit.worker(
                            "claim/Claimer",
                            "List<ClaimResult> results;",
                            "List<ClaimResult> results; batch.values().forEach(Delivery::ack);")),
            Mutant.of(
                    "start-up recovery taken out",
                    "a worker that starts again ends its predecessor's row and leaves its work running for ever",
                    Catcher.in(
                            STARTER,
                            "worker.ComesAfterAnotherIT",
                            "a_proved_death_is_settled_at_once_before_anything_is_consumed"),
                    Edit.store(
                            "store/worker/WorkerEnds",
                            "owned(worker).stream()",
                            "owned(worker).stream().filter(o -> !expiredOnly ? state != WorkerState.LOST : true)")),
            Mutant.of(
                    "graceful stop by the process's own list",
                    "an attempt whose claim was not heard stays with a worker that stopped",
                    Catcher.in(
                            STARTER,
                            "worker.LeavesInGoodOrderIT",
                            "an_attempt_of_this_incarnation_that_the_process_does_not_know_of_is_settled_too"),
                    Edit.store(
                            "store/worker/WorkerEnds",
                            "owned(worker).stream()",
                            "owned(worker).stream().filter(o -> state != WorkerState.STOPPED)")),
            NO_GROUP_KILL,
            Mutant.of(
                    "exec that does not notice its worker's death",
                    "a command goes on beside the one that was started after it",
                    Catcher.in("worker-service", EXEC, "a_killed_worker_takes_its_command_along_at_once"),
                    new Edit(WATCHDOG, "[ -n \"$quit\" ] || slay \"$command\"", ":")),
            Mutant.of(
                    "exec without a timer for the lease",
                    "a command of a frozen worker goes on after others got its resources",
                    Catcher.in("worker-service", EXEC, "a_frozen_worker_does_not_keep_its_command_beyond_the_lease"),
                    new Edit(WATCHDOG, "  kill -s USR1 \"$$\"\n  slay \"$command\"\n", "")),
            Mutant.of(
                    "no halt at the end of the lease",
                    "code that ignores the fence goes on with resources that others get",
                    Catcher.in(
                            STARTER,
                            OUTAGE,
                            "code_that_holds_resources_and_does_not_return_costs_the_process_before_the_lease_ends"),
                    Edit.worker("heartbeat/Fence", "haltUnlessReturned(over);", "")),
            NO_FENCE,
            Mutant.of(
                    "shared attempts not fenced",
                    "a reader goes on beside the writer that was granted after it",
                    Catcher.in(
                            STARTER,
                            OUTAGE,
                            "code_that_holds_resources_and_does_not_return_costs_the_process_before_the_lease_ends"),
                    Edit.sql(
                            "claim/claim",
                            "select j.id, j.attempt, j.verdict, c.fencing_token, c.resources,",
                            "select j.id, j.attempt, j.verdict, c.fencing_token, (select count(*) from reservation x"
                                    + " where x.task_id = c.id and x.exclusive) as resources,")));

    private WorkerMutants() {}
}
