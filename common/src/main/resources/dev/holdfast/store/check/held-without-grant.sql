-- Reads these tasks: whoever holds is granted, and whoever is granted holds all that it asked for.
with found as materialized (
  select l.id as task_id, l.attempt, x.resource, l.since,
    format('%s, holds %s of %s resources', l.state, x.held, l.resources) as detail
  from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
  join task_live l on l.id = i.id
  cross join lateral (
    select count(*) filter (where r.status = 'H') as held, min(r.resource) as resource
    from reservation r
    where r.task_id = l.id
  ) x
  where x.held <> case when l.state in ('SCHEDULED', 'WAITING') then 0 else l.resources end
)
select f.* from found f limit :cap
