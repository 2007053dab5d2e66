-- SCHEDULED | WAITING | READY | QUEUED -> SCHEDULED | WAITING | READY | QUEUED
-- Unstarted tasks that are past their expiry, the longest overdue first.
select l.id
from task_live l
where l.expires_at <= statement_timestamp() and l.state in ('SCHEDULED', 'WAITING', 'READY', 'QUEUED')
order by l.expires_at
limit :batch
