-- READY | QUEUED, lease shortened
-- Publishing failed: anybody may try again after the pause.
with locked as materialized (
  select l.id, l.publisher
  from task_live l
  where l.id in (select unnest(cast(cast(:ids as text[]) as uuid[])))
  order by l.id
  for update skip locked
)
update task_live l
set publish_until = clock_timestamp() + make_interval(secs => :pause_ms / 1000.0)
from locked k
where l.id = k.id and k.publisher = :publisher
