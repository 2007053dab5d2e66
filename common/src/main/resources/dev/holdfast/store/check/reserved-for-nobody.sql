-- Reads reservations of these tasks: those whose task has no live row, because it has ended or never was.
with found as materialized (
  select r.task_id, cast(null as int) as attempt, r.resource, d.finished_at as since,
    case when d.id is null then 'there is no such task' else 'the task is ' || d.state end
      || case r.status when 'H' then ', and holds it' when 'W' then ', and stands in line' else '' end as detail
  from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
  join reservation r on r.task_id = i.id
  left join task_live l on l.id = r.task_id
  left join task_done d on d.id = r.task_id
  where l.id is null
)
select f.* from found f limit :cap
