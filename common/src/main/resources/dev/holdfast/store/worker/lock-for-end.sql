-- Locks a worker's row against claims, if it has not ended; with :expired_only, if its lease has run out.
select w.name, w.beat, w.heartbeat_at
from worker w
where w.incarnation = :incarnation and w.state in ('ALIVE', 'DRAINING', 'CONDEMNED')
  and (not :expired_only or w.lease_until <= clock_timestamp())
for update
