-- a stale message -> (none)
-- Those of the :empty queues, when old enough to be none that is just on its way; and the very old ones.
with due as materialized (
  select s.task_id, s.attempt
  from stale_message s
  where s.at < clock_timestamp() - make_interval(secs => :at_most_ms / 1000.0)
    or (s.route = any (cast(:empty as int[])) and s.at < clock_timestamp() - make_interval(secs => :after_ms / 1000.0))
  for update skip locked
)
delete from stale_message s using due d where s.task_id = d.task_id and s.attempt = d.attempt
