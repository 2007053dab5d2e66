-- every reservation that is left
select cast(json_build_object('reservation', json_build_object('task', r.task_id, 'resource', r.resource)) as text)
from reservation r
order by r.task_id, r.resource
