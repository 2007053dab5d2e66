-- what the triggers noted of the lines, if they were set
select cast(json_build_object('line', json_build_object(
  'task', n.task, 'at', cast(extract(epoch from n.at) * 1000000 as bigint), 'state', n.state, 'parked', n.parked,
  'urgency', n.urgency, 'place', n.place)) as text)
from chaos_line n
order by n.task, n.id
