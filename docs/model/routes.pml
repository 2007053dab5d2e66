/*
 * routes.pml - one route: its window, parking, pause, and messages that nobody waits for any more.
 *
 * Three tasks of one route; T0 and T1 want the same resource, exclusive, T2 wants none. One worker with one slot, which may
 * leave and come back; an operator who pauses and resumes the queue and cancels; the broker keeps what was published (first
 * in, first out) and may lose all. Attempts, leases and faults of processes are the business of protocol.pml.
 *
 * A line is: candidate ('C'), watcher of the resource ('W'), or parked ('P'), as task_live.wait. A mark wakes watchers.
 * Without flags the model is the code. -DM_x takes one rule away.
 */
#define NT 3
#ifndef WINDOW
#define WINDOW 1            /* holdfast.dispatcher.window-*: published and unclaimed, stale ones included */
#endif
#ifndef CANCELS
#define CANCELS 1
#endif
#ifndef PAUSES
#define PAUSES 1            /* an operator pauses, and resumes later */
#endif
#ifndef LEAVES
#define LEAVES 1            /* the worker leaves, and comes back later */
#endif
#ifndef PURGES
#define PURGES 0            /* the broker loses its messages */
#endif
#define NM 4                /* messages the broker can hold */

#define WAITING 0
#define READY   1
#define QUEUED  2
#define RUNNING 3
#define DONE    4
#define C 0
#define W 1
#define P 2
#define NEEDS(t) (t < 2)

byte st[NT];
byte wait[NT];
byte att[NT];
bit held;                   /* the resource of T0 and T1 */
chan stale = [NM] of { byte, byte };   /* the rows of stale_message: task and number */
bit mark;                   /* a row of grant_mark for the resource */

bit paused;                 /* queue.paused */
bit served = 1;             /* route.served, as refresh.sql last wrote it */
bit worker = 1;             /* the worker's row is ALIVE with a valid lease */
#define OPEN (!paused && served)
#ifdef FOREIGN              /* T0 is of another route, whose last worker leaves for ever, before or after T0 was published */
bit open0 = 1;
#define OPEN_OF(t) (t == 0 && open0 || t != 0 && OPEN)
#define INFLIGHT0 0
#else
#define OPEN_OF(t) OPEN
#define INFLIGHT0 (st[0] == READY || st[0] == QUEUED)
#endif

chan broker = [NM] of { byte, byte };
byte got = 255; byte gota;  /* delivered, not yet claimed */
byte runs = 255;            /* task in the worker's slot */
byte cancels = CANCELS; byte pauses = PAUSES; byte leaves = LEAVES; byte purges = PURGES;
#if PURGES == 0
#define LOST_NOTHING 1
#else
#define LOST_NOTHING 0
#endif

#define INFLIGHT (INFLIGHT0 + (st[1] == READY || st[1] == QUEUED) + (st[2] == READY || st[2] == QUEUED))
#ifdef M_STALE_NOT_COUNTED
#define STALE 0
#else
#define STALE len(stale)
#endif
#define ROOM (WINDOW - INFLIGHT - STALE > 0)
#ifdef FOREIGN
#define ROOM_OF(t) (t == 0 || ROOM)
#else
#define ROOM_OF(t) ROOM
#endif

/* grant.sql: holds all or none, in order; T0 stands ahead of T1, unless it is parked. */
#ifdef M_PARKED_STAYS_IN_LINE
#define AHEAD(t) (t == 1 && st[0] == WAITING)
#else
#define AHEAD(t) (t == 1 && st[0] == WAITING && wait[0] != P)
#endif
#define FREE(t) (!NEEDS(t) || (!held && !AHEAD(t)))

inline release(t) { if :: NEEDS(t) && held && (st[t] == READY || st[t] == QUEUED || st[t] == RUNNING) -> held = 0; 
#ifndef M_NO_MARK
  mark = 1
#endif
  :: else fi }
