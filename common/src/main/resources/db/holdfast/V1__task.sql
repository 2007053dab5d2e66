-- What was submitted, what is unfinished, what is finished. A task has one row in `task` for ever, and one in either
-- `task_live` or `task_done`: the live row moves, narrow and without listing indexes; the others are written once.

create table queue (
  name text primary key check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  paused boolean not null default false,
  changed_at timestamptz not null default clock_timestamp()
);

-- One broker queue per route. A route is open while a live worker serves it and its queue is not paused: only then are
-- its tasks in line. `paused` repeats queue.paused, written in the same transaction, so that one row tells.
create table route (
  id int generated always as identity primary key,
  queue text not null references queue (name),
  type text not null check (type ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  served boolean not null default false,
  served_changed_at timestamptz not null default clock_timestamp(),
  paused boolean not null default false,
  -- When its broker queue was last found to have lost what it held: all published before is to be published again.
  lost_at timestamptz,
  open boolean not null generated always as (served and not paused) stored,
  unique (queue, type)
);

-- Never changes after the submit.
create table task (
  id uuid primary key,
  type text not null,
  queue text not null,
  payload json not null,
  resources jsonb not null default '[]',
  labels jsonb not null default '{}',
  priority smallint not null check (priority between 0 and 9),
  timeout_ms bigint not null check (timeout_ms > 0),
  max_attempts int not null check (max_attempts >= 1),
  max_lost int not null check (max_lost >= 1),
  on_worker_lost text not null check (on_worker_lost in ('RESUBMIT', 'CANCEL')),
  backoff_initial_ms bigint not null check (backoff_initial_ms >= 0),
  backoff_max_ms bigint not null check (backoff_max_ms >= backoff_initial_ms),
  backoff_factor double precision not null check (backoff_factor >= 1),
  backoff_jitter double precision not null check (backoff_jitter between 0 and 1),
  run_at timestamptz,
  expires_at timestamptz,
  retry_of uuid unique references task (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index task_by_type on task (type, id);
create index task_by_queue on task (queue, id);
create index task_by_label on task using gin (labels jsonb_path_ops);
create index task_by_resource on task using gin (resources jsonb_path_ops);

create sequence place cache 1;
create sequence fencing_token cache 1;

create table task_live (
  id uuid primary key references task (id),
  route int not null references route (id),
  state text not null check (state in ('SCHEDULED', 'WAITING', 'READY', 'QUEUED', 'RUNNING', 'CANCELING')),
  since timestamptz not null default clock_timestamp(),
  version int not null default 1,

  -- The order: urgency (0 first; 9 - priority), then place, unique over all tasks, the same in all its reservation rows.
  urgency smallint not null check (urgency between 0 and 9),
  place bigint,
  resources smallint not null check (resources between 0 and 32),

  -- While WAITING: C candidate, to be looked at; W watcher of one resource that it was found blocked on; P parked, in no
  -- line because its route is closed.
  wait "char" check (wait in ('C', 'W', 'P')),
  watch text,
  watch_exclusive boolean,

  due_at timestamptz,
  expires_at timestamptz,

  -- The last attempt number given out. Never reused.
  attempt int not null default 0,
  publisher uuid,
  publish_until timestamptz,
  published_at timestamptz,
  republished int not null default 0,

  incarnation uuid,
  claimed_at timestamptz,
  fencing_token bigint,
  overdue_at timestamptz,

  -- Budgets, over the whole life. One loss is forgiven per 24 h of running (ran_ms).
  failures int not null default 0,
  losses int not null default 0 check (losses >= 0),
  ran_ms bigint not null default 0,
  suspect boolean not null generated always as (losses > 0) stored,

  constraint waits_somehow check ((state = 'WAITING') = (wait is not null)),
  constraint watches_one check ((wait is not distinct from 'W'::"char") = (watch is not null)),
  constraint watch_has_mode check ((watch is null) = (watch_exclusive is null)),
  constraint scheduled_has_due check (state <> 'SCHEDULED' or due_at is not null),
  constraint in_line_has_place check (state = 'SCHEDULED' or place is not null),
  constraint running_has_owner check (
    (state in ('RUNNING', 'CANCELING')) = (incarnation is not null)
    and (incarnation is null) = (claimed_at is null)
    and (incarnation is null) = (fencing_token is null)
    and (incarnation is null) = (overdue_at is null)),
  constraint granted_has_attempt check (state in ('SCHEDULED', 'WAITING') or attempt >= 1)
) with (fillfactor = 80);
create unique index task_live_place on task_live (place);
create index task_live_wait on task_live (route, suspect, wait, urgency, place) where wait is not null;
create index task_live_watch on task_live (watch, watch_exclusive, urgency, place) where watch is not null;
create index task_live_due on task_live (due_at) where state = 'SCHEDULED';
create index task_live_expiry on task_live (expires_at)
  where expires_at is not null and state in ('SCHEDULED', 'WAITING', 'READY', 'QUEUED');
create index task_live_in_flight on task_live (route, published_at) where state in ('READY', 'QUEUED');
create index task_live_owner on task_live (incarnation) where incarnation is not null;

create table task_done (
  id uuid primary key references task (id) on delete cascade,
  state text not null check (state in ('SUCCEEDED', 'FAILED', 'CANCELED')),
  reason text,
  result json,
  error text,
  version int not null,
  attempt int not null,
  urgency smallint not null,
  worker text,
  started_at timestamptz,
  finished_at timestamptz not null default clock_timestamp(),
  failures int not null,
  losses int not null,
  constraint only_success_has_result check (result is null or state = 'SUCCEEDED'),
  constraint failure_has_reason check (state = 'SUCCEEDED' or reason is not null)
);
create index task_done_by_state on task_done (state, id);
create index task_done_by_reason on task_done (reason, id) where reason is not null;
create index task_done_by_finish on task_done (finished_at);
