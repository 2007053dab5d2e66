-- The owners of the next reservations of a walk over all. The last one may have more of them: the walk begins there again.
select r.task_id as id
from reservation r
where r.task_id >= cast(:after as uuid)
order by r.task_id
limit :most
