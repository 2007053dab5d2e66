-- Reads the sessions of this database, prepared transactions and replication slots: what has kept dead rows alive for
-- :bound_s. Sessions of other roles are seen only by a member of pg_read_all_stats.
select cast(null as uuid) as task_id, cast(null as int) as attempt, cast(null as text) as resource, a.xact_start as since,
  format('session %s (%s, %s, %s) keeps an old snapshot', a.pid, a.usename, a.application_name, a.state) as detail
from pg_stat_activity a
where a.datname = current_database() and a.backend_xmin is not null and a.backend_type = 'client backend'
  and a.pid <> pg_backend_pid()
  and a.xact_start < clock_timestamp() - make_interval(secs => :bound_s)
union all
select null, null, null, p.prepared, format('prepared transaction %s of %s was never ended', p.gid, p.owner)
from pg_prepared_xacts p
where p.database = current_database() and p.prepared < clock_timestamp() - make_interval(secs => :bound_s)
union all
select null, null, null, null, format('replication slot %s keeps %s old transactions', s.slot_name, age(s.xmin))
from pg_replication_slots s
where not s.active and s.xmin is not null and age(s.xmin) > 1000000
order by since
limit :cap
