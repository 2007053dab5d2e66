-- WAITING -> READY
-- Free candidates hold all that they asked for; the attempt gets its number, and this dispatcher the lease to publish it.
-- Answers with the number of reservation rows that changed for each: the caller rolls back if it is not exact.
with granted as (
  update task_live t
  set state = 'READY', since = clock_timestamp(), version = t.version + 1, attempt = t.attempt + 1, wait = null,
    publisher = :dispatcher, publish_until = clock_timestamp() + make_interval(secs => :lease_ms / 1000.0)
  where t.id = any(cast(cast(:ids as text[]) as uuid[]))
  returning t.id, t.attempt, t.version, t.route, t.suspect, t.resources, t.urgency, t.place
),
held as (
  update reservation r
  set status = 'H'
  where r.task_id = any(cast(cast(:ids as text[]) as uuid[])) and r.status = 'W'
  returning r.task_id
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor)
  select g.id, g.version, 'WAITING', 'READY', g.attempt, :actor from granted g
),
counted as materialized (
  select x.id, max(x.attempt) as attempt, max(x.route) as route, bool_or(x.suspect) as suspect,
    max(x.resources) as resources, max(x.urgency) as urgency, max(x.place) as place, count(*) filter (where x.held) as held
  from (
    select g.id, g.attempt, g.route, g.suspect, g.resources, g.urgency, g.place, false as held from granted g
    union all
    select h.task_id, null, null, null, null, null, null, true from held h
  ) x
  group by x.id
)
select c.id, c.attempt, c.route, c.suspect, c.resources, c.held, r.queue, r.type
from counted c
join route r on r.id = c.route
order by c.urgency, c.place
