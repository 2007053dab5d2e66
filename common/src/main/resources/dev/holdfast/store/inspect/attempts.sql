-- The attempts of a task, first to last; the running one from the live row.
select a.number, a.worker, a.incarnation, a.fencing_token, a.published_at, a.claimed_at, a.ended_at, a.last_heartbeat_at,
  a.outcome, a.error, a.decision, a.refunded
from attempt a
where a.task_id = :id
union all
select l.attempt, coalesce(w.name, ''), l.incarnation, l.fencing_token, l.published_at, l.claimed_at, null,
  w.heartbeat_at, null, null, null, false
from task_live l
left join worker w on w.incarnation = l.incarnation
where l.id = :id and l.incarnation is not null
order by number
