-- Who stands in line for a resource, in order.
select q.task_id, q.exclusive, cast(9 - q.urgency as smallint) as priority, t.type, t.queue, l.since
from (
  (select r.task_id, r.exclusive, r.urgency, r.place from reservation r
   where r.resource = :resource and r.status = 'W' and r.exclusive
   order by r.urgency, r.place
   limit :most)
  union all
  (select r.task_id, r.exclusive, r.urgency, r.place from reservation r
   where r.resource = :resource and r.status = 'W' and not r.exclusive
   order by r.urgency, r.place
   limit :most)) q
join task t on t.id = q.task_id
join task_live l on l.id = q.task_id
order by q.urgency, q.place
limit :most
