-- SCHEDULED -> WAITING
-- Due tasks come to the end of the line, or are parked while their route is closed. Those found due together get their
-- places by due time, then id. They enter as candidates, so no mark is needed: a new request makes nobody else free.
with locked as materialized (
  select l.id, l.due_at, l.route, l.version, l.attempt
  from task_live l
  where l.state = 'SCHEDULED' and l.due_at <= statement_timestamp()
  order by l.due_at, l.id
  limit :batch
  for no key update skip locked
),
ordered as materialized (
  select l.id, l.version + 1 as version, l.attempt, r.open
  from locked l
  join route r on r.id = l.route
  order by l.due_at, l.id
),
placed as materialized (
  select o.*, nextval('place') as place from ordered o
),
in_line as (
  update task_live l
  set state = 'WAITING', since = clock_timestamp(), version = p.version, place = p.place, due_at = null,
    wait = case when p.open then 'C'::"char" else 'P'::"char" end
  from placed p
  where l.id = p.id
),
requested as (
  update reservation r
  set place = p.place, status = case when p.open then 'W'::"char" else 'P'::"char" end
  from placed p
  where r.task_id = p.id
),
recorded as (
  insert into history (task_id, version, from_state, to_state, attempt, actor)
  select p.id, p.version, 'SCHEDULED', 'WAITING', p.attempt, :actor from placed p
)
select count(*) from placed
