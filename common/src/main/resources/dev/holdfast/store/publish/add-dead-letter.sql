-- (none) -> a dead letter
insert into dead_letter (queue, body, problem) values (:queue, :body, :problem)
