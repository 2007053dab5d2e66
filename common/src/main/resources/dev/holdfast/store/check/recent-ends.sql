-- The tasks that ended last.
select d.id from task_done d order by d.finished_at desc limit :most
