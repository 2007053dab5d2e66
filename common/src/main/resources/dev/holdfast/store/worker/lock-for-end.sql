-- Locks a worker's row against claims, if it has not ended; with :expired_only, if its lease has run out; with :beat, if it
-- has not been renewed since that one.
select w.state
from worker w
where w.incarnation = :incarnation and w.state in ('ALIVE', 'DRAINING', 'CONDEMNED')
  and (not :expired_only or w.lease_until <= clock_timestamp())
  and (cast(:beat as bigint) is null or w.beat = :beat)
for update
