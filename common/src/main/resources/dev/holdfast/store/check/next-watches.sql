-- The next watched resources of a walk over all: steps from one to the next along the index, however many watch each.
with recursive watched as (
  (select l.watch, 1 as n from task_live l where l.watch > :after order by l.watch limit 1)
  union all
  select (select l.watch from task_live l where l.watch > w.watch order by l.watch limit 1), w.n + 1
  from watched w
  where w.watch is not null and w.n < :most
)
select w.watch from watched w where w.watch is not null
