-- RUNNING | CANCELING, unknown to its live worker
-- Missing from two heartbeats in a row, the first of them stored after the claim. The second was made after the first was
-- answered, so after the claim was sent: it would name the attempt if the process knew of it.
select l.id, l.attempt, l.incarnation
from task_live l
join worker w on w.incarnation = l.incarnation
where l.incarnation is not null
  and (cast(:incarnation as uuid) is null or l.incarnation = :incarnation)
  and w.state in ('ALIVE', 'DRAINING')
  and w.before_at > l.claimed_at
  and cast(l.id as text) || '/' || l.attempt <> all (w.running)
  and cast(l.id as text) || '/' || l.attempt <> all (w.running_before)
order by l.id
