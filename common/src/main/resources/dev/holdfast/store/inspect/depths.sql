-- How many unfinished tasks each route has, by state and urgency, and how long the oldest has been in that state.
select l.route, l.state, l.urgency, l.wait is not distinct from 'P' as parked, count(*) as tasks,
  cast(extract(epoch from clock_timestamp() - min(l.since)) * 1000 as bigint) as oldest_ms
from task_live l
group by l.route, l.state, l.urgency, l.wait is not distinct from 'P'
