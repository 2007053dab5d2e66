-- Asks a worker that is there to drain.
update worker
set drain_requested = drain_requested or state in ('ALIVE', 'DRAINING', 'CONDEMNED')
where incarnation = :incarnation
returning state
