-- Reads the heads of each route's lines: in line though the route is closed, or parked though it is open, for :bound_s.
-- They are moved best first, so while that goes on the heads change.
select c.id as task_id, c.attempt, cast(null as text) as resource,
  greatest(c.since, q.served_changed_at, u.changed_at) as since,
  case when q.open then format('parked, though route %s/%s is open', q.queue, q.type)
    else format('in line, though route %s/%s is closed', q.queue, q.type) end as detail
from route q
join queue u on u.name = q.queue
cross join (values (false), (true)) as s (suspect)
cross join (values ('C'::"char"), ('W'::"char"), ('P'::"char")) as w (wait)
cross join lateral (
  select t.id, t.attempt, t.since
  from task_live t
  where t.route = q.id and t.suspect = s.suspect and t.wait = w.wait and (w.wait = 'P') = q.open
  order by t.urgency, t.place
  limit 5
) c
where greatest(c.since, q.served_changed_at, u.changed_at) < clock_timestamp() - make_interval(secs => :bound_s)
limit :cap
