-- How many tasks each open route may still be given, and how many of them with a loss on their record.
-- The window is what its live workers can run, busy slots included, and what they claimed in the last :recent_ms.
with live as materialized (
  select w.incarnation, w.queues, w.types, w.slots
  from worker w
  where w.state = 'ALIVE' and w.lease_until > clock_timestamp() and not w.drain_requested
),
capacity as materialized (
  select r.id, sum(w.slots) as slots, count(*) as workers
  from route r
  join live w on r.queue = any (w.queues) and r.type = any (w.types)
  where r.open
  group by r.id
),
in_flight as (
  select l.route, count(*) as n, count(*) filter (where l.suspect) as suspects
  from task_live l
  where l.state in ('READY', 'QUEUED')
  group by l.route
),
running as (
  select l.route, count(*) filter (where l.suspect) as suspects,
    count(*) filter (where l.claimed_at > clock_timestamp() - make_interval(secs => :recent_ms / 1000.0)) as recent
  from task_live l
  where l.incarnation is not null
  group by l.route
),
stale as (
  select s.route, count(*) as n from stale_message s group by s.route
),
roomy as (
  select c.id as route,
    least(greatest(c.slots + coalesce(u.recent, 0), :least), :most) - coalesce(f.n, 0) - coalesce(s.n, 0) as room,
    c.workers - coalesce(f.suspects, 0) - coalesce(u.suspects, 0) as suspect_room
  from capacity c
  left join in_flight f on f.route = c.id
  left join running u on u.route = c.id
  left join stale s on s.route = c.id
)
select route, cast(room as int) as room, cast(greatest(0, least(room, suspect_room)) as int) as suspect_room
from roomy
where room > 0
