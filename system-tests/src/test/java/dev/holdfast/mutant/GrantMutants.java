package dev.holdfast.mutant;

import java.util.List;

/** The grants; more of their statements are altered one by one in {@code GrantMutantsIT}. */
final class GrantMutants {

    private static final String LOCK = "pg_advisory_xact_lock(7526481)";

    private static final String WITHOUT_INDEX = "org.springframework.jdbc.core.simple.JdbcClient.create(dataSource)"
            + ".sql(\"drop index if exists task_live_place\").update(); renewSessions(dataSource); return";

    static final List<Mutant> ALL = List.of(
            Mutant.of(
                    "equal places",
                    "two tasks are each ahead of the other, and both are granted",
                    Catcher.in(
                            "common", "store.grant.GrantPropertyIT", "grants_are_those_of_the_oracle_after_every_pass"),
                    Edit.store("store/Schema", "renewSessions(dataSource);\n        return", WITHOUT_INDEX),
                    Edit.sql("submit/submit", "nextval('place')", "(select last_value from place)")),
            Mutant.of(
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
                            "from (select " + LOCK
                                    + ") as k, unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)")));

    private GrantMutants() {}
}
