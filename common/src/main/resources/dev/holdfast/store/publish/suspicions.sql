-- Open routes with QUEUED tasks whose message may be lost, and whether a slot is free for them at this moment.
with old as materialized (
  select l.route
  from task_live l
  join route r on r.id = l.route
  where l.state = 'QUEUED' and r.open and (l.publish_until is null or l.publish_until <= clock_timestamp())
    and (l.published_at < r.lost_at
      or l.published_at < clock_timestamp() - make_interval(secs => :lost_after_ms / 1000.0))
  group by l.route
),
busy as materialized (
  select l.incarnation, count(*) as slots, bool_or(l.suspect) as suspect
  from task_live l
  where l.incarnation is not null and exists (select from old)
  group by l.incarnation
),
free as materialized (
  select o.route, bool_or(true) as any_task, bool_or(b.suspect is not true) as suspect
  from old o
  join route r on r.id = o.route
  join worker w on w.state = 'ALIVE' and w.lease_until > clock_timestamp() and not w.drain_requested
    and r.queue = any (w.queues) and r.type = any (w.types)
  left join busy b on b.incarnation = w.incarnation
  where w.slots > coalesce(b.slots, 0)
  group by o.route
)
select o.route, r.queue, r.type, coalesce(f.any_task, false) as free, coalesce(f.suspect, false) as free_for_suspects
from old o
join route r on r.id = o.route
left join free f on f.route = o.route
order by o.route
