-- (none) -> a note on what a repair did
insert into repair_note (task_id, resource, invariant, actor, did)
select t.id, cast(:resource as text), :invariant, :actor, :did
from (select cast(cast(:task as text) as uuid) as id) x
left join task t on t.id = x.id
