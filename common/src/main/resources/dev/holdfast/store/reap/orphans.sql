-- Who still owns attempts though no live row is theirs: ended rows, and incarnations that have no row at all.
select l.incarnation, w.name, w.state, count(*) as attempts
from task_live l
left join worker w on w.incarnation = l.incarnation
where l.incarnation is not null and coalesce(w.state, '') not in ('ALIVE', 'DRAINING', 'CONDEMNED')
group by l.incarnation, w.name, w.state
order by l.incarnation
