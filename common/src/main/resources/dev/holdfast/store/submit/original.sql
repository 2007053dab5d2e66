-- What a task was submitted as, and how it stands.
select o.state, o.priority, t.type, t.queue, t.payload, t.resources, t.labels, t.timeout_ms, t.max_attempts, t.max_lost,
  t.on_worker_lost, t.backoff_initial_ms, t.backoff_max_ms, t.backoff_factor, t.backoff_jitter
from task t
join task_overview o on o.id = t.id
where t.id = :id
