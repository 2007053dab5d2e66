-- WAITING -> WAITING
-- One pass at a time, over all dispatchers. A statement of its own: every later statement of the transaction then has a
-- snapshot that is younger than the lock and sees all grants of the passes before. The settings hold for this transaction:
-- whatever the statistics say, each statement of a pass goes by index lookups from the few rows that it was given. And a
-- dispatcher that is frozen in its pass is cut off before those that wait for the lock give up (lock_timeout, 1 s).
select
  current_setting('transaction_isolation') as isolation,
  set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('jit', 'off', true), set_config('idle_in_transaction_session_timeout', '750ms', true),
  pg_advisory_xact_lock(7526481)
