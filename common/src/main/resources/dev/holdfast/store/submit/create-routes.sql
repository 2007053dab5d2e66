-- Rows of routes that are not there yet. The lock on the queue's row orders this against a pause of the queue, which
-- updates that row first and the routes that it then sees. Whether a route is served is kept true elsewhere; here it is
-- guessed, so that the first task of a new route need not wait for that.
with queues as materialized (
  select q.name, q.paused from queue q where q.name = any(cast(:queues as text[])) order by q.name for share
)
insert into route (queue, type, paused, served)
select q.name, a.type, q.paused, exists (
    select from worker w
    where w.state = 'ALIVE' and w.lease_until > clock_timestamp() and q.name = any(w.queues) and a.type = any(w.types))
from unnest(cast(:queues as text[]), cast(:types as text[])) as a (queue, type)
join queues q on q.name = a.queue
order by a.queue, a.type
on conflict do nothing
