-- what the server says of keeping its commits
select current_setting('server_version') as version, current_setting('synchronous_commit') as synchronous_commit,
  current_setting('fsync') as fsync, current_setting('synchronous_standby_names') as standbys
