-- WAITING -> WAITING
-- The best candidates of each lane, locked until the pass commits: nobody changes them between their evaluation and their
-- grant. Rows that somebody else holds are passed over.
select q.route, q.suspect, c.id
from unnest(cast(:routes as int[]), cast(:suspects as boolean[]), cast(:limits as int[])) as q (route, suspect, most)
join route r on r.id = q.route and r.open
cross join lateral (
  select t.id from task_live t
  where t.route = q.route and t.suspect = q.suspect and t.wait = 'C'
  order by t.urgency, t.place
  limit q.most
  for no key update skip locked
) c
