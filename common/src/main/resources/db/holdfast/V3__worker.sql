-- Worker processes, and what became of the attempts that they ran.

-- One row per process start (incarnation). The lease is valid until lease_until by this database's clock.
create table worker (
  incarnation uuid primary key,
  name text not null,
  state text not null check (state in ('ALIVE', 'DRAINING', 'CONDEMNED', 'STOPPED', 'LOST')),
  host text not null,
  pid bigint not null,
  queues text[] not null,
  types text[] not null,
  slots int not null check (slots >= 1),
  ttl_ms int not null check (ttl_ms >= 1000),
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null,
  beat bigint not null default 0,
  drain_requested boolean not null default false,
  -- The attempts ('<task id>/<number>') that the last heartbeat listed, and the one before it, and when that was stored.
  running text[] not null default '{}',
  running_before text[] not null default '{}',
  before_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  constraint ended_when_over check ((state in ('STOPPED', 'LOST')) = (ended_at is not null))
);
create unique index worker_one_alive_per_name on worker (name) where state = 'ALIVE';
create index worker_current on worker (name) where state in ('ALIVE', 'DRAINING', 'CONDEMNED');

-- Written once, at the attempt's end; while it runs, the live row says who and since when.
create table attempt (
  task_id uuid not null references task (id) on delete cascade,
  number int not null,
  route int not null references route (id),
  incarnation uuid not null,
  worker text not null,
  fencing_token bigint not null,
  published_at timestamptz,
  claimed_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  last_heartbeat_at timestamptz,
  outcome text not null check (outcome in ('SUCCEEDED', 'FAILED', 'TIMED_OUT', 'LOST', 'INTERRUPTED', 'CANCELED')),
  error text,
  -- What was decided about the task, by whom and why, in words.
  decision text not null,
  refunded boolean not null default false,
  primary key (task_id, number)
);
create index attempt_lost on attempt (incarnation) where outcome = 'LOST';
create index attempt_by_end on attempt (ended_at);
create index attempt_last_published on attempt (route, published_at);

-- What a running attempt said last. Not fenced by a key: each write proves its attempt against the live row.
create table task_progress (
  task_id uuid primary key references task (id) on delete cascade,
  attempt int not null,
  percent smallint check (percent between 0 and 100),
  message text,
  checkpoint json,
  at timestamptz not null default clock_timestamp()
);
