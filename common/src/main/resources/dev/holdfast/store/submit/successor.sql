-- The task that runs a final one again.
select t.id, coalesce(l.state, d.state) as state
from task t
left join task_live l on l.id = t.id
left join task_done d on d.id = t.id
where t.retry_of = :id
