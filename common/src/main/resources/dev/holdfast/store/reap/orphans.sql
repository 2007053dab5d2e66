-- Who still owns attempts though no live row is theirs: ended rows, and incarnations that have no row at all.
-- Steps from one owner to the next along the index: costs as much as there are workers, whatever waits and whatever the
-- planner knows.
with recursive owner as (
  (select l.incarnation from task_live l where l.incarnation is not null order by l.incarnation limit 1)
  union all
  select (select l.incarnation from task_live l where l.incarnation > o.incarnation order by l.incarnation limit 1)
  from owner o
  where o.incarnation is not null
)
select o.incarnation, w.name, w.state,
  (select count(*) from task_live l where l.incarnation = o.incarnation) as attempts
from owner o
left join worker w on w.incarnation = o.incarnation
where o.incarnation is not null and coalesce(w.state, '') not in ('ALIVE', 'DRAINING', 'CONDEMNED')
order by o.incarnation
