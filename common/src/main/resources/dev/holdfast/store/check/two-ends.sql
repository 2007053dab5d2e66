-- Reads these tasks: each is unfinished or finished, never both, never neither; and became final once, if it did.
with found as materialized (
  select t.id as task_id, coalesce(d.attempt, l.attempt) as attempt, cast(null as text) as resource,
    coalesce(d.finished_at, l.since, t.created_at) as since,
    case
      when l.id is not null and d.id is not null then format('unfinished (%s) and finished (%s)', l.state, d.state)
      when l.id is null and d.id is null then 'neither unfinished nor finished'
      else format('became final %s times, and is %s', f.finals, coalesce(d.state, l.state))
    end as detail
  from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
  join task t on t.id = i.id
  left join task_live l on l.id = t.id
  left join task_done d on d.id = t.id
  cross join lateral (
    select count(*) as finals
    from history h
    where h.task_id = t.id and h.to_state in ('SUCCEEDED', 'FAILED', 'CANCELED')
  ) f
  where (l.id is null) = (d.id is null) or f.finals <> case when d.id is null then 0 else 1 end
)
select f.* from found f limit :cap
