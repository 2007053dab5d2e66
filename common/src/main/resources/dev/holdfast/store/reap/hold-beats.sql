-- Keeps the heartbeats of a live worker from changing its row, but not its claims: those cannot bring back what was forgotten.
select w.name, w.state
from worker w
where w.incarnation = :incarnation and w.state in ('ALIVE', 'DRAINING')
for no key update
