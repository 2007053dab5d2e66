-- What a task is doing, with all that can keep it from going on but other tasks.
select coalesce(l.state, d.state) as state, d.reason, d.error, t.type, t.queue, t.max_attempts, t.max_lost,
  coalesce(l.failures, d.failures) as failures, coalesce(l.losses, d.losses) as losses,
  coalesce(l.since, d.finished_at) as since,
  cast(extract(epoch from clock_timestamp() - coalesce(l.since, d.finished_at)) * 1000 as bigint) as since_ms,
  l.due_at, cast(extract(epoch from l.due_at - clock_timestamp()) * 1000 as bigint) as due_in_ms,
  l.wait, l.attempt, l.expires_at, r.served, r.paused,
  coalesce(s.workers, 0) as workers, coalesce(s.slots, 0) as slots,
  case when l.state in ('WAITING', 'READY', 'QUEUED') and s.workers > 0 then (
    select count(*)
    from worker w
    join task_live o on o.incarnation = w.incarnation
    where w.state = 'ALIVE' and w.lease_until > clock_timestamp() and t.queue = any(w.queues) and t.type = any(w.types)
  ) else 0 end as busy,
  case when l.wait = 'C' then (
    select count(*)
    from (
      select from task_live o
      where o.route = l.route and o.suspect = l.suspect and o.wait = 'C' and (o.urgency, o.place) < (l.urgency, l.place)
      order by o.urgency desc, o.place desc
      limit :most + 1) ahead
  ) else 0 end as ahead_on_route,
  coalesce(w.name, d.worker) as worker, w.state as worker_state, l.claimed_at,
  cast(extract(epoch from clock_timestamp() - l.claimed_at) * 1000 as bigint) as running_ms,
  cast(extract(epoch from clock_timestamp() - w.heartbeat_at) * 1000 as bigint) as heartbeat_ms,
  coalesce(w.lease_until <= clock_timestamp(), false) as lease_over
from task t
left join task_live l on l.id = t.id
left join task_done d on d.id = t.id
left join route r on r.id = l.route
left join worker w on w.incarnation = l.incarnation
left join lateral (
  select count(*) as workers, sum(a.slots) as slots
  from worker a
  where a.state = 'ALIVE' and a.lease_until > clock_timestamp() and t.queue = any(a.queues) and t.type = any(a.types)
) s on l.state in ('WAITING', 'READY', 'QUEUED')
where t.id = :id
