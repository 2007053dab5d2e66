-- QUEUED, published again
with asked as materialized (
  select a.id, a.attempt, a.age_ms
  from unnest(cast(cast(:ids as text[]) as uuid[]), cast(:attempts as int[]), cast(:ages_ms as bigint[]))
    as a (id, attempt, age_ms)
),
locked as materialized (
  select l.id, l.attempt, l.state, l.publisher
  from task_live l
  where l.id in (select id from asked)
  order by l.id
  for update skip locked
)
update task_live l
set published_at = clock_timestamp() - make_interval(secs => a.age_ms / 1000.0), republished = l.republished + 1,
  publisher = null, publish_until = null
from asked a
join locked k on k.id = a.id and k.attempt = a.attempt
where l.id = k.id and k.state = 'QUEUED' and k.publisher = :publisher
