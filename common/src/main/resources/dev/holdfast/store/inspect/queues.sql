-- The queues with their routes.
select q.name, q.paused, r.id as route, r.type, r.served
from queue q
left join route r on r.queue = q.name
order by q.name, r.type
