-- Routes with messages that nobody waits for any more, and that nobody has met for so long.
select distinct s.route, r.queue, r.type
from stale_message s
join route r on r.id = s.route
where s.at < clock_timestamp() - make_interval(secs => :after_ms / 1000.0)
