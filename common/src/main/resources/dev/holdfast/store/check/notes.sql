-- What repairs did to a task, in order.
select n.at, n.invariant, n.actor, n.did from repair_note n where n.task_id = :id order by n.id
