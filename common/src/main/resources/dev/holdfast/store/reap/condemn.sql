-- ALIVE | DRAINING -> CONDEMNED
-- Revokes the lease: it is renewed no more and ends when it has run out, for which the worker stops or halts first.
-- Only while one of :ids still runs under this incarnation, whose row the caller has locked.
with culprits as materialized (
  select l.id
  from task_live l
  where l.id in (select unnest(cast(cast(:ids as text[]) as uuid[])))
  order by l.id
  for update
)
update worker w
set state = 'CONDEMNED'
where w.incarnation = :incarnation and w.state in ('ALIVE', 'DRAINING')
  and exists (
    select from task_live l join culprits c on c.id = l.id
    where l.incarnation = :incarnation)
