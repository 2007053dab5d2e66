-- What `check --repair` did, for ever after. The history holds transitions and nothing else; a repair that changes no state
-- (a request put back in line, a reservation of nobody removed) leaves its only trace here, written in its transaction.
create table repair_note (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null if there is no such task (any more).
  task_id uuid references task (id) on delete cascade,
  resource text,
  invariant text not null,
  actor text not null,
  did text not null
);
create index repair_note_by_task on repair_note (task_id);
