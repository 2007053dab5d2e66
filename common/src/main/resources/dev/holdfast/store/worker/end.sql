-- ALIVE | DRAINING | CONDEMNED -> STOPPED | LOST
update worker
set state = :state, ended_at = clock_timestamp(), end_reason = :why, running = '{}', running_before = '{}', before_at = null
where incarnation = :incarnation
