-- WAITING -> WAITING
-- Watchers that are no longer blocked on the resource they watch become candidates. On one resource those are
--   nothing while an exclusive holder is there; else
--   the shared requests ahead of the first waiting exclusive one; and
--   that exclusive one, if nothing is held and no shared request stands ahead of it.
-- Answers with the resources of which somebody could not be woken (locked by another, or beyond the slice): their marks
-- must stay.
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
  -- Not "not exists": that becomes an anti-join over all holders of everything.
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
    order by t.urgency, t.place limit :slice
  ) s
  where (s.urgency, s.place) < (l.urgency, l.place)
),
locked as materialized (
  select t.id, t.wait, t.watch from task_live t
  where t.id = any(array(select f.id from free f))
  order by t.id
  for no key update skip locked
),
woken as (
  update task_live t
  set wait = 'C', watch = null, watch_exclusive = null
  where t.id = any(array(select l.id from locked l where l.wait = 'W'))
  returning t.id
)
select
  array(
    select x.resource
    from (
      select f.resource, true as free from free f
      union all
      select l.watch, false from locked l where l.wait = 'W'
    ) x
    group by x.resource
    having count(*) filter (where x.free) <> count(*) filter (where not x.free)
      or count(*) filter (where x.free) >= :slice
  ) as unfinished,
  (select count(*) from woken) as woken
