-- The next tasks of a walk over all, by id.
select t.id from task t where t.id > cast(:after as uuid) order by t.id limit :most
