-- A fencing token -> a much larger one
-- Larger than any that was given out by commits that a failover lost.
select setval('fencing_token', nextval('fencing_token') + cast(:by as bigint))
