package dev.holdfast.mutant;

import java.util.List;

/** Some of the breakages in real processes: the scenarios notice them from outside. */
final class ProcessMutants {

    private static final String HERE = "system-tests";

    static final List<Mutant> ALL = List.of(
            WorkerMutants.NO_FENCE.seenBy(Catcher.in(
                    HERE, "scenario.CutOffWorkerScenario", "it_lets_go_of_what_it_holds_before_others_get_it")),
            WorkerMutants.NO_GROUP_KILL.seenBy(Catcher.in(
                    HERE,
                    "scenario.ExecScenario",
                    "a_command_and_its_descendants_die_at_once_with_their_killed_worker")));

    private ProcessMutants() {}
}
