-- QUEUED, leased to be published again
-- Lost is what was published before its queue was found missing; and, when old enough, what was overtaken by one published
-- later that was claimed, or what should be in one of the :empty queues. A task with a loss on its record is passed over by
-- workers that run another such, so for those it must also be a route :free_for_suspects.
with routes as materialized (
  select r.id, r.queue, r.type, r.lost_at,
    greatest(
      (select max(a.published_at) from attempt a where a.route = r.id),
      (select max(l.published_at) from task_live l where l.incarnation is not null and l.route = r.id)) as claimed_last
  from route r
  where r.open and r.id in (select unnest(cast(:routes as int[])))
),
due as materialized (
  select l.id
  from routes r
  join task_live l on l.route = r.id
  where l.state = 'QUEUED' and (l.publish_until is null or l.publish_until <= clock_timestamp())
    and (l.published_at < r.lost_at
      or (l.published_at < clock_timestamp() - make_interval(secs => :lost_after_ms / 1000.0)
        and (r.id = any (cast(:empty as int[]))
          or l.published_at < r.claimed_last - make_interval(secs => :overtaken_by_ms / 1000.0))
        and (not l.suspect or r.id = any (cast(:free_for_suspects as int[])))))
  order by l.urgency, l.place
  limit :most
  for update of l skip locked
)
update task_live l
set publisher = :publisher, publish_until = clock_timestamp() + make_interval(secs => :lease_ms / 1000.0)
from due d, routes r
where l.id = d.id and r.id = l.route
returning l.id, l.attempt, r.queue, r.type
