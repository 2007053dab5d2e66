-- Whether there is such a task.
select exists (select from task where id = :id)
