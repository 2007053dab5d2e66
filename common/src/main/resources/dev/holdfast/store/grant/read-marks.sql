-- WAITING -> WAITING
-- The next marks behind the cursor, and the oldest transaction that may still write one: those before it have ended.
-- One row with nulls when there is no mark.
select s.oldest, m.xid, m.id, m.tid, m.resource
from (select cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) as oldest) s
left join lateral (
  select cast(cast(g.xid as text) as bigint) as xid, g.id, cast(g.ctid as text) as tid, g.resource
  from grant_mark g
  where (g.xid, g.id) > (cast(cast(:xid as text) as xid8), cast(:id as bigint))
  order by g.xid, g.id
  limit :slice
) m on true
order by m.xid, m.id
