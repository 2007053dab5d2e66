-- Reads SCHEDULED | WAITING of these tasks: each stands with all its requests, at its own place, in line or in none; and
-- watches a request of its own.
with found as materialized (
  select l.id as task_id, l.attempt, x.wrong as resource, l.since,
    case
      when x.requests <> l.resources then format('%s, has %s requests instead of %s', l.state, x.requests, l.resources)
      when x.wrong is not null then format('%s, and its request stands elsewhere than it does', l.state)
      else 'watches what it has not asked for'
    end as detail
  from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
  join task_live l on l.id = i.id and l.state in ('SCHEDULED', 'WAITING')
  cross join lateral (
    select count(*) as requests, coalesce(bool_or(r.resource = l.watch), false) as watched,
      min(r.resource) filter (where
        r.status <> 'H' and r.status <> case when l.state = 'WAITING' and l.wait in ('C', 'W') then 'W'::"char" else 'P'::"char" end
        or r.urgency <> l.urgency or r.place is distinct from l.place) as wrong
    from reservation r
    where r.task_id = l.id
  ) x
  where x.requests <> l.resources or x.wrong is not null or l.watch is not null and not x.watched
)
select f.* from found f limit :cap
