-- Every worker whose row has not ended, as it stands now. No lock, no wait: this must go on whatever others do.
select w.incarnation, w.name, w.host, w.pid, w.state, w.beat, w.ttl_ms, w.heartbeat_at,
  w.lease_until <= clock_timestamp() as lapsed,
  extract(epoch from clock_timestamp() - w.heartbeat_at) as silent_s
from worker w
where w.state in ('ALIVE', 'DRAINING', 'CONDEMNED')
