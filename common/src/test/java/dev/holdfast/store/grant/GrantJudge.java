package dev.holdfast.store.grant;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A trigger that judges each grant inside its transaction, naively: no conflicting holder, and no conflicting request ahead
 * that the evaluation could see. What came later may stand ahead; it did not lose its turn.
 */
final class GrantJudge {

    private static final String TRIGGER = """
            create function judge_grant() returns trigger language plpgsql as $$
            declare
              verdict text;
            begin
              select 'two holders of ' || m.resource || ': ' || m.task_id || ' and ' || o.task_id into verdict
              from reservation m
              join reservation o on o.resource = m.resource and o.task_id <> m.task_id and (o.exclusive or m.exclusive)
              where m.task_id = new.id and o.status = 'H';
              if verdict is not null then
                raise exception '%', verdict;
              end if;
              select o.task_id || ' was overtaken on ' || m.resource || ' by ' || m.task_id into verdict
              from reservation m
              join reservation o on o.resource = m.resource and o.task_id <> m.task_id and (o.exclusive or m.exclusive)
              where m.task_id = new.id and o.status = 'W' and (o.urgency, o.place) < (m.urgency, m.place)
                and pg_visible_in_snapshot(
                  cast(cast((cast(cast(pg_current_xact_id() as text) as bigint) >> 32 << 32)
                    + cast(cast(o.xmin as text) as bigint) as text) as xid8),
                  cast(current_setting('judge.evaluated') as pg_snapshot));
              if verdict is not null then
                raise exception '%', verdict;
              end if;
              return null;
            end $$""";

    private GrantJudge() {}

    static void install(JdbcClient jdbc) {
        jdbc.sql(TRIGGER).update();
        jdbc.sql("""
                create trigger judge after update on task_live for each row
                when (old.state = 'WAITING' and new.state = 'READY') execute function judge_grant()""").update();
    }

    /** The same statements; the evaluation leaves its snapshot for the judge. */
    static GrantSql attend(GrantSql sql) {
        return sql.with(
                GrantSql.EVALUATE,
                text -> text.replace(
                        "\nselect j.id,",
                        "\nselect set_config('judge.evaluated', cast(pg_current_snapshot() as text), true), j.id,"));
    }
}
