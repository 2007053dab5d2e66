-- The states of tasks, in the order asked for. A task that retention has removed is left out.
select a.id, coalesce(l.state, d.state) as state
from unnest(cast(cast(:ids as text[]) as uuid[])) with ordinality as a (id, ord)
left join task_live l on l.id = a.id
left join task_done d on d.id = a.id
where l.id is not null or d.id is not null
order by a.ord
