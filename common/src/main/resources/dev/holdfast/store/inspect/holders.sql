-- Who holds a resource, the exclusive ones first.
select h.task_id, h.exclusive, l.state, l.since, w.name as worker,
  cast(extract(epoch from clock_timestamp() - w.heartbeat_at) * 1000 as bigint) as heartbeat_ms
from (
  (select r.task_id, r.exclusive from reservation r where r.resource = :resource and r.status = 'H' and r.exclusive)
  union all
  (select r.task_id, r.exclusive from reservation r
   where not :exclusive_only and r.resource = :resource and r.status = 'H' and not r.exclusive
   limit :most)) h
join task_live l on l.id = h.task_id
left join worker w on w.incarnation = l.incarnation
order by h.exclusive desc, l.since, h.task_id
limit :most
