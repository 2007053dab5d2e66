-- Reads QUEUED: of each open route how many were published longer than :bound_s ago, and the first of them.
with due as materialized (
  select l.id, l.attempt, l.route, l.published_at, r.queue, r.type,
    row_number() over (partition by l.route order by l.published_at) as nth
  from task_live l
  join route r on r.id = l.route
  where l.state in ('READY', 'QUEUED') and l.state = 'QUEUED' and r.open
    and l.published_at < clock_timestamp() - make_interval(secs => :bound_s)
    and (l.publish_until is null or l.publish_until <= clock_timestamp())
)
select d.route, d.queue, d.type, count(*) as tasks, min(d.published_at) as since,
  array_agg(cast(d.id as text) || '/' || d.attempt order by d.nth) filter (where d.nth <= 20) as oldest
from due d
group by d.route, d.queue, d.type
order by d.route
