-- Who took a key that was taken.
select body_sha256, task_ids from idempotency_key where caller = :caller and key = :key
