-- every transition of every task
select cast(json_build_object('history', json_build_object(
  'task', h.task_id, 'version', h.version, 'at', cast(extract(epoch from h.at) * 1000000 as bigint),
  'from', h.from_state, 'to', h.to_state, 'attempt', h.attempt, 'actor', h.actor, 'reason', h.reason)) as text)
from history h
order by h.task_id, h.version
