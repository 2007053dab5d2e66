-- Reads nothing: the limits of one look, for its transaction. Whatever the statistics say, it goes by index lookups.
select
  set_config('statement_timeout', cast(:timeout_ms as text), true),
  set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('jit', 'off', true)
