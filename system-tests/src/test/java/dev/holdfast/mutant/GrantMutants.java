package dev.holdfast.mutant;

import java.util.List;

/** The grants; more of their statements are altered one by one in {@code GrantMutantsIT}. */
final class GrantMutants {

    private static final String LOCK = "pg_advisory_xact_lock(7526481)";

    static final List<Mutant> ALL = List.of(Mutant.of(
            "lock inside the grant statement",
            "two passes at once grant one resource twice: the snapshot is older than the lock",
            Catcher.in(
                    "common",
                    "store.grant.GrantInterleavingIT",
                    "a_second_pass_waits_for_the_first_and_then_sees_its_holders"),
            Edit.sql("grant/lock", LOCK, "0"),
            Edit.sql(
                    "grant/evaluate",
                    "from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)",
                    "from (select " + LOCK + ") as k, unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)")));

    private GrantMutants() {}
}
