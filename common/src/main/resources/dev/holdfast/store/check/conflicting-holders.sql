-- Reads who holds: two holders of one resource of which one wants it alone. A row for each of both.
with conflict as materialized (
  select a.resource, a.task_id as one, b.task_id as other, b.exclusive
  from reservation a
  cross join lateral (
    select x.task_id, x.exclusive from reservation x
    where x.resource = a.resource and x.status = 'H' and x.exclusive and x.task_id <> a.task_id
    union all
    select s.task_id, s.exclusive from reservation s
    where s.resource = a.resource and s.status = 'H' and not s.exclusive and s.task_id <> a.task_id
  ) b
  where a.status = 'H' and a.exclusive
  limit :cap
),
side as (
  select c.one as task_id, c.resource, 'EXCLUSIVE' as mode, min(cast(c.other as text)) as other from conflict c group by 1, 2
  union
  select c.other, c.resource, 'SHARED', min(cast(c.one as text)) from conflict c where not c.exclusive group by 1, 2
)
select s.task_id, l.attempt, s.resource, coalesce(l.since, d.finished_at) as since,
  format('%s, holds it %s, and so does %s', coalesce(l.state, d.state, 'unknown'), s.mode, s.other) as detail
from side s
left join task_live l on l.id = s.task_id
left join task_done d on d.id = s.task_id
order by s.resource, s.task_id
limit :cap
