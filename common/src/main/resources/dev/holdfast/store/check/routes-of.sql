-- Reads QUEUED of these tasks, and their routes.
select l.id, r.queue, r.type
from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
join task_live l on l.id = i.id and l.state = 'QUEUED'
join route r on r.id = l.route
order by r.id, l.id
