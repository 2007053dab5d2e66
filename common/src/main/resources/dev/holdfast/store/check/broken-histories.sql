-- Reads the histories of these tasks: each begins with version 1, skips none, goes on where it stood, takes only steps that
-- there are, and ends with what the task is.
with step as materialized (
  select h.task_id, h.version, h.at, h.attempt, h.from_state, h.to_state,
    coalesce(lag(h.version) over line, 0) as version_before, lag(h.to_state) over line as state_before,
    lead(h.version) over line is null as last
  from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
  join history h on h.task_id = i.id
  window line as (partition by h.task_id order by h.version)
),
judged as materialized (
  select s.*,
    case
      when s.version <> s.version_before + 1 then format('version %s follows version %s', s.version, s.version_before)
      when s.from_state is distinct from s.state_before
        then format('version %s leaves %s, and the one before led to %s', s.version, s.from_state, s.state_before)
      when coalesce(s.from_state, '') || '>' || s.to_state <> all (cast(:steps as text[]))
        then format('version %s goes from %s to %s: there is no such step', s.version, s.from_state, s.to_state)
      when s.last and (l.id is not null or d.id is not null)
        and (s.to_state, s.version) is distinct from (coalesce(l.state, d.state), coalesce(l.version, d.version))
        then format('ends with version %s, %s, and the task is at version %s, %s', s.version, s.to_state,
          coalesce(l.version, d.version), coalesce(l.state, d.state))
    end as detail
  from step s
  left join task_live l on s.last and l.id = s.task_id
  left join task_done d on s.last and d.id = s.task_id
)
select j.task_id, min(j.attempt) as attempt, cast(null as text) as resource, min(j.at) as since,
  (array_agg(j.detail order by j.version))[1] as detail
from judged j
where j.detail is not null
group by j.task_id
union all
select t.id, null, null, t.created_at, 'has no history'
from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)
join task t on t.id = i.id
where not exists (select from history h where h.task_id = t.id)
limit :cap
