-- How a task ended.
select state from task_done where id = :id
