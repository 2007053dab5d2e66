-- SCHEDULED | WAITING stay what they are, and stand where they should
-- By the locked row and what the route says now: in line as a candidate, or in no line. Missing requests are taken from the
-- submission. A mark for each resource, for somebody else may be free now.
with locked as materialized (
  select l.id, l.state, l.urgency, l.place, l.route
  from task_live l
  where l.id in (select unnest(cast(cast(:ids as text[]) as uuid[])))
  order by l.id
  for update
),
wanted as materialized (
  select k.id, k.urgency, k.place, k.state = 'WAITING' as waits,
    case when k.state = 'WAITING' and r.open then 'W'::"char" else 'P'::"char" end as status
  from locked k
  join route r on r.id = k.route
  where k.state in ('SCHEDULED', 'WAITING')
),
again as (
  update task_live l
  set wait = case when w.waits then case when w.status = 'W' then 'C'::"char" else 'P'::"char" end end,
    watch = null, watch_exclusive = null
  from wanted w
  where l.id = w.id
),
missing as (
  insert into reservation (task_id, resource, exclusive, urgency, place, status)
  select w.id, x.request ->> 'resource', coalesce(x.request ->> 'mode', 'EXCLUSIVE') = 'EXCLUSIVE', w.urgency, w.place, w.status
  from wanted w
  join task t on t.id = w.id
  cross join lateral jsonb_array_elements(t.resources) as x (request)
  on conflict (task_id, resource) do nothing
),
moved as (
  update reservation r
  set status = w.status, urgency = w.urgency, place = w.place
  from wanted w
  where r.task_id = w.id
  returning r.resource
),
marked as (
  insert into grant_mark (resource) select distinct m.resource from moved m order by m.resource
)
select w.id, w.waits, w.status = 'W' as in_line from wanted w
