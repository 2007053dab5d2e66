-- The process that was believed dead is alive: what it had was not lost because of the tasks. Each loss is refunded once.
with owed as materialized (
  select a.task_id, a.number from attempt a where a.incarnation = :incarnation and a.outcome = 'LOST' and not a.refunded
),
locked as materialized (
  select l.id from task_live l where l.id in (select task_id from owed) order by l.id for update
),
refunded as (
  update attempt a set refunded = true, decision = a.decision || '; refunded, its process had survived'
  from owed o
  where a.task_id = o.task_id and a.number = o.number and not a.refunded
  returning a.task_id
)
update task_live l
set losses = greatest(0, l.losses - 1)
from refunded f, locked k
where k.id = f.task_id and l.id = k.id
