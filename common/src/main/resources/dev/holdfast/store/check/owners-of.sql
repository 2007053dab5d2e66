-- Reads who runs these tasks, and the heartbeat counter of each; null without a row.
select distinct l.incarnation, w.name, w.state, w.beat
from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
join task_live l on l.id = i.id and l.incarnation is not null
left join worker w on w.incarnation = l.incarnation
order by l.incarnation
