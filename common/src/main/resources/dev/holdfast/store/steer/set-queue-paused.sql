-- Pauses or resumes a queue; its routes follow in the same transaction.
update queue
set changed_at = case when paused = :paused then changed_at else clock_timestamp() end, paused = :paused
where name = :queue
