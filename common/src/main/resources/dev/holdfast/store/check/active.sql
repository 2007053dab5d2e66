-- Tasks that hold something or run. As many as the windows and the slots allow, whatever waits.
(select l.id from task_live l where l.state in ('READY', 'QUEUED') limit :most)
union all
(select l.id from task_live l where l.incarnation is not null limit :most)
