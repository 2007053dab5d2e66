-- Every transition of a task, in order.
select h.version, h.at, h.from_state, h.to_state, h.attempt, h.actor, h.reason
from history h
where h.task_id = :id
order by h.version
