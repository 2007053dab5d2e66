-- A task as inspection shows it: one row, whether unfinished or finished.
create view task_overview as
select
  t.id, t.type, t.queue, t.payload, t.resources, t.labels, t.timeout_ms, t.max_attempts, t.max_lost, t.on_worker_lost,
  t.backoff_initial_ms, t.backoff_max_ms, t.backoff_factor, t.backoff_jitter,
  t.run_at, t.expires_at, t.created_at, t.retry_of,
  (select r.id from task r where r.retry_of = t.id) as retried_by,
  coalesce(l.state, d.state) as state,
  -- Apart, so that a filter by one of them can use its index.
  l.state as live_state,
  d.state as done_state,
  d.reason,
  coalesce(l.version, d.version) as version,
  coalesce(l.attempt, d.attempt) as attempt,
  (9 - coalesce(l.urgency, d.urgency))::smallint as priority,
  coalesce(l.failures, d.failures) as failures,
  coalesce(l.losses, d.losses) as losses,
  coalesce(w.name, d.worker) as worker,
  l.incarnation,
  l.due_at,
  coalesce(l.claimed_at, d.started_at) as started_at,
  d.finished_at,
  d.result,
  d.error,
  p.percent as progress_percent,
  p.message as progress_message,
  p.at as progress_at
from task t
left join task_live l on l.id = t.id
left join task_done d on d.id = t.id
left join worker w on w.incarnation = l.incarnation
left join task_progress p on p.task_id = t.id;
