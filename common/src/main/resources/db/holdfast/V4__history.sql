-- Every transition of every task, for ever ordered by (task, version).
create table history (
  task_id uuid not null references task (id) on delete cascade,
  version int not null,
  at timestamptz not null default clock_timestamp(),
  from_state text,
  to_state text not null,
  attempt int not null,
  actor text not null,
  reason text,
  xid xid8 not null default pg_current_xact_id(),
  primary key (task_id, version)
);
create unique index history_one_final on history (task_id) where to_state in ('SUCCEEDED', 'FAILED', 'CANCELED');

-- The broker still has a message for an attempt that was canceled, expired or taken back. It counts in the route's
-- window until a worker meets it, or the broker's queue was seen empty.
create table stale_message (
  task_id uuid not null,
  attempt int not null,
  route int not null references route (id),
  at timestamptz not null default clock_timestamp(),
  primary key (task_id, attempt)
);
create index stale_message_by_route on stale_message (route);

-- Messages that nobody could read.
create table dead_letter (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  queue text not null,
  body bytea not null,
  problem text not null
);

-- Who sent what under which key; kept 7 days. Its own table: a rolled-back winner leaves the key free.
create table idempotency_key (
  caller text not null,
  key text not null check (char_length(key) between 1 and 255),
  body_sha256 bytea not null,
  task_ids uuid[] not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (caller, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
