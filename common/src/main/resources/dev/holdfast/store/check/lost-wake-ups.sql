-- Reads the heads of the lines of these resources: who watches one, is not blocked there, and has no mark that will wake it.
-- The grant pass promises that there is no such one in any committed state. Told in the words of the definition of blocked,
-- not in those of the wake-up, so that a fault of that one shows here. Of the exclusive watchers only the first can be free.
with heads as materialized (
  select q.resource, h.*
  from unnest(cast(:resources as text[])) as q (resource)
  cross join lateral (
    (
      select t.id, t.attempt, t.since, t.watch_exclusive as exclusive, t.urgency, t.place from task_live t
      where t.watch = q.resource and not t.watch_exclusive
      order by t.urgency, t.place limit :cap
    )
    union all
    (
      select t.id, t.attempt, t.since, t.watch_exclusive, t.urgency, t.place from task_live t
      where t.watch = q.resource and t.watch_exclusive
      order by t.urgency, t.place limit 1
    )
  ) h
),
-- "limit 1 is null" and not "not exists": that becomes an anti-join over all holders of everything.
free as materialized (
  select h.* from heads h
  where (
      select true from reservation o
      where o.resource = h.resource and o.status = 'H' and o.exclusive limit 1
    ) is null
    and (
      select true from reservation o
      where o.resource = h.resource and o.status = 'W' and o.exclusive
        and (o.urgency, o.place) < (h.urgency, h.place) limit 1
    ) is null
    and (
      not h.exclusive
      or (
        select true from reservation o
        where o.resource = h.resource and o.status = 'H' and not o.exclusive limit 1
      ) is null
      and (
        select true from reservation o
        where o.resource = h.resource and o.status = 'W' and not o.exclusive
          and (o.urgency, o.place) < (h.urgency, h.place) limit 1
      ) is null
    )
),
found as materialized (
  select f.id as task_id, f.attempt, f.resource, f.since,
    'waits for a change of this resource, though nothing there is in its way' as detail
  from free f
  where f.resource not in (select g.resource from grant_mark g)
)
select f.* from found f limit :cap
