-- every task, with its end if it has one
select cast(json_build_object('task', json_build_object(
  'id', t.id, 'type', t.type, 'queue', t.queue,
  'resources', (
    select coalesce(json_agg(json_build_object('name', r ->> 'resource', 'mode', r ->> 'mode')), '[]')
    from jsonb_array_elements(t.resources) r),
  'priority', t.priority, 'maxAttempts', t.max_attempts, 'maxLost', t.max_lost, 'onWorkerLost', t.on_worker_lost,
  'retryOf', t.retry_of, 'live', l.state, 'done', d.state, 'reason', d.reason)) as text)
from task t
left join task_live l on l.id = t.id
left join task_done d on d.id = t.id
order by t.id
