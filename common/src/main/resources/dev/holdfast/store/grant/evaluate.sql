-- WAITING -> WAITING
-- For each candidate the resource that it is blocked on, or null if it is blocked nowhere; of several an exclusive request,
-- because a release wakes at most one of those. Also its rank among the free ones of its lane, and whether all its
-- reservation rows stand in line as they should.
with request as materialized (
  select t.id, t.route, t.suspect, t.resources, t.urgency, t.place, r.resource, r.exclusive
  from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
  join task_live t on t.id = i.id
  left join reservation r on r.task_id = t.id and r.status = 'W'
),
judged as materialized (
  select q.*,
    -- Only the first of a line is compared, outside its index scan: PostgreSQL does not end an index scan on
    -- (urgency, place) < (u, p) while the urgency is equal, and would walk the whole line when nobody is ahead.
    coalesce((
      select true from reservation h
      where h.resource = q.resource and h.status = 'H' and h.exclusive limit 1), false)
    or coalesce((
      select (w.urgency, w.place) < (q.urgency, q.place) from reservation w
      where w.resource = q.resource and w.status = 'W' and w.exclusive
      order by w.urgency, w.place limit 1), false)
    or q.exclusive and (
      coalesce((
        select true from reservation h
        where h.resource = q.resource and h.status = 'H' and not h.exclusive limit 1), false)
      or coalesce((
        select (w.urgency, w.place) < (q.urgency, q.place) from reservation w
        where w.resource = q.resource and w.status = 'W' and not w.exclusive
        order by w.urgency, w.place limit 1), false)) as blocked
  from request q
)
select j.id, j.route, j.suspect, count(j.resource) = j.resources as complete,
  (array_agg(j.resource order by j.exclusive desc, j.resource) filter (where j.blocked))[1] as blocker,
  (array_agg(j.exclusive order by j.exclusive desc, j.resource) filter (where j.blocked))[1] as blocker_exclusive,
  row_number() over (
    partition by j.route, j.suspect, coalesce(bool_or(j.blocked), false) or count(j.resource) <> j.resources
    order by j.urgency, j.place) as rank
from judged j
group by j.id, j.route, j.suspect, j.resources, j.urgency, j.place
order by j.urgency, j.place
