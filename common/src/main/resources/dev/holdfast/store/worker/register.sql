-- (none) -> ALIVE
insert into worker (incarnation, name, state, host, pid, queues, types, slots, ttl_ms, lease_until)
values (:incarnation, :name, 'ALIVE', :host, :pid, cast(:queues as text[]), cast(:types as text[]), :slots, :ttl_ms,
  clock_timestamp() + make_interval(secs => :ttl_ms / 1000.0))
