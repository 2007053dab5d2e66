-- The row of a queue that is not there yet.
insert into queue (name) values (:queue) on conflict do nothing
