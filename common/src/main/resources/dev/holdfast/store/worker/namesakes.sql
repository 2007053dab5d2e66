-- Earlier processes of this name whose rows have not ended.
select w.incarnation, w.state, w.host, w.pid, w.beat, w.ttl_ms, w.lease_until <= clock_timestamp() as expired
from worker w
where w.name = :name and w.state in ('ALIVE', 'DRAINING', 'CONDEMNED')
order by w.started_at
