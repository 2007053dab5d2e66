-- RUNNING -> CANCELING
-- The state that the task's live row had, under its lock; only a RUNNING one is changed. No row: the task is not unfinished.
with locked as materialized (
  select l.id, l.state, l.attempt from task_live l where l.id = :id for update
),
asked as (
  update task_live l
  set state = 'CANCELING', since = clock_timestamp(), version = l.version + 1
  from locked k
  where l.id = k.id and k.state = 'RUNNING'
  returning l.id, l.attempt, l.version
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor, reason)
  select a.id, a.version, 'RUNNING', 'CANCELING', a.attempt, :actor, 'USER' from asked a
)
select k.state, k.attempt from locked k
