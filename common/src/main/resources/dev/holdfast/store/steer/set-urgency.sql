-- SCHEDULED | WAITING | READY | QUEUED stay what they are, with another urgency
-- Raised, a watcher is looked at again: what it was found blocked on may now be behind it. Those that it passes only become
-- more blocked. Lowered, those that pass it may become free: a mark for each of its lines. Its own watch stays true then,
-- for what blocked it is still ahead.
with locked as materialized (
  select l.id, l.state, l.urgency, l.wait from task_live l where l.id = :id for update
),
changed as (
  update task_live l
  set urgency = cast(:urgency as smallint),
    wait = case when k.wait = 'W' and cast(:urgency as smallint) < k.urgency then 'C'::"char" else l.wait end,
    watch = case when k.wait = 'W' and cast(:urgency as smallint) < k.urgency then null else l.watch end,
    watch_exclusive = case when k.wait = 'W' and cast(:urgency as smallint) < k.urgency then null else l.watch_exclusive end
  from locked k
  where l.id = k.id and k.state in ('SCHEDULED', 'WAITING', 'READY', 'QUEUED') and k.urgency <> cast(:urgency as smallint)
  returning l.id, k.urgency as before
),
moved as (
  update reservation r
  set urgency = cast(:urgency as smallint)
  from changed c
  where r.task_id = c.id
  returning r.resource, r.status, c.before
),
marked as (
  insert into grant_mark (resource)
  select resource from moved where status = 'W' and cast(:urgency as smallint) > before order by resource
)
select k.state from locked k
