-- Idempotency keys that are no longer promised.
with old as materialized (
  select k.caller, k.key
  from idempotency_key k
  where k.created_at < clock_timestamp() - make_interval(secs => :keys_s)
  order by k.created_at
  limit :batch
  for update skip locked
)
delete from idempotency_key k using old o where k.caller = o.caller and k.key = o.key
