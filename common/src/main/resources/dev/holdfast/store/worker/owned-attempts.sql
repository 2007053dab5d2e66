-- What the database says an incarnation runs, whatever the process itself believes.
select l.id, l.attempt, l.overdue_at <= w.heartbeat_at as overdue, w.state = 'CONDEMNED' as revoked
from task_live l
join worker w on w.incarnation = l.incarnation
where l.incarnation = :incarnation
order by l.id
