-- (nothing) -> SCHEDULED | WAITING
-- Stores all tasks asked for, in the order of the arrays, or none: zero rows mean that a route's row is missing.
-- A task that sees a held or an earlier waiting exclusive request on one of its own exclusive resources enters as the
-- watcher of that resource, together with a mark of its own: a long line is then looked at only at its head. What it saw
-- may be old; the mark makes it right.
with asked as materialized (
  select a.*, clock_timestamp() as now
  from unnest(
    cast(cast(:ids as text[]) as uuid[]), cast(:types as text[]), cast(:queues as text[]),
    cast(cast(:payloads as text[]) as json[]), cast(cast(:resources as text[]) as jsonb[]),
    cast(cast(:labels as text[]) as jsonb[]), cast(:priorities as int[]),
    cast(:timeouts as bigint[]), cast(:max_attempts as int[]), cast(:max_losts as int[]), cast(:on_worker_losts as text[]),
    cast(:backoff_initials as bigint[]), cast(:backoff_maxs as bigint[]), cast(:backoff_factors as float8[]),
    cast(:backoff_jitters as float8[]), cast(cast(:run_ats as text[]) as timestamptz[]), cast(:delays as bigint[]),
    cast(cast(:expires_ats as text[]) as timestamptz[]), cast(cast(:retry_ofs as text[]) as uuid[]))
    with ordinality
    as a (id, type, queue, payload, resources, labels, priority, timeout_ms, max_attempts, max_lost, on_worker_lost,
      backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter, run_at, delay_ms, expires_at, retry_of, ord)
),
routed as materialized (
  select a.ord, a.id, r.id as route, r.open, cast(9 - a.priority as smallint) as urgency, a.now, a.expires_at,
    coalesce(a.run_at, a.now + make_interval(secs => a.delay_ms / 1000.0)) as due_at,
    cast(jsonb_array_length(a.resources) as smallint) as resources
  from asked a
  join route r on r.queue = a.queue and r.type = a.type
  order by a.ord
),
entering as materialized (
  select r.*, coalesce(r.due_at > r.now, false) as later
  from routed r
  where (select count(*) from routed) = (select count(*) from asked)
  order by r.ord
),
placed as materialized (
  select e.*, case when not e.later then nextval('place') end as place from entering e
),
wanted as materialized (
  select p.ord, p.id, p.urgency, p.place, p.open and not p.later as in_line, w.resource, w.exclusive
  from unnest(cast(:wanted_ords as int[]), cast(:wanted_names as text[]), cast(:wanted_exclusive as boolean[]))
    as w (ord, resource, exclusive)
  join placed p on p.ord = w.ord
),
watched as materialized (
  select w.ord, min(w.resource) as resource
  from wanted w
  where w.in_line and w.exclusive
    and (coalesce((select true from reservation h
          where h.resource = w.resource and h.status = 'H' and h.exclusive limit 1), false)
      or coalesce((select f.urgency <= w.urgency from reservation f
          where f.resource = w.resource and f.status = 'W' and f.exclusive
          order by f.urgency, f.place limit 1), false))
  group by w.ord
),
stored as (
  insert into task
    (id, type, queue, payload, resources, labels, priority, timeout_ms, max_attempts, max_lost, on_worker_lost,
     backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter, run_at, expires_at, retry_of, created_at)
  select a.id, a.type, a.queue, a.payload, a.resources, a.labels, a.priority, a.timeout_ms, a.max_attempts, a.max_lost,
    a.on_worker_lost, a.backoff_initial_ms, a.backoff_max_ms, a.backoff_factor, a.backoff_jitter, p.due_at, a.expires_at,
    a.retry_of, a.now
  from asked a
  join placed p on p.ord = a.ord
),
alive as (
  insert into task_live
    (id, route, state, since, urgency, place, resources, wait, watch, watch_exclusive, due_at, expires_at)
  select p.id, p.route, case when p.later then 'SCHEDULED' else 'WAITING' end, p.now, p.urgency, p.place, p.resources,
    case when p.later then null when not p.open then 'P'::"char" when w.ord is null then 'C'::"char" else 'W'::"char" end,
    w.resource, case when w.ord is not null then true end,
    case when p.later then p.due_at end, p.expires_at
  from placed p
  left join watched w on w.ord = p.ord
),
reserved as (
  insert into reservation (task_id, resource, exclusive, urgency, place, status)
  select w.id, w.resource, w.exclusive, w.urgency, w.place, case when w.in_line then 'W'::"char" else 'P'::"char" end
  from wanted w
),
marked as (
  insert into grant_mark (resource) select distinct resource from watched order by resource
),
recorded as (
  insert into history (task_id, version, at, from_state, to_state, attempt, actor)
  select p.id, 1, p.now, null, case when p.later then 'SCHEDULED' else 'WAITING' end, 0, :actor
  from placed p
)
select p.id, case when p.later then 'SCHEDULED' else 'WAITING' end as state from placed p order by p.ord
