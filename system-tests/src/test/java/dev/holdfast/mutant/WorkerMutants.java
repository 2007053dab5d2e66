package dev.holdfast.mutant;

import java.util.List;

/** What a worker process owes to others. */
final class WorkerMutants {

    private static final String STARTER = "worker-spring-boot-starter";

    static final List<Mutant> ALL = List.of(
            Mutant.of(
                    "no self-fencing",
                    "a worker cut off from the database goes on with resources that others get",
                    Catcher.in(
                            STARTER,
                            "worker.OutlivesAnOutageIT",
                            "without_the_database_resources_are_let_go_in_time_and_other_work_goes_on_and_its_result_is_kept"),
                    Edit.worker("heartbeat/Fence", "if (holding.isEmpty()) {", "if (true) {")),
            Mutant.of(
                    "shared attempts not fenced",
                    "a reader goes on beside the writer that was granted after it",
                    Catcher.in(
                            STARTER,
                            "worker.OutlivesAnOutageIT",
                            "code_that_holds_resources_and_does_not_return_costs_the_process_before_the_lease_ends"),
                    Edit.sql(
                            "claim/claim",
                            "select j.id, j.attempt, j.verdict, c.fencing_token, c.resources,",
                            "select j.id, j.attempt, j.verdict, c.fencing_token, (select count(*) from reservation x"
                                    + " where x.task_id = c.id and x.exclusive) as resources,")));

    private WorkerMutants() {}
}
