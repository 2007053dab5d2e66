-- WAITING -> WAITING
-- Whether a pass would find anything to do: a mark not yet used, or a candidate in a lane with room.
select
  exists (select from grant_mark g where g.xid >= cast(cast(:floor as text) as xid8))
  or exists (
    select
    from unnest(cast(:routes as int[]), cast(:suspects as boolean[])) as q (route, suspect)
    join route r on r.id = q.route and r.open
    where exists (
      select from task_live t where t.route = q.route and t.suspect = q.suspect and t.wait = 'C'))
