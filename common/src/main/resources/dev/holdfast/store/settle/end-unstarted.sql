-- SCHEDULED | WAITING | READY | QUEUED -> CANCELED | FAILED
-- Ends tasks that no worker has claimed, with their reservations. :expired_only guards those that expire by the locked row.
-- Zero rows for a task means that it was claimed or ended meanwhile.
with locked as materialized (
  select l.*
  from task_live l
  where l.id in (select unnest(cast(cast(:ids as text[]) as uuid[])))
  order by l.id
  for update
),
ended as materialized (
  select l.id, l.attempt, l.state as from_state, l.version + 1 as version, l.route, l.urgency, l.failures, l.losses
  from locked l
  where l.state in ('SCHEDULED', 'WAITING', 'READY', 'QUEUED')
    and (not :expired_only or l.expires_at <= clock_timestamp())
),
gone as (
  delete from task_live l using ended e where l.id = e.id
),
finished as (
  insert into task_done (id, state, reason, error, version, attempt, urgency, failures, losses)
  select e.id, :to_state, :reason, cast(:error as text), e.version, e.attempt, e.urgency, e.failures, e.losses from ended e
),
released as (
  delete from reservation r using ended e where r.task_id = e.id returning r.resource, r.status
),
marked as (
  insert into grant_mark (resource) select resource from released where status <> 'P' order by resource
),
stale as (
  insert into stale_message (task_id, attempt, route)
  select e.id, e.attempt, e.route from ended e where e.from_state = 'QUEUED'
  on conflict do nothing
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor, reason)
  select e.id, e.version, e.from_state, :to_state, e.attempt, :actor, :reason from ended e
)
select e.id, e.attempt, e.from_state, cast(:to_state as text) as to_state, cast(:reason as text) as reason from ended e
