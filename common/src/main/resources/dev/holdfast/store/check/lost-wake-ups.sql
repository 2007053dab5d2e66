-- Reads the heads of the lines of these resources: who watches one, is not blocked there, and has no mark that will wake it.
-- The grant pass promises that there is no such one in any committed state; the rules are those of its wake-up.
with line as materialized (
  select q.resource, s.shared_held, f.task_id,
    coalesce(f.urgency, 32767::smallint) as urgency, coalesce(f.place, 9223372036854775807) as place
  from unnest(cast(:resources as text[])) as q (resource)
  left join lateral (
    select w.task_id, w.urgency, w.place from reservation w
    where w.resource = q.resource and w.status = 'W' and w.exclusive
    order by w.urgency, w.place limit 1
  ) f on true
  cross join lateral (
    select exists (
      select from reservation h where h.resource = q.resource and h.status = 'H' and not h.exclusive
    ) as shared_held
  ) s
  where (
    select true from reservation h
    where h.resource = q.resource and h.status = 'H' and h.exclusive limit 1
  ) is null
),
free as materialized (
  select l.resource, t.id
  from line l
  join task_live t on t.id = l.task_id and t.watch = l.resource
  where not l.shared_held and (
    select (w.urgency, w.place) < (l.urgency, l.place) from reservation w
    where w.resource = l.resource and w.status = 'W' and not w.exclusive
    order by w.urgency, w.place limit 1
  ) is not true
  union all
  select l.resource, s.id
  from line l
  cross join lateral (
    select t.id, t.urgency, t.place from task_live t
    where t.watch = l.resource and not t.watch_exclusive
    order by t.urgency, t.place limit :cap
  ) s
  where (s.urgency, s.place) < (l.urgency, l.place)
),
found as materialized (
  select t.id as task_id, t.attempt, f.resource, t.since,
    'waits for a change of this resource, though nothing there is in its way' as detail
  from free f
  join task_live t on t.id = f.id
  where f.resource not in (select g.resource from grant_mark g)
)
select f.* from found f limit :cap
