-- ALIVE | DRAINING, renewed
-- One row per attempt that the worker should stop, or one with nulls; no row at all if the worker's row has ended or its
-- lease was revoked.
with renewed as (
  update worker w
  set heartbeat_at = clock_timestamp(), lease_until = clock_timestamp() + make_interval(secs => w.ttl_ms / 1000.0),
    beat = w.beat + 1, running_before = w.running, before_at = w.heartbeat_at, running = cast(:running as text[])
  where w.incarnation = :incarnation and w.state in ('ALIVE', 'DRAINING')
  returning w.incarnation, w.state, w.drain_requested
)
select r.drain_requested, l.id, l.attempt, l.state = 'CANCELING' as canceled
from renewed r
left join task_live l on l.incarnation = r.incarnation
  and (l.state = 'CANCELING' or l.overdue_at <= clock_timestamp())