inline leaves_broker(t) { if :: st[t] == QUEUED -> stale!t, att[t] :: else fi }

/* take-back.sql: the old place, or parked while the route is closed. */
inline take_back(t) {
  release(t); leaves_broker(t); st[t] = WAITING; if :: OPEN_OF(t) -> wait[t] = C :: else -> wait[t] = P fi
}
inline end_unstarted(t) {
  if
  :: st[t] == WAITING && NEEDS(t) && wait[t] != P ->
#ifndef M_NO_MARK
     mark = 1
#else
     skip
#endif
  :: else -> release(t)
  fi;
  leaves_broker(t); st[t] = DONE
}

proctype Dispatcher() {
  byte t, a;
end: do
  /* GrantPass: use marks, look at candidates, grant or watch. One transaction. */
  :: d_step { mark -> mark = 0;
       if :: st[0] == WAITING && wait[0] == W -> wait[0] = C :: else fi;
       if :: st[1] == WAITING && wait[1] == W -> wait[1] = C :: else fi }
#define LOOK(x) \
  :: d_step { !mark && OPEN_OF(x) && ROOM_OF(x) && st[x] == WAITING && wait[x] == C && FREE(x) && !(x != 0 && st[0] == WAITING && wait[0] == C && FREE(0)) -> \
       printf("T%d is granted\n", x); st[x] = READY; att[x]++; assert(!(NEEDS(x) && held)); if :: NEEDS(x) -> held = 1 :: else fi } \
  :: d_step { !mark && OPEN_OF(x) && ROOM_OF(x) && st[x] == WAITING && wait[x] == C && !FREE(x) -> printf("T%d watches\n", x); wait[x] = W }
  LOOK(0) LOOK(1) LOOK(2)
  /* park.sql, unpark.sql. Who leaves a line frees those behind it. */
#ifdef M_NO_MARK
#define PARKMARK(x) skip
#else
#define PARKMARK(x) if :: NEEDS(x) -> mark = 1 :: else fi
#endif
#define PARK(x) :: d_step { !OPEN_OF(x) && st[x] == WAITING && wait[x] != P -> printf("T%d is parked\n", x); wait[x] = P; PARKMARK(x) }
  PARK(0) PARK(1) PARK(2)
#ifndef M_NO_UNPARK
#define UNPARK(x) :: d_step { OPEN_OF(x) && st[x] == WAITING && wait[x] == P -> printf("T%d comes back in line\n", x); wait[x] = C }
  UNPARK(0) UNPARK(1) UNPARK(2)
#endif
  /* lease-ready.sql (only open routes), publish, mark-queued.sql: two steps here, the first at the broker */
#define PUBLISH(x) :: d_step { OPEN && st[x] == READY && nfull(broker) -> printf("T%d attempt %d is published\n", x, att[x]); broker!x, att[x]; st[x] = QUEUED }
#ifdef FOREIGN
  :: d_step { OPEN_OF(0) && st[0] == READY -> printf("T0 is published to its own queue\n"); st[0] = QUEUED }
#else
  PUBLISH(0)
#endif
  PUBLISH(1) PUBLISH(2)
  /* RouteSweep: refresh.sql, strays.sql with take-back.sql */
  :: d_step { served != worker -> served = worker; printf("the route is served: %d\n", served) }
#ifndef M_NO_TAKE_BACK
#define STRAY(x) :: d_step { !OPEN_OF(x) && (st[x] == READY || st[x] == QUEUED) -> printf("T%d is taken back\n", x); take_back(x) }
  STRAY(0) STRAY(1) STRAY(2)
#endif
  /* forget-stale.sql: the queue shows nothing ready and the row is old; nothing is on its way then */
  :: d_step { len(broker) == 0 && got == 255 && nempty(stale) -> do :: nempty(stale) -> stale?_, _ :: empty(stale) -> break od; printf("old messages are forgotten\n") }
  /* LostMessages: nothing ready, a slot is free */
#ifndef M_NO_REPAIR
#define REPAIR(x) :: d_step { OPEN && st[x] == QUEUED && len(broker) == 0 && got == 255 && runs == 255 && worker -> assert(!LOST_NOTHING); printf("T%d is published again\n", x); broker!x, att[x] }
#ifndef FOREIGN
  REPAIR(0)
#endif
  REPAIR(1) REPAIR(2)
#endif
  od
}

