-- Rows of processes that ended long ago, which no running attempt and no kept lost attempt names.
with old as materialized (
  select w.incarnation
  from worker w
  where w.state in ('STOPPED', 'LOST')
    and w.ended_at < clock_timestamp() - make_interval(secs => :workers_s)
    and not exists (select from task_live l where l.incarnation = w.incarnation)
    and not exists (select from attempt a where a.incarnation = w.incarnation and a.outcome = 'LOST')
  order by w.ended_at
  limit :batch
  for update skip locked
)
delete from worker w using old o where w.incarnation = o.incarnation
