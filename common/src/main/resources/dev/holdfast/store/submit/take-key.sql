-- Waits for whoever is just taking the same key; if that one rolls back, the key is free.
insert into idempotency_key (caller, key, body_sha256, task_ids)
values (:caller, :key, :body, cast(cast(:ids as text[]) as uuid[]))
on conflict do nothing
