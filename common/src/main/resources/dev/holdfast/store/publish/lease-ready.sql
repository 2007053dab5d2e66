-- READY, leased anew
-- Those whose lease has run out, or that never had one, while their route is open; the best first.
with due as materialized (
  select l.id
  from task_live l
  join route r on r.id = l.route
  where l.state = 'READY' and r.open and (l.publish_until is null or l.publish_until <= clock_timestamp())
  order by l.urgency, l.place
  limit :most
  for update of l skip locked
)
update task_live l
set publisher = :publisher, publish_until = clock_timestamp() + make_interval(secs => :lease_ms / 1000.0)
from due d, route r
where l.id = d.id and r.id = l.route
returning l.id, l.attempt, r.queue, r.type