proctype Worker() {
  byte t, a;
end: do
  :: d_step { worker && runs == 255 && got == 255 && nempty(broker) -> broker?t, a; got = t; gota = a; t = 0; a = 0 }
  /* claim.sql: GONE, PAUSED, CLAIMED */
  :: d_step { worker && got != 255 ->
       if
       :: !((st[got] == READY || st[got] == QUEUED) && att[got] == gota) -> printf("the message of T%d attempt %d met nobody\n", got, gota);
            if :: stale??[eval(got), eval(gota)] -> stale??eval(got), eval(gota) :: !stale??[eval(got), eval(gota)] -> skip fi
#ifdef M_CLAIM_WHILE_PAUSED
       :: else -> st[got] = RUNNING; runs = got; assert(!paused)
#else
       :: else ->
            if
            :: paused -> printf("T%d is refused, its queue is paused\n", got); take_back(got); if :: stale??[eval(got), eval(gota)] -> stale??eval(got), eval(gota) :: !stale??[eval(got), eval(gota)] -> skip fi    /* its message is acked */
            :: else -> printf("T%d is claimed\n", got); st[got] = RUNNING; runs = got
            fi
#endif
       fi; got = 255; gota = 0 }
  :: d_step { runs != 255 -> printf("T%d ends\n", runs); release(runs); st[runs] = DONE; runs = 255 }
  /* it leaves: what it had not claimed goes back to the broker, what ran is back in line (INTERRUPTED) */
  :: d_step { worker && leaves > 0 && (got == 255 || nfull(broker)) -> leaves--; worker = 0; printf("the worker leaves\n");
       if :: got != 255 -> broker!got, gota; got = 255; gota = 0 :: else fi;
       if :: runs != 255 -> release(runs); st[runs] = WAITING; wait[runs] = C; runs = 255 :: else fi }
  :: d_step { !worker -> worker = 1; printf("a worker comes\n") }
  od
}

proctype World() {
end: do
#ifdef FOREIGN
  :: d_step { open0 -> open0 = 0; printf("the route of T0 has no live worker\n") }
#endif
  :: d_step { pauses > 0 && !paused -> pauses--; paused = 1; printf("the queue is paused\n") }
  :: d_step { paused -> paused = 0; printf("the queue is resumed\n") }
  :: d_step { cancels > 0 && st[0] < RUNNING -> cancels--; printf("T0 is canceled\n"); end_unstarted(0) }
  :: d_step { cancels > 0 && st[2] < RUNNING -> cancels--; printf("T2 is canceled\n"); end_unstarted(2) }
  :: d_step { purges > 0 && len(broker) > 0 -> purges--; printf("the broker loses everything\n");
       if :: nempty(broker) -> broker?_, _ :: else fi; if :: nempty(broker) -> broker?_, _ :: else fi;
       if :: nempty(broker) -> broker?_, _ :: else fi; if :: nempty(broker) -> broker?_, _ :: else fi }
  od
}

/* The broker holds no more than the window allows, whatever is canceled and taken back. */
proctype Watch() {
end: atomic { len(broker) + (got != 255) > WINDOW -> assert(!LOST_NOTHING) }
}

init { atomic { run Dispatcher(); run Worker(); run World(); run Watch() } }

#ifdef LTL
#ifdef FOREIGN
ltl L1 { <> (st[1] == DONE && st[2] == DONE) }
#else
ltl L1 { <> (st[0] == DONE && st[1] == DONE && st[2] == DONE) }
#endif
#endif
