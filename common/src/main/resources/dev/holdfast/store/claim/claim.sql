-- READY | QUEUED -> RUNNING
-- Claims attempts for one incarnation, whose row must be alive with a valid lease: tested under a row lock (whoever ends
-- a worker row takes FOR UPDATE first; heartbeats do not conflict). Waits for locked task rows, never skips them: a message
-- may have met its own mark. Task rows come in by primary key alone; the guard is applied to the locked row.
with asked as (
  select a.id, a.attempt
  from unnest(cast(cast(:ids as text[]) as uuid[]), cast(:attempts as int[])) as a (id, attempt)
),
owner as materialized (
  select w.incarnation
  from worker w
  where w.incarnation = :incarnation and w.state = 'ALIVE' and w.lease_until > clock_timestamp()
  for key share
),
locked as materialized (
  select l.*
  from task_live l
  where (select true from owner) and l.id in (select id from asked)
  order by l.id
  for update
),
judged as materialized (
  select a.id, a.attempt, l.state, l.version, l.suspect,
    case
      when not exists (select from owner) then 'NO_LEASE'
      when l.id is null or l.attempt <> a.attempt or l.state not in ('READY', 'QUEUED') then 'GONE'
      when l.expires_at <= clock_timestamp() then 'EXPIRED'
      when r.paused then 'PAUSED'
      when l.suspect and (
        row_number() over (partition by l.suspect and l.attempt = a.attempt and l.state in ('READY', 'QUEUED') order by a.id) > 1
        or exists (select from task_live o where o.incarnation = :incarnation and o.suspect)) then 'SUSPECT'
      else 'CLAIMED'
    end as verdict
  from asked a
  left join locked l on l.id = a.id
  left join route r on r.id = l.route
),
claimed as (
  update task_live l
  set state = 'RUNNING', since = clock_timestamp(), version = l.version + 1,
    incarnation = :incarnation, claimed_at = clock_timestamp(), fencing_token = nextval('fencing_token'),
    overdue_at = clock_timestamp() + make_interval(secs => t.timeout_ms / 1000.0),
    -- Claimed before its mark: it was published after it had become READY.
    published_at = coalesce(l.published_at, l.since), publisher = null, publish_until = null
  from judged j
  join task t on t.id = j.id
  where l.id = j.id and j.verdict = 'CLAIMED'
  returning l.id, l.attempt, l.version, l.fencing_token, l.resources, l.losses, t.type, t.queue, t.payload, t.timeout_ms
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor)
  select c.id, c.version, j.state, 'RUNNING', c.attempt, :actor
  from claimed c
  join judged j on j.id = c.id
),
-- A message of an attempt that nobody waits for any more has now been met.
met as (
  delete from stale_message s using judged j
  where j.verdict = 'GONE' and s.task_id = j.id and s.attempt = j.attempt
)
select j.id, j.attempt, j.verdict, c.fencing_token, c.resources, c.losses, c.type, c.queue, c.payload, c.timeout_ms,
  p.checkpoint
from judged j
left join claimed c on c.id = j.id
left join task_progress p on p.task_id = c.id
