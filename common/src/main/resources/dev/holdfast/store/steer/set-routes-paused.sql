-- Opens or closes the routes of a queue, after its own row.
with locked as materialized (
  select r.id from route r where r.queue = :queue and r.paused <> :paused order by r.id for no key update
)
update route r set paused = :paused from locked k where r.id = k.id
