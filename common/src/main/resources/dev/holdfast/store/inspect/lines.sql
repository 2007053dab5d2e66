-- The lines that a waiting task stands in, with how many must go before it: for an exclusive request all ahead, for a
-- shared one those up to the last exclusive ahead. Read backwards from its own place: a forward scan would not stop there.
select m.resource, m.exclusive,
  case when last.place is null then 0 else (
    select count(*)
    from (
      (select from reservation w
       where w.resource = m.resource and w.status = 'W' and w.exclusive and (w.urgency, w.place) <= (last.urgency, last.place)
       order by w.urgency desc, w.place desc
       limit :most + 1)
      union all
      (select from reservation w
       where w.resource = m.resource and w.status = 'W' and not w.exclusive
         and (w.urgency, w.place) <= (last.urgency, last.place)
       order by w.urgency desc, w.place desc
       limit :most + 1)) ahead
  ) end as ahead
from reservation m
left join lateral (
  select x.urgency, x.place
  from (
    (select w.urgency, w.place from reservation w
     where w.resource = m.resource and w.status = 'W' and w.exclusive and (w.urgency, w.place) < (m.urgency, m.place)
     order by w.urgency desc, w.place desc
     limit 1)
    union all
    (select w.urgency, w.place from reservation w
     where m.exclusive and w.resource = m.resource and w.status = 'W' and not w.exclusive
       and (w.urgency, w.place) < (m.urgency, m.place)
     order by w.urgency desc, w.place desc
     limit 1)) x
  order by x.urgency desc, x.place desc
  limit 1
) last on true
where m.task_id = :id and m.status = 'W'
order by m.resource
