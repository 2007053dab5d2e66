-- ALIVE | DRAINING -> CONDEMNED
-- All of them: their leases are renewed no more and run out, for which each worker stops or halts first.
with live as materialized (
  select w.incarnation from worker w where w.state in ('ALIVE', 'DRAINING') order by w.incarnation for update
)
update worker w set state = 'CONDEMNED' from live v where w.incarnation = v.incarnation
