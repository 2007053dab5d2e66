-- every attempt that has ended
select cast(json_build_object('attempt', json_build_object(
  'task', a.task_id, 'number', a.number, 'worker', a.worker, 'incarnation', a.incarnation, 'token', a.fencing_token,
  'claimedAt', cast(extract(epoch from a.claimed_at) * 1000000 as bigint),
  'endedAt', cast(extract(epoch from a.ended_at) * 1000000 as bigint),
  'outcome', a.outcome, 'refunded', a.refunded, 'decision', a.decision)) as text)
from attempt a
order by a.task_id, a.number
