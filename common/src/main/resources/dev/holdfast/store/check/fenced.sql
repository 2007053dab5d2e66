-- Reads what is to be settled after a failover: processes whose rows have not ended, with the rest of their leases, and
-- owners that have no row or an ended one.
select w.incarnation, w.name, greatest(0, extract(epoch from w.lease_until - clock_timestamp())) as left_s, false as gone
from worker w
where w.state = 'CONDEMNED'
union all
select o.incarnation, coalesce(w.name, ''), 0, true
from (select distinct l.incarnation from task_live l where l.incarnation is not null) o
left join worker w on w.incarnation = o.incarnation
where coalesce(w.state, '') not in ('ALIVE', 'DRAINING', 'CONDEMNED')
