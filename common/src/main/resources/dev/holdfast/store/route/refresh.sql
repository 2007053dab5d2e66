-- Opens and closes routes: served while a live worker runs its type in its queue.
with live as materialized (
  select w.queues, w.types from worker w where w.state = 'ALIVE' and w.lease_until > clock_timestamp()
),
now_served as materialized (
  select r.id, exists (select from live w where r.queue = any (w.queues) and r.type = any (w.types)) as served
  from route r
),
changed as materialized (
  select r.id, n.served
  from route r
  join now_served n on n.id = r.id
  where r.served <> n.served
  order by r.id
  for no key update of r skip locked
)
update route r
set served = c.served, served_changed_at = clock_timestamp()
from changed c
where r.id = c.id
returning r.queue, r.type, r.served
