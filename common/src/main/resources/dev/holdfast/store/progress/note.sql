-- RUNNING | CANCELING, unchanged
-- Stores what attempts said. Proved against the live row without locking it; the attempt's number on the conflict keeps a
-- statement that was overtaken by a settlement from undoing what the next attempt says.
insert into task_progress (task_id, attempt, percent, message, checkpoint)
select l.id, l.attempt, n.percent, n.message, cast(n.checkpoint as json)
from unnest(
  cast(cast(:ids as text[]) as uuid[]), cast(:attempts as int[]), cast(:percents as int[]), cast(:messages as text[]),
  cast(:checkpoints as text[]))
  as n (id, attempt, percent, message, checkpoint)
join task_live l on l.id = n.id and l.attempt = n.attempt
where l.incarnation = :incarnation and l.state in ('RUNNING', 'CANCELING')
order by l.id
on conflict (task_id) do update
set attempt = excluded.attempt,
  percent = coalesce(excluded.percent, case when task_progress.attempt = excluded.attempt then task_progress.percent end),
  message = coalesce(excluded.message, case when task_progress.attempt = excluded.attempt then task_progress.message end),
  checkpoint = coalesce(excluded.checkpoint, task_progress.checkpoint),
  at = clock_timestamp()
where task_progress.attempt <= excluded.attempt
