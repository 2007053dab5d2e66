-- Who holds what, who waits for it, and what changed since the last grant pass.

-- One row per task and resource, from the submit to the end. W in line, H held, P in no line (not due, parked).
-- Only the holder kind TASK exists today; an operator's hold would be another.
create table reservation (
  task_id uuid not null,
  resource text not null check (char_length(resource) between 1 and 200),
  exclusive boolean not null,
  urgency smallint not null,
  place bigint,
  status "char" not null check (status in ('W', 'H', 'P')),
  holder_kind text not null default 'TASK' check (holder_kind = 'TASK'),
  primary key (task_id, resource),
  constraint in_line_has_place check (status = 'P' or place is not null)
) with (fillfactor = 80);
create index reservation_waiting_exclusive on reservation (resource, urgency, place) where status = 'W' and exclusive;
create index reservation_waiting_shared on reservation (resource, urgency, place) where status = 'W' and not exclusive;
-- The worst bug, two exclusive holders, is an error.
create unique index reservation_held_exclusive on reservation (resource) where status = 'H' and exclusive;
create index reservation_held_shared on reservation (resource) where status = 'H' and not exclusive;

-- Something left this resource: look at those who watch it. Append-only rows, written in the transaction of the change,
-- deleted by the pass that used them. The writing transaction leads the key: see the grant pass.
create table grant_mark (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  resource text not null,
  primary key (xid, id)
);
