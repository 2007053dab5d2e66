-- Reads RUNNING | CANCELING: attempts whose worker process has no live row, or one whose lease ran out a whole ttl and
-- :slack_s ago. Time in which the server was not up does not count. Steps from one owner to the next along the index.
with recursive owner as (
  (select l.incarnation from task_live l where l.incarnation is not null order by l.incarnation limit 1)
  union all
  select (select l.incarnation from task_live l where l.incarnation > o.incarnation order by l.incarnation limit 1)
  from owner o
  where o.incarnation is not null
),
found as materialized (
  select l.id as task_id, l.attempt, cast(null as text) as resource,
    coalesce(w.ended_at, w.lease_until, l.claimed_at) as since,
    case
      when w.incarnation is null then format('worker process %s has no row', o.incarnation)
      when w.ended_at is not null then format('worker %s (%s) is %s', w.name, o.incarnation, w.state)
      else format('worker %s (%s): its lease has run out, last heartbeat %s', w.name, o.incarnation, w.heartbeat_at)
    end as detail
  from owner o
  left join worker w on w.incarnation = o.incarnation
  cross join lateral (
      select t.id, t.attempt, t.claimed_at from task_live t where t.incarnation = o.incarnation offset 0
    ) l
  where o.incarnation is not null
    and greatest(coalesce(w.ended_at, w.lease_until, l.claimed_at), pg_postmaster_start_time())
      < clock_timestamp() - make_interval(secs => coalesce(w.ttl_ms, 10000) / 1000.0 + :slack_s)
)
select f.* from found f limit :cap
