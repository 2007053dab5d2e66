-- WAITING -> WAITING
-- Blocked candidates watch one resource each. They are still locked from the choice of the candidates.
update task_live t
set wait = 'W', watch = b.resource, watch_exclusive = b.exclusive
from unnest(cast(cast(:ids as text[]) as uuid[]), cast(:resources as text[]), cast(:exclusives as boolean[]))
  as b (id, resource, exclusive)
where t.id = b.id
