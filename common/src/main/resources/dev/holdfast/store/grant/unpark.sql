-- WAITING -> WAITING
-- Parked tasks of open routes come back to their old places, the best first.
with chosen as materialized (
  select c.id
  from route q
  cross join (values (false), (true)) as s (suspect)
  cross join lateral (
    select t.id from task_live t
    where t.route = q.id and t.suspect = s.suspect and t.wait = 'P'
    order by t.urgency, t.place
    limit :batch
    for no key update skip locked
  ) c
  where q.open
  limit :batch
),
in_line as (
  update task_live t
  set wait = 'C'
  where t.id = any(array(select c.id from chosen c))
),
requested as (
  update reservation r
  set status = 'W'
  where r.task_id = any(array(select c.id from chosen c))
)
select count(*) from chosen
