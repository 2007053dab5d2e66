-- Notes for each task when it enters a line, leaves it, moves in it or is granted. The product forgets a place when the
-- task has ended; the judge wants it.
create table if not exists chaos_line (
  id bigint generated always as identity,
  task uuid not null,
  at timestamptz not null default clock_timestamp(),
  state text not null,
  parked boolean not null,
  urgency smallint not null,
  place bigint
);
create or replace function chaos_note_line() returns trigger language plpgsql as $$
begin
  insert into chaos_line (task, state, parked, urgency, place)
  values (new.id, new.state, coalesce(new.wait = 'P', false), new.urgency, new.place);
  return null;
end $$;
create or replace trigger chaos_note_entry after insert on task_live
  for each row when (new.state = 'WAITING') execute function chaos_note_line();
create or replace trigger chaos_note_move after update of state, wait, urgency, place on task_live
  for each row when (
    new.state in ('WAITING', 'READY')
    and (old.state, coalesce(old.wait = 'P', false), old.urgency, coalesce(old.place, 0))
      <> (new.state, coalesce(new.wait = 'P', false), new.urgency, coalesce(new.place, 0)))
  execute function chaos_note_line();
