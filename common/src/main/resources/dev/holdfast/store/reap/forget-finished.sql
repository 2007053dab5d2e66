-- Tasks that ended long ago, with their attempts and history. Those with a lost attempt are kept longer.
-- A task with a live row is never touched. Rows that somebody else has locked are left for the next time.
with old as materialized (
  select d.id
  from task_done d
  where d.finished_at < clock_timestamp() - make_interval(secs => :finished_s)
    and (d.finished_at < clock_timestamp() - make_interval(secs => :lost_s)
      or not exists (select from attempt a where a.task_id = d.id and a.outcome = 'LOST'))
    and not exists (select from task_live l where l.id = d.id)
  order by d.finished_at
  limit :batch
  for update of d skip locked
)
delete from task t using old o where t.id = o.id
