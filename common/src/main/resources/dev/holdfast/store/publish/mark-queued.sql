-- READY -> QUEUED
-- What the broker confirmed. Rows come in by primary key alone, the guard is applied to the locked row. It may skip rows
-- that somebody holds, such as a claim of the same attempt: those are answered as LOCKED, to be tried again.
with asked as materialized (
  select a.id, a.attempt, a.age_ms
  from unnest(cast(cast(:ids as text[]) as uuid[]), cast(:attempts as int[]), cast(:ages_ms as bigint[]))
    as a (id, attempt, age_ms)
),
locked as materialized (
  select l.id, l.attempt, l.state, l.version
  from task_live l
  where l.id in (select id from asked)
  order by l.id
  for update skip locked
),
ours as materialized (
  select k.id, k.attempt, k.version + 1 as version, clock_timestamp() - make_interval(secs => a.age_ms / 1000.0) as published_at
  from asked a
  join locked k on k.id = a.id and k.attempt = a.attempt
  where k.state = 'READY'
),
marked as (
  update task_live l
  set state = 'QUEUED', since = clock_timestamp(), version = o.version, published_at = o.published_at,
    publisher = null, publish_until = null
  from ours o
  where l.id = o.id
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor)
  select o.id, o.version, 'READY', 'QUEUED', o.attempt, :actor from ours o
)
select a.id, a.attempt,
  case
    when o.id is not null then 'MARKED'
    when k.id is null and exists (select from task_live l where l.id = a.id) then 'LOCKED'
    else 'GONE'
  end as verdict
from asked a
left join locked k on k.id = a.id
left join ours o on o.id = a.id and o.attempt = a.attempt
