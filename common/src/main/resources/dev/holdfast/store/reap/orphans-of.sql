-- What one incarnation owns. To be asked under the lock of its row, if it has one.
select l.id, l.attempt from task_live l where l.incarnation = :incarnation order by l.id
