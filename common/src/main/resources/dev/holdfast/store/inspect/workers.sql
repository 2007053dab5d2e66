-- The workers that are there, and those that ended within the last day, the newest first.
select w.incarnation, w.name, w.state, w.host, w.pid, w.queues, w.types, w.slots, w.ttl_ms, w.started_at, w.heartbeat_at,
  cast(extract(epoch from clock_timestamp() - w.heartbeat_at) * 1000 as bigint) as heartbeat_ms,
  w.lease_until > clock_timestamp() as lease_valid, w.drain_requested, w.ended_at, w.end_reason,
  (select array_agg(l.id order by l.claimed_at) from task_live l where l.incarnation = w.incarnation) as running
from worker w
where w.state in ('ALIVE', 'DRAINING', 'CONDEMNED') or w.ended_at > clock_timestamp() - interval '1 day'
order by w.ended_at is not null, w.name, w.started_at desc
limit :most
