-- Rows of queues that are not there yet.
insert into queue (name)
select distinct q from unnest(cast(:queues as text[])) q order by q
on conflict do nothing
