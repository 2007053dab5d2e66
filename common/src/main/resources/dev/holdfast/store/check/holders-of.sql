-- Reads who holds these resources, and whether somebody runs it.
select r.resource, r.task_id, r.exclusive, l.attempt, l.state
from unnest(cast(:resources as text[])) as q (resource)
join reservation r on r.resource = q.resource and r.status = 'H'
join task_live l on l.id = r.task_id
order by r.resource, l.urgency, l.place
