-- Reads SCHEDULED: tasks that are due since :bound_s and in no line yet. The longest overdue come first, also in line.
select l.id as task_id, l.attempt, cast(null as text) as resource, l.due_at as since,
  'SCHEDULED, though it is due' as detail
from task_live l
where l.state = 'SCHEDULED' and l.due_at < clock_timestamp() - make_interval(secs => :bound_s)
order by l.due_at, l.id
limit 20
