-- WAITING -> WAITING
-- Tasks of closed routes leave the lines; they keep urgency and place. By what the rows say now, so that a submit or a
-- return that raced with the closing is found by the next sweep. Whoever stood behind them may be free: marks.
with chosen as materialized (
  select c.id
  from route q
  cross join (values (false), (true)) as s (suspect)
  cross join (values ('C'::"char"), ('W'::"char")) as w (wait)
  cross join lateral (
    select t.id from task_live t
    where t.route = q.id and t.suspect = s.suspect and t.wait = w.wait
    order by t.urgency, t.place
    limit :batch
    for no key update skip locked
  ) c
  where not q.open
  limit :batch
),
parked as (
  update task_live t
  set wait = 'P', watch = null, watch_exclusive = null
  where t.id = any(array(select c.id from chosen c))
),
withdrawn as (
  update reservation r
  set status = 'P'
  where r.task_id = any(array(select c.id from chosen c))
  returning r.resource
),
marked as (
  insert into grant_mark (resource) select distinct w.resource from withdrawn w
)
select count(*) from chosen
