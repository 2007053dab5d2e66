-- (a reservation of no live row) -> (none)
-- The only statement that removes reservations without ending an attempt: there is none. A submit writes both rows at once,
-- so a task without a live row will never have one again.
with released as (
  delete from reservation r
  where r.task_id in (select unnest(cast(cast(:ids as text[]) as uuid[])))
    and not exists (select from task_live l where l.id = r.task_id)
  returning r.task_id, r.resource, r.status
),
marked as (
  insert into grant_mark (resource) select distinct r.resource from released r where r.status <> 'P' order by r.resource
)
select r.task_id, r.resource from released r order by r.task_id, r.resource
