-- Those of some tasks that are not unfinished any more.
select a.id
from unnest(cast(cast(:ids as text[]) as uuid[])) as a (id)
where not exists (select from task_live l where l.id = a.id)
