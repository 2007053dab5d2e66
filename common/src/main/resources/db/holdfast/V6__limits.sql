-- One frozen client must not stop anyone else: the server ends its transaction and its waits. Set for this role in this
-- database, so that they hold through a connection pooler too, where session settings do not.
do $$
declare
  setting text;
begin
  foreach setting in array array[
    'idle_in_transaction_session_timeout = ''3s''',
    'lock_timeout = ''1s''',
    'statement_timeout = ''10s''',
    'tcp_user_timeout = ''8s''',
    'tcp_keepalives_idle = 5',
    'tcp_keepalives_interval = 1',
    'tcp_keepalives_count = 3'] loop
    execute format('alter role %I in database %I set %s', current_user, current_database(), setting);
  end loop;
end $$;
