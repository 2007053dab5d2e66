-- RUNNING | CANCELING -> SUCCEEDED | FAILED | CANCELED | SCHEDULED | WAITING
-- Ends attempts of one incarnation and, in the same statement, their reservations: nothing else in the system does either.
-- Zero rows for an attempt means that it was ended before, by somebody else.
with asked as (
  select a.id, a.attempt, a.outcome, a.result, a.error, a.retryable
  from unnest(
    cast(cast(:ids as text[]) as uuid[]), cast(:attempts as int[]), cast(:outcomes as text[]),
    cast(:results as text[]), cast(:errors as text[]), cast(:retryable as boolean[]))
    as a (id, attempt, outcome, result, error, retryable)
),
locked as materialized (
  select l.* from task_live l where l.id in (select id from asked) order by l.id for update
),
ended as materialized (
  select l.id, l.attempt, l.state as from_state, l.version + 1 as version, l.route, l.urgency, l.incarnation,
    l.claimed_at, l.fencing_token, l.published_at, l.expires_at, clock_timestamp() as ended_at,
    a.outcome, a.result, a.error, a.retryable, t.max_attempts, t.max_lost, t.on_worker_lost, r.open,
    t.backoff_initial_ms, t.backoff_max_ms, t.backoff_factor, t.backoff_jitter,
    l.failures as failures_before,
    l.failures + case when a.outcome in ('FAILED', 'TIMED_OUT') then 1 else 0 end as failures,
    l.losses as losses_before,
    cast(l.ran_ms + extract(epoch from clock_timestamp() - l.claimed_at) * 1000 as bigint) as ran_ms
  from asked a
  join locked l on l.id = a.id and l.attempt = a.attempt
  join task t on t.id = l.id
  join route r on r.id = l.route
  where l.incarnation = :incarnation and l.state in ('RUNNING', 'CANCELING')
),
-- One loss is forgiven per 24 h of running.
counted as materialized (
  select e.*,
    cast(greatest(0, e.losses_before - e.ran_ms / 86400000) as int)
      + case when e.outcome = 'LOST' then 1 else 0 end as losses
  from ended e
),
decided as materialized (
  select c.*,
    case
      when c.outcome = 'SUCCEEDED' then 'SUCCEEDED'
      when c.from_state = 'CANCELING' or c.outcome = 'CANCELED' then 'CANCELED'
      when c.outcome in ('FAILED', 'TIMED_OUT') then
        case when c.retryable and c.failures < c.max_attempts then 'SCHEDULED' else 'FAILED' end
      when c.on_worker_lost = 'CANCEL' then 'CANCELED'
      when c.outcome = 'LOST' and c.losses >= c.max_lost then 'FAILED'
      else 'WAITING'
    end as to_state,
    case
      when c.outcome = 'SUCCEEDED' then null
      when c.from_state = 'CANCELING' or c.outcome = 'CANCELED' then 'USER'
      when c.outcome = 'FAILED' then 'ERROR'
      when c.outcome = 'TIMED_OUT' then 'TIMEOUT'
      when c.outcome = 'LOST' then 'WORKER_LOST'
      else 'WORKER_SHUTDOWN'
    end as reason
  from counted c
),
again as (
  update task_live l
  set state = d.to_state, since = d.ended_at, version = d.version,
    wait = case when d.to_state = 'WAITING' then case when d.open then 'C'::"char" else 'P'::"char" end end,
    due_at = case when d.to_state = 'SCHEDULED' then d.ended_at + make_interval(secs =>
      least(d.backoff_max_ms, d.backoff_initial_ms * power(d.backoff_factor, least(d.failures_before, 30)))
        / 1000.0 * (1 + d.backoff_jitter * (2 * random() - 1))) end,
    failures = d.failures, losses = d.losses, ran_ms = d.ran_ms % 86400000,
    incarnation = null, claimed_at = null, fencing_token = null, overdue_at = null,
    publisher = null, publish_until = null, published_at = null
  from decided d
  where l.id = d.id and d.to_state in ('SCHEDULED', 'WAITING')
),
gone as (
  delete from task_live l using decided d where l.id = d.id and d.to_state not in ('SCHEDULED', 'WAITING')
),
finished as (
  insert into task_done
    (id, state, reason, result, error, version, attempt, urgency, worker, started_at, finished_at, failures, losses)
  select d.id, d.to_state, d.reason, case when d.to_state = 'SUCCEEDED' then cast(d.result as json) end, d.error,
    d.version, d.attempt, d.urgency, w.name, d.claimed_at, d.ended_at, d.failures, d.losses
  from decided d
  left join worker w on w.incarnation = d.incarnation
  where d.to_state not in ('SCHEDULED', 'WAITING')
),
kept as (
  insert into attempt
    (task_id, number, route, incarnation, worker, fencing_token, published_at, claimed_at, ended_at, last_heartbeat_at,
     outcome, error, decision)
  select d.id, d.attempt, d.route, d.incarnation, coalesce(w.name, ''), d.fencing_token, d.published_at, d.claimed_at,
    d.ended_at, w.heartbeat_at, d.outcome, d.error,
    case d.to_state
      when 'WAITING' then 'back in line'
      when 'SCHEDULED' then 'tried again after a back-off'
      else 'ended as ' || d.to_state
    end
    || case d.outcome
      when 'LOST' then format(', loss %s of %s', d.losses, d.max_lost)
      when 'FAILED' then format(', failure %s of %s', d.failures, d.max_attempts)
      when 'TIMED_OUT' then format(', failure %s of %s', d.failures, d.max_attempts)
      else ''
    end
    || case when cast(:why as text) <> '' then ': ' || :why else '' end
  from decided d
  left join worker w on w.incarnation = d.incarnation
),
released as (
  delete from reservation r using decided d
  where r.task_id = d.id and d.to_state not in ('SCHEDULED', 'WAITING')
  returning r.resource
),
returned as (
  update reservation r
  set status = case when d.to_state = 'WAITING' and d.open then 'W'::"char" else 'P'::"char" end
  from decided d
  where r.task_id = d.id and d.to_state in ('SCHEDULED', 'WAITING')
  returning r.resource
),
marked as (
  insert into grant_mark (resource)
  select resource from (select resource from released union all select resource from returned) x order by resource
),
recorded as (
  insert into history (task_id, version, at, from_state, to_state, attempt, actor, reason)
  select d.id, d.version, d.ended_at, d.from_state, d.to_state, d.attempt, :actor, d.reason from decided d
)
select d.id, d.attempt, d.from_state, d.to_state, d.reason from decided d
