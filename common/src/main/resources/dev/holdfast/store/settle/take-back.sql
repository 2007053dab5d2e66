-- READY | QUEUED -> WAITING
-- Takes attempts back from the broker: the tasks return to their old place, or are parked while their route is closed.
-- Their reservations end here, with the attempt. Zero rows for an attempt means that it was claimed or ended meanwhile.
with asked as (
  select a.id, a.attempt
  from unnest(cast(cast(:ids as text[]) as uuid[]), cast(:attempts as int[])) as a (id, attempt)
),
locked as materialized (
  select l.* from task_live l where l.id in (select id from asked) order by l.id for update
),
taken as materialized (
  select l.id, l.attempt, l.state as from_state, l.version + 1 as version, l.route, r.open
  from asked a
  join locked l on l.id = a.id and l.attempt = a.attempt
  join route r on r.id = l.route
  where l.state in ('READY', 'QUEUED')
),
again as (
  update task_live l
  set state = 'WAITING', since = clock_timestamp(), version = t.version,
    wait = case when t.open then 'C'::"char" else 'P'::"char" end,
    publisher = null, publish_until = null, published_at = null
  from taken t
  where l.id = t.id
),
returned as (
  update reservation r
  set status = case when t.open then 'W'::"char" else 'P'::"char" end
  from taken t
  where r.task_id = t.id
  returning r.resource
),
marked as (
  insert into grant_mark (resource) select resource from returned order by resource
),
stale as (
  insert into stale_message (task_id, attempt, route)
  select t.id, t.attempt, t.route from taken t where t.from_state = 'QUEUED'
  on conflict do nothing
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor, reason)
  select t.id, t.version, t.from_state, 'WAITING', t.attempt, :actor, :reason from taken t
)
select t.id, t.attempt, t.from_state, 'WAITING' as to_state, cast(:reason as text) as reason from taken t
