-- RUNNING | CANCELING, still listed by a heartbeat that came long after its worker was asked to stop it
-- The worker is asked by the answer to each heartbeat: beyond the timeout, and after a cancel. A cancel alone is not enforced
-- on an attempt that holds nothing. A worker that drains may give its other attempts their grace first.
select l.id, l.attempt, l.incarnation, l.resources > 0 as holds, w.name
from task_live l
join worker w on w.incarnation = l.incarnation
where l.incarnation is not null
  and (cast(:incarnation as uuid) is null or l.incarnation = :incarnation)
  and w.state in ('ALIVE', 'DRAINING')
  and w.heartbeat_at >= case
      when l.state = 'CANCELING' and l.resources > 0 then least(l.overdue_at, l.since)
      else l.overdue_at
    end
    + make_interval(secs => case w.state when 'DRAINING' then cast(:draining_s as double precision) else :alive_s end)
  and cast(l.id as text) || '/' || l.attempt = any (w.running)
order by l.id
