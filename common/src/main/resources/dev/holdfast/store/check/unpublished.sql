-- Reads READY: granted so long ago, and still not with the broker.
select l.id as task_id, l.attempt, cast(null as text) as resource, l.since,
  format('READY for route %s/%s%s', r.queue, r.type, case when r.open then '' else ', which is closed' end) as detail
from task_live l
join route r on r.id = l.route
where l.state in ('READY', 'QUEUED') and l.state = 'READY' and l.since < clock_timestamp() - make_interval(secs => :bound_s)
order by l.since
limit :cap
