-- The broker queue of these routes was found missing, so long before this statement came.
with missing as materialized (
  select r.id
  from route r
  where cast(:queue as text) is null or (r.queue = cast(:queue as text) and r.type = cast(:type as text))
  order by r.id
  for no key update
)
update route r
set lost_at = greatest(r.lost_at, statement_timestamp() - make_interval(secs => :age_ms / 1000.0))
from missing m
where r.id = m.id
