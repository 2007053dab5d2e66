-- Published, or about to be, to a route that is paused, or that nobody serves for so long.
select l.id, l.attempt, r.paused
from route r
join task_live l on l.route = r.id and l.state in ('READY', 'QUEUED')
where not r.open
  and (r.paused or r.served_changed_at <= clock_timestamp() - make_interval(secs => :gone_after_ms / 1000.0))
order by l.id
limit :most
