/*
 * protocol.pml - a Promela (Spin 6) model of what Holdfast's code does with a task, from its grant to its end.
 *
 * Two tasks, T0 and T1, need the same resource: T0 wants it EXCLUSIVE, T1 EXCLUSIVE too (or SHARED with -DSHARED). T0 stands
 * ahead of T1. Two worker processes with one slot each, ND dispatchers, NR reapers, a user who cancels, and the world (lease
 * ends, broker, statements that the server executes late). Every database transaction is one d_step; between two of them
 * anybody may act, and a process may crash, freeze or be cut off: that is what the model explores.
 * README.md maps each step to the statement or class that it stands for.
 *
 * Time is not modelled. What the time rules must achieve is put into guards instead:
 *   LEASE    a lease runs out only while its process is dead, frozen, or has stopped its attempts (Fence). -DM_NOFENCE drops
 *            that. A process whose lease ran out while it was frozen is a ZOMBIE until it fences itself or renews.
 *   REPAIR   the thresholds of the lost-message repair are zero; with -DEAGER it may even fire without a loss.
 *   PUBLISH  the publish lease may run out at once: any dispatcher may publish any READY row at any time.
 *
 * Without flags the model is the code. -DM_x takes one rule away: a mutant, for which a check must fail.
 */

#ifndef FAULTS
#define FAULTS 2            /* crash, freeze, cut, graceful stop, purge, duplicate, lost answer, dispatcher crash: all together */
#endif
#ifndef CANCELS
#define CANCELS 1           /* cancels by the user, over both tasks */
#endif
#ifndef ND
#define ND 1                /* dispatchers */
#endif
#ifndef NR
#define NR 1                /* reapers; 0: none */
#endif
#ifndef MAXLOST
#define MAXLOST 2           /* task.max_lost */
#endif
#define NA 5                /* attempts 1..NA */
#define NI 7                /* incarnations 1..NI-1 */

/* ---------------------------------------------------------------- task_live, task_done, reservation */
#define SCHEDULED 0
#define WAITING   1
#define READY     2
#define QUEUED    3
#define RUNNING   4
#define CANCELING 5
#define SUCCEEDED 6
#define FAILED    7
#define CANCELED  8
#define FINAL(t)   (st[t] >= SUCCEEDED)
#define ACTIVE(t)  (st[t] >= READY && st[t] <= CANCELING)
#define OWNED(t)   (st[t] == RUNNING || st[t] == CANCELING)

byte st[2];                 /* state; final ones stand for a row of task_done */
byte att[2];                /* attempt: raised by grant.sql, carried by the message, never used again */
byte own[2];                /* incarnation that claimed it */
bit  held[2];               /* reservation.status = 'H' (else waiting, parked, or deleted) */
byte lost[2];               /* losses */
byte ended[2];              /* ghost: bit a-1 is set when attempt a was taken back or ended */

/* ---------------------------------------------------------------- worker */
#define W_NONE      0
#define W_ALIVE     1
#define W_CONDEMNED 2       /* lease revoked: no renewal, no claim, ends when the lease has run out */
#define W_LOST      3
#define W_STOPPED   4
#define W_DRAINING  5
#define WLIVE(i)  (ws[i] == W_ALIVE || ws[i] == W_CONDEMNED || ws[i] == W_DRAINING)
#define RENEWS(i) (ws[i] == W_ALIVE || ws[i] == W_DRAINING)
byte ws[NI];                /* state of each incarnation's row */
bit  lease[NI];             /* lease_until > clock_timestamp() */
byte wname[NI];             /* its stable name */
byte ninc;                  /* last incarnation given */

/* ------------------------------------------------- broker: (task, attempt) -> copies ready */
#define CAP 2
#define K(t, a) ((t) * NA + (a) - 1)
byte q[10];
#define MSGS (q[0] + q[1] + q[2] + q[3] + q[4] + q[5] + q[6] + q[7] + q[8] + q[9])

/* -------------------------------------------------------- worker processes */
#define DOWN   0            /* not running; will be started again */
#define UP     1
#define FROZEN 2            /* SIGSTOP, VM pause, long GC */
#define FENCED 3            /* its attempts have returned, it takes no work until its heartbeat was answered */
#define GONE   4            /* never comes back */
byte ps[2];
byte inc[2];                /* Membership.term: the incarnation this process believes it is */
bit  cut[2];                /* cannot renew, or knows that it must not go on (row ended, claim refused for its lease) */
bit  zomb[2];               /* the lease ran out while frozen; has neither fenced itself nor renewed yet */
byte stopping[2];           /* 1: Leaving; 2: condemned itself, its row is marked, the halt comes next */
byte ds[2];                 /* its slot */
#define NOTHING  0
#define ARRIVED  1          /* delivered, on the roster from here on */
#define SENT     2          /* claim.sql committed, its answer not yet read */
#define DOUBT    3          /* the answer to the claim was not heard: Doubts */
#define STARTS   4          /* the answer is read, Runner decides */
#define RUNS     5          /* the handler runs */
#define KEPT     6          /* the handler has returned, Finisher holds its end */
byte dt[2]; byte da[2];     /* its task and attempt */
byte di[2];                 /* the incarnation that claimed it */
bit  cn[2];                 /* the broker still holds the message as unacked on this connection */
bit  unheard[2];            /* DOUBT: an end that was sent got no answer either */
bit  stub[2];               /* the handler ignores its interrupt */
byte orph;                  /* 1 + task of a run that outlived its process (a child process, a stubborn handler) */
#define HASRUN(w) (ds[w] == RUNS)

#ifdef SAMENAME
#define NAME(w) 0           /* two live processes configured with one name */
#else
#define NAME(w) (w)
#endif
#ifdef SHARED
#define EXCL(t) (t == 0)
#else
#define EXCL(t) 1
#endif

byte faults = FAULTS;
byte cancels = CANCELS;
#ifdef RETRIES
byte nfail = 1;             /* failed attempts that are tried again */
#endif
#ifdef TXFREEZE
byte rowlock;               /* worker row that a reaper has locked (lock-for-end.sql) */
bit stuck;                  /* and that reaper is frozen for ever */
#define UNLOCKED (rowlock == 0)
#else
#define UNLOCKED 1
#endif
bit timedout;               /* OVERDUE: one attempt is past its timeout and the graces */
byte pk; byte pt; byte pa; byte pi;   /* a statement that the server executes late: 1 a result, 2 INTERRUPTED, 3 a claim; its task, attempt, incarnation */
#ifdef HB
byte snap[2];               /* list of a heartbeat under way: 0 none, 1 empty, 2 + task */
byte miss[2];               /* heartbeats of the owner since the claim that did not name this attempt, in a row */
#endif

/* ---------------------------------------------------------------- invariants, checked after every transaction */
inline check() {
  assert(!(held[0] && held[1] && (EXCL(0) || EXCL(1))));  /* S1: never two conflicting holders */
  assert(held[0] == ACTIVE(0) && held[1] == ACTIVE(1))   /* S1b: exactly the active tasks hold; no final one does */
}

/* ---------------------------------------------------------------- pieces of statements (used inside d_step only) */
inline set(t, s) { assert(!FINAL(t)); st[t] = s }        /* S3: a final state never changes */

inline end_task(t, s) { printf("    T%d ends in state %d\n", t, s); set(t, s); held[t] = 0; own[t] = 0; lost[t] = 0; ended[t] = 0 /* no longer read */ }

/* The attempt is over, its reservation waits again, old place in the line. */
inline back_in_line(t, s) {
  ended[t] = ended[t] | (1 << (att[t] - 1));
  printf("    T%d attempt %d is over: back in line\n", t, att[t]);
  set(t, s); held[t] = 0; own[t] = 0
}

/* S6: nobody ends an attempt while its code runs in a live process with a valid lease. */
#define LIVERUN(w, t) (ps[w] == UP && !zomb[w] && HASRUN(w) && dt[w] == (t) && da[w] == att[t])

#ifdef NOFAILED
#define MAYFAIL 0            /* no process died, so no task may fail as WORKER_LOST */
#else
#define MAYFAIL 1
#endif
/* end-attempts.sql for one task of incarnation i: LOST (loss = 1) or INTERRUPTED (loss = 0). */
inline settle_task(t, i, loss) {
  if
  :: own[t] == i && st[t] == RUNNING ->
     assert(!LIVERUN(0, t) && !LIVERUN(1, t));           /* S6 */
     lost[t] = lost[t] + loss;
     if
#ifdef POLICY_CANCEL
     :: t == 0 -> end_task(t, CANCELED)                  /* T0 was submitted with onWorkerLost=CANCEL */
     :: t == 1 && loss && lost[t] >= MAXLOST -> end_task(t, FAILED)
     :: t == 1 && !(loss && lost[t] >= MAXLOST) -> back_in_line(t, WAITING)
#else
     :: loss && lost[t] >= MAXLOST -> assert(MAYFAIL); end_task(t, FAILED)
     :: else -> back_in_line(t, WAITING)
#endif
     fi
#ifndef M_SETTLE_RUNNING_ONLY
  :: own[t] == i && st[t] == CANCELING ->
     assert(!LIVERUN(0, t) && !LIVERUN(1, t));           /* S6 */
     end_task(t, CANCELED)
#endif
  :: else
  fi
}
inline settle(i) { settle_task(0, i, 1); settle_task(1, i, 1) }

/* end-attempts.sql: its WHERE clause, part by part. The lease is no part of it: what was not settled may still be finished. */
#ifdef M_END_NOATT
#define W_ATT(t, a) 1
#else
#define W_ATT(t, a) (att[t] == a)
#endif
#ifdef M_END_NOINC
#define W_INC(t, i) 1
#else
#define W_INC(t, i) (own[t] == i)
#endif
inline finish(t, a, i) {
  if
  :: OWNED(t) && W_ATT(t, a) && W_INC(t, i) ->
     assert(!(ended[t] & (1 << (a - 1))));               /* S4: no stale finish is accepted */
     assert(a == att[t] && i == own[t]);                 /* S4b: it ends the attempt that ran, nobody else's */
     if
#ifdef RETRIES
     :: st[t] == RUNNING && nfail > 0 -> nfail--; back_in_line(t, SCHEDULED)   /* FAILED, attempts left: back-off */
#else
     :: false
#endif
     :: else -> end_task(t, SUCCEEDED)                   /* also from CANCELING: it really happened */
     fi
  :: else
  fi
}
/* end-attempts.sql with INTERRUPTED for one attempt: what Finisher, Doubts and Leaving send. */
inline interrupt(t, a, i) {
  if
  :: OWNED(t) && W_ATT(t, a) && W_INC(t, i) ->
     assert(a == att[t] && i == own[t]);                 /* S4b */
     settle_task(t, own[t], 0)
  :: else
  fi
}

inline publish(t, a) { if :: q[K(t, a)] < CAP -> q[K(t, a)]++ :: else fi }
inline requeue(w) {          /* the consumer's connection ended, or basic.nack(requeue) */
  if
  :: cn[w] -> publish(dt[w], da[w])
  :: else
  fi;
  cn[w] = 0
}
inline forget(w) { ds[w] = NOTHING; dt[w] = 0; da[w] = 0; di[w] = 0; cn[w] = 0; unheard[w] = 0; stub[w] = 0 }

#define OF(w, i) (inc[w] == i)
#define UPPROC(i)   ((OF(0, i) && ps[0] == UP) || (OF(1, i) && ps[1] == UP))
#define NOTDEAD(i) ((OF(0, i) && (ps[0] == UP || ps[0] == FROZEN || ps[0] == FENCED)) || (OF(1, i) && (ps[1] == UP || ps[1] == FROZEN || ps[1] == FENCED)))
#ifdef M_NOFENCE
#define MAYEXPIRE(i) (!UPPROC(i) || (OF(0, i) && cut[0]) || (OF(1, i) && cut[1]))
#else
#define MAYEXPIRE(i) (!UPPROC(i))
#endif

/* Join.settle: each earlier row of the name that has not ended, WorkerEnds.lost. */
inline succeed(i, n, w) {
#ifndef M_NOREG
  if
  :: i <= ninc && wname[i] == n && WLIVE(i) && !(ws[i] == W_DRAINING && lease[i] && NOTDEAD(i) && !OF(w, i)) ->
       settle(i); ws[i] = W_LOST; lease[i] = 0
  :: else
  fi
#else
  skip
#endif
}
/* Without a proof of its death (NameLock, name-is-unique, or being that process itself) a predecessor is waited for. */
#ifdef M_JOIN_AT_ONCE
#define MAYREG(w) 1
#else
#define BAR(i, w) (ws[i] != W_DRAINING && WLIVE(i) && wname[i] == NAME(w) && lease[i] && NOTDEAD(i) && !OF(w, i))
#define MAYREG(w) (!(BAR(1, w) || BAR(2, w) || BAR(3, w) || BAR(4, w) || BAR(5, w) || BAR(6, w)))
#endif

inline register(w) {
  succeed(1, NAME(w), w); succeed(2, NAME(w), w); succeed(3, NAME(w), w); succeed(4, NAME(w), w); succeed(5, NAME(w), w); succeed(6, NAME(w), w);
  ninc++; assert(ninc < NI); printf("W%d registers as incarnation %d\n", w, ninc);
  inc[w] = ninc; ws[ninc] = W_ALIVE; lease[ninc] = 1; wname[ninc] = NAME(w);
  ps[w] = UP; cut[w] = 0; zomb[w] = 0; stopping[w] = 0;
  check()
}
#ifdef SAMENAME
/* A living process has taken the name: NameTakenException. */
#define SUPERSEDED(w) (inc[1 - w] > inc[w] && ps[1 - w] == UP)
#else
#define SUPERSEDED(w) 0
#endif

inline take(t, a) {
  d_step { ps[w] == UP && !cut[w] && !stopping[w] && ds[w] == NOTHING && q[K(t, a)] > 0 -> printf("W%d receives T%d attempt %d\n", w, t, a);
    q[K(t, a)]--; cn[w] = 1; ds[w] = ARRIVED; dt[w] = t; da[w] = a; di[w] = inc[w] }
}

#ifdef M_CLAIM_ANY_WORKER
#define CLAIMOK(w) 1                                                /* looks at the task only */
#else
#define CLAIMOK(w) (ws[di[w]] == W_ALIVE && lease[di[w]])           /* `owner`: alive, lease valid, FOR KEY SHARE */
#endif
#ifdef M_CLAIM_NOATT
#define WANTED(w) (st[dt[w]] == READY || st[dt[w]] == QUEUED)
#else
#define WANTED(w) ((st[dt[w]] == READY || st[dt[w]] == QUEUED) && att[dt[w]] == da[w])
#endif
#ifdef HB
#define CLAIMED_NOW(t) miss[t] = 0
#else
#define CLAIMED_NOW(t) skip
#endif
inline claim(w) { printf("W%d claims T%d attempt %d\n", w, dt[w], da[w]); set(dt[w], RUNNING); own[dt[w]] = di[w]; CLAIMED_NOW(dt[w]) }

/* GONE: ack, run nothing. NO_LEASE: hand the message back, take nothing until a heartbeat was answered. */
inline refused(w) {
  printf("W%d claim of T%d attempt %d is refused\n", w, dt[w], da[w]);
  if
  :: CLAIMOK(w) -> forget(w)
  :: else -> requeue(w); forget(w); cut[w] = 1
  fi
}

/* S2: no two runs at once, both in processes that are no zombies. -DS2Z counts zombies too. */
inline start_run(w) {
  printf("W%d starts the handler of T%d attempt %d\n", w, dt[w], da[w]); ds[w] = RUNS;
#ifdef S2Z
  assert(!HASRUN(1 - w) || !(EXCL(dt[0]) || EXCL(dt[1])));
#else
  assert(!(HASRUN(1 - w) && !zomb[1 - w] && !zomb[w] && ps[1 - w] != DOWN) || !(EXCL(dt[0]) || EXCL(dt[1]) || dt[0] == dt[1]));
#endif
  assert(orph == 0 || zomb[w])
}

/* Runner.start: an answer that comes when the claiming incarnation has no lease any more starts nothing. */
#ifdef M_START_ANY_TERM
#define MAYSTART(w) (ps[w] == UP)
#else
#define MAYSTART(w) (ps[w] == UP && inc[w] == di[w])
#endif

inline dies(w) {             /* the process ends, whatever it had in mind */
  requeue(w); forget(w); ps[w] = DOWN; inc[w] = 0; zomb[w] = 0; cut[w] = 0; stopping[w] = 0
}

proctype Worker(byte w) {
#ifdef M_CLAIM_NO_ROW_LOCK
  bit sawok;                /* the look at the worker's row and the write are two steps */
#endif
end: do
  /* ---- Join; and, in a process that fenced itself, the next answered heartbeat or Rejoin */
  :: d_step { ps[w] == DOWN && MAYREG(w) && UNLOCKED && ninc < NI - 1 -> register(w) }
  :: d_step { ps[w] == FENCED && RENEWS(inc[w]) && UNLOCKED -> printf("W%d renews the lease of incarnation %d\n", w, inc[w]); lease[inc[w]] = 1; ps[w] = UP; cut[w] = 0; zomb[w] = 0 }
  :: d_step { ps[w] == FENCED && !RENEWS(inc[w]) && SUPERSEDED(w) -> printf("W%d exits, its name is taken\n", w); requeue(w); forget(w); ps[w] = GONE }
  :: d_step { ps[w] == FENCED && !RENEWS(inc[w]) && !SUPERSEDED(w) && MAYREG(w) && UNLOCKED && ninc < NI - 1 -> register(w) }

  :: take(0, 1) :: take(0, 2) :: take(0, 3) :: take(0, 4) :: take(0, 5)
  :: take(1, 1) :: take(1, 2) :: take(1, 3) :: take(1, 4) :: take(1, 5)

  /* ---- Claimer, claim.sql */
#ifdef M_ACKFIRST
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && cn[w] -> printf("W%d acks before its claim\n", w); cn[w] = 0 }
#define ACKED_FIRST(w) (!cn[w])
#else
#define ACKED_FIRST(w) 1
#endif
#ifdef M_CLAIM_NO_ROW_LOCK
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && !cut[w] && !sawok -> sawok = CLAIMOK(w); printf("W%d looks at its own row\n", w); if :: !sawok -> refused(w) :: else fi }
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && !cut[w] && sawok -> if :: WANTED(w) -> claim(w); ds[w] = SENT :: else -> refused(w) fi; sawok = 0; check() }
#else
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && !cut[w] && ACKED_FIRST(w) && UNLOCKED ->
       if :: WANTED(w) && CLAIMOK(w) -> claim(w); ds[w] = SENT :: else -> refused(w) fi; check() }
#endif
#ifndef NOREPLYLOSS
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && !cut[w] && faults > 0 && WANTED(w) && CLAIMOK(w) ->   /* fault: it commits, its answer is not heard */
       faults--; claim(w); printf("    the answer is not heard\n"); ds[w] = DOUBT; check() }
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && !cut[w] && faults > 0 ->                              /* fault: it does not even arrive */
       faults--; printf("W%d claim of T%d attempt %d does not arrive\n", w, dt[w], da[w]); ds[w] = DOUBT }
#ifdef DELAYED
  :: d_step { ps[w] == UP && ds[w] == ARRIVED && !cut[w] && faults > 0 && pk == 0 ->                   /* fault: it will arrive late */
       faults--; printf("W%d claim of T%d attempt %d is delayed\n", w, dt[w], da[w]); ds[w] = DOUBT; pk = 3; pt = dt[w]; pa = da[w]; pi = di[w] }
#endif
#endif

  /* ---- Doubts: ended as INTERRUPTED, in case it was committed; if it was not, the attempt is taken back */
  :: d_step { ps[w] == UP && ds[w] == DOUBT && !cut[w] -> printf("W%d ends T%d attempt %d, in doubt\n", w, dt[w], da[w]);
       interrupt(dt[w], da[w], di[w]);
#ifndef M_DOUBT_RETURNED
       if
       :: (st[dt[w]] == READY || st[dt[w]] == QUEUED) && att[dt[w]] == da[w] && unheard[w] -> back_in_line(dt[w], WAITING)   /* take-back.sql */
       :: else
       fi;
#endif
       requeue(w); forget(w); check() }
#ifdef DELAYED
  :: d_step { ps[w] == UP && ds[w] == DOUBT && !cut[w] && faults > 0 && pk == 0 ->    /* fault: that end too is not heard, and executed late */
       faults--; printf("W%d sends the end of T%d attempt %d, in doubt, and hears no answer\n", w, dt[w], da[w]); unheard[w] = 1; pk = 2; pt = dt[w]; pa = da[w]; pi = di[w] }
#endif

  /* ---- Runner, ack, handler, Finisher */
  :: d_step { (ps[w] == UP || ps[w] == FENCED) && ds[w] == SENT -> printf("W%d reads the answer to its claim\n", w); ds[w] = STARTS }
  :: d_step { ps[w] == UP && ds[w] == STARTS && MAYSTART(w) && !stopping[w] -> start_run(w) }
  :: d_step { (ps[w] == UP || ps[w] == FENCED) && ds[w] == STARTS && (!MAYSTART(w) || stopping[w]) -> printf("W%d does not start T%d\n", w, dt[w]); ds[w] = KEPT; stub[w] = 1 }
  :: d_step { ps[w] == UP && ds[w] >= RUNS && cn[w] -> printf("W%d acks\n", w); cn[w] = 0 }
  :: d_step { ps[w] == UP && ds[w] == RUNS && !stub[w] -> printf("W%d handler of T%d returns\n", w, dt[w]); ds[w] = KEPT }
  /* KEPT: stub = 1 means INTERRUPTED, 0 a result. Sent until it is answered, under the incarnation that claimed. */
  :: d_step { ps[w] == UP && ds[w] == KEPT && !cut[w] -> printf("W%d sends the end of T%d attempt %d\n", w, dt[w], da[w]);
       if :: stub[w] -> interrupt(dt[w], da[w], di[w]) :: else -> finish(dt[w], da[w], di[w]) fi;
       requeue(w); forget(w);
       if :: !RENEWS(inc[w]) -> cut[w] = 1 :: else fi;
       check() }
#ifdef DELAYED
  :: d_step { ps[w] == UP && ds[w] == KEPT && !stub[w] && !cut[w] && faults > 0 && pk == 0 ->   /* fault: no answer; the server executes it late, Finisher sends it again */
       faults--; printf("W%d sends the end of T%d attempt %d and hears no answer\n", w, dt[w], da[w]); pk = 1; pt = dt[w]; pa = da[w]; pi = di[w] }
#endif

  /* ---- Leaving: return what has not started, then end the row with all that the database says is its own */
  :: d_step { ps[w] == UP && faults > 0 && !stopping[w] && !cut[w] && !zomb[w] && !stub[w] -> faults--; stopping[w] = 1; printf("W%d gets SIGTERM\n", w) }
#ifdef SAMENAME
  :: d_step { ps[w] == UP && stopping[w] && ws[inc[w]] == W_ALIVE && !cut[w] -> ws[inc[w]] = W_DRAINING; printf("W%d is DRAINING\n", w) }
#endif
  :: d_step { ps[w] == UP && stopping[w] && ds[w] == ARRIVED -> requeue(w); forget(w) }
  :: d_step { ps[w] == UP && stopping[w] && ds[w] == RUNS && !stub[w] -> printf("W%d interrupts T%d\n", w, dt[w]); ds[w] = KEPT; stub[w] = 1 }
  :: d_step { ps[w] == UP && stopping[w] == 1 && !cut[w] && (ds[w] == NOTHING || (ds[w] == KEPT && di[w] == inc[w])) && UNLOCKED ->
       if
       :: WLIVE(inc[w]) ->
#ifndef M_STOP_BY_MEMORY
          settle_task(0, inc[w], 0); settle_task(1, inc[w], 0);
#endif
          printf("W%d marks its row STOPPED\n", w); ws[inc[w]] = W_STOPPED; lease[inc[w]] = 0
       :: else
       fi; dies(w); check() }
#ifdef CONDEMN
  /* ---- a handler that ignores its interrupt: Overseer, Leaving.condemn, lastAct */
  :: d_step { ps[w] == UP && ds[w] == RUNS && !stub[w] && faults > 0 -> faults--; stub[w] = 1; printf("W%d handler of T%d ignores its interrupt\n", w, dt[w]) }
#ifdef M_SETTLE_BEFORE_HALT
  :: d_step { ps[w] == UP && ds[w] == RUNS && stub[w] && stopping[w] != 2 && !cut[w] && WLIVE(inc[w]) -> printf("W%d settles its stuck attempt and marks its row STOPPED\n", w); stopping[w] = 2;
       if :: OWNED(dt[w]) && own[dt[w]] == inc[w] -> end_task(dt[w], FAILED) :: else fi; ws[inc[w]] = W_STOPPED; lease[inc[w]] = 0; check() }
#else
  :: d_step { ps[w] == UP && ds[w] == RUNS && stub[w] && stopping[w] != 2 && !cut[w] && RENEWS(inc[w]) -> printf("W%d marks its row CONDEMNED\n", w); stopping[w] = 2; ws[inc[w]] = W_CONDEMNED }
#endif
  :: d_step { ps[w] == UP && ds[w] == RUNS && stub[w] && stopping[w] == 2 -> printf("W%d halts\n", w); dies(w) }
#endif

  /* ---- faults */
  :: d_step { (ps[w] == UP || ps[w] == FROZEN) && faults > 0 ->
       faults--; printf("W%d is killed\n", w);
#ifdef M_CHILD_SURVIVES
       if :: HASRUN(w) -> orph = 1 + dt[w] :: else fi;                          /* a command it started goes on */
#endif
       dies(w) }
  :: d_step { w == 0 && NR > 0 && ps[w] == DOWN && faults > 0 && ps[1] != GONE -> faults--; ps[w] = GONE; printf("W%d never comes back\n", w) }
#ifndef NOFREEZE
  :: d_step { ps[w] == UP && faults > 0 -> faults--; ps[w] = FROZEN; printf("W%d freezes\n", w) }
  :: d_step { ps[w] == FROZEN -> ps[w] = UP; printf("W%d wakes up\n", w) }
#endif
  :: d_step { ps[w] == UP && faults > 0 && !cut[w] -> faults--; cut[w] = 1; printf("W%d is cut off from the database\n", w) }

#ifdef HB
  /* ---- heartbeat.sql: the roster is read, later the statement commits */
#ifdef M_HB_LATE_LIST
#define NAMES(w) (ds[w] >= STARTS)                                              /* only what runs */
#else
#define NAMES(w) (ds[w] != NOTHING)                                             /* Roster.add comes before the claim is sent */
#endif
  :: d_step { ps[w] == UP && !cut[w] && snap[w] == 0 -> snap[w] = 1; if :: NAMES(w) -> snap[w] = 2 + dt[w] :: else fi }
  :: d_step { ps[w] == UP && !cut[w] && snap[w] > 0 ->
       if :: OWNED(0) && own[0] == inc[w] -> if :: snap[w] == 2 -> miss[0] = 0 :: miss[0] < 2 && snap[w] != 2 -> miss[0]++; printf("a heartbeat arrives that does not name T0\n") :: else fi :: else fi;
       if :: OWNED(1) && own[1] == inc[w] -> if :: snap[w] == 3 -> miss[1] = 0 :: miss[1] < 2 && snap[w] != 3 -> miss[1]++; printf("a heartbeat arrives that does not name T1\n") :: else fi :: else fi;
       snap[w] = 0 }
#endif
  od
}

/* ------------------------------------------------------------------------------------------------ dispatcher */
/* GrantPass: no conflicting holder, nothing conflicting ahead. */
#define AHEAD(t) (t == 1 && st[0] == WAITING)
#define BLOCKS(t) ((held[1 - (t)] || AHEAD(t)) && (EXCL(0) || EXCL(1)))
#define GRANTABLE(t) (st[t] == WAITING && !BLOCKS(t) && att[t] < NA)
inline grant(t) { printf("T%d is granted, attempt %d\n", t, att[t] + 1); assert(att[t] < NA); att[t]++; held[t] = 1; set(t, READY) }

/* suspicions.sql: a live worker has a free slot, by what the rows say, and the queue shows nothing ready. */
#define FREE_ROW(i) (ws[i] == W_ALIVE && lease[i] && !(OWNED(0) && own[0] == i) && !(OWNED(1) && own[1] == i))
#define FREE_SLOT (FREE_ROW(1) || FREE_ROW(2) || FREE_ROW(3) || FREE_ROW(4) || FREE_ROW(5) || FREE_ROW(6))
#ifdef EAGER
#define SUSPICIOUS 1
#else
#define SUSPICIOUS (MSGS == 0 && FREE_SLOT)
#endif
#ifdef M_REPAIR_BY_COUNT
#undef SUSPICIOUS
#define SUSPICIOUS (MSGS + cn[0] + cn[1] < (st[0] == QUEUED) + (st[1] == QUEUED))
#endif

proctype Dispatcher() {
  byte pc, mt, ma;
end: do
#ifdef M_NOGRANTLOCK
  :: d_step { pc == 0 && GRANTABLE(0) -> printf("a dispatcher finds T0 grantable\n"); pc = 4; mt = 0 }             /* decides on a snapshot, writes later */
  :: d_step { pc == 0 && GRANTABLE(1) -> printf("a dispatcher finds T1 grantable\n"); pc = 4; mt = 1 }
  :: d_step { pc == 4 -> if :: st[mt] == WAITING -> grant(mt) :: else fi; pc = 0; mt = 0; check() }
#else
  :: d_step { pc == 0 && GRANTABLE(0) -> grant(0); check() }
  :: d_step { pc == 0 && GRANTABLE(1) -> grant(1); check() }
#endif
  :: d_step { pc == 0 && st[0] == READY -> pc = 1; mt = 0; ma = att[0] }                     /* granted by this one, or lease-ready.sql */
  :: d_step { pc == 0 && st[1] == READY -> pc = 1; mt = 1; ma = att[1] }
  :: d_step { pc == 1 -> publish(mt, ma); pc = 2; printf("T%d attempt %d is published\n", mt, ma) }     /* and confirmed */
  :: d_step { pc == 2 ->                                                                    /* mark-queued.sql */
       if
#ifdef M_MARK_NOATT
       :: st[mt] == READY -> set(mt, QUEUED); printf("T%d is marked QUEUED\n", mt)
#else
       :: st[mt] == READY && att[mt] == ma -> set(mt, QUEUED); printf("T%d is marked QUEUED\n", mt)
#endif
       :: else
       fi; pc = 0; mt = 0; ma = 0; check() }
#ifndef M_NOREPAIR
  /* lease-lost.sql, publish again, mark-republished.sql: the same attempt */
  :: d_step { pc == 0 && st[0] == QUEUED && SUSPICIOUS && q[K(0, att[0])] < CAP -> printf("lost-message repair of T0\n"); pc = 3; mt = 0; ma = att[0] }
  :: d_step { pc == 0 && st[1] == QUEUED && SUSPICIOUS && q[K(1, att[1])] < CAP -> printf("lost-message repair of T1\n"); pc = 3; mt = 1; ma = att[1] }
  :: d_step { pc == 3 -> publish(mt, ma); pc = 0; mt = 0; ma = 0 }
#endif
  :: d_step { pc != 0 && faults > 0 -> faults--; printf("a dispatcher crashes\n"); pc = 0; mt = 0; ma = 0 }   /* between any two steps, restart */
  od
}

/* ---------------------------------------------------------------------------------------------------- reaper */
/* Settler, WorkerEnds.silent: lock-for-end.sql, owned-attempts.sql, end-attempts.sql, end.sql in one transaction. */
#define CONVICTED(i) (WLIVE(i) && !lease[i])
#ifdef TXFREEZE                                                       /* the same, with the time between its lock and its commit */
#define REAP(i) :: d_step { rc == 0 && CONVICTED(i) && UNLOCKED -> printf("a reaper locks the row of incarnation %d\n", i); rowlock = i; rc = i }
#else
#ifdef M_SPLITSETTLE                                                  /* two transactions, a crash in between */
#define REAP(i) :: d_step { rc == 0 && CONVICTED(i) -> printf("the reaper marks incarnation %d LOST\n", i); ws[i] = W_LOST; rc = i }
#else
#ifdef M_RELEASE_BY_NAME                                              /* the reservations go later, by worker name */
#define REAP(i) :: d_step { rc == 0 && CONVICTED(i) -> printf("the reaper settles incarnation %d\n", i); settle(i); ws[i] = W_LOST; rc = i; check() }
#else
#define REAP(i) :: d_step { CONVICTED(i) -> printf("the reaper settles incarnation %d\n", i); settle(i); ws[i] = W_LOST; check() }
#endif
#endif
#endif
/* ForgottenAttempts. Without -DHB the knowledge is perfect; with it, it comes from heartbeats. */
#define KNOWN(w, t) (ps[w] != UP || inc[w] != own[t] || (ds[w] >= SENT && dt[w] == (t) && da[w] == att[t] && di[w] == own[t]))
#ifdef HB
#ifdef M_ONE_BEAT
#define UNKNOWN(t) (miss[t] >= 1)
#else
#define UNKNOWN(t) (miss[t] >= 2)
#endif
#else
#define UNKNOWN(t) (!KNOWN(0, t) || !KNOWN(1, t))
#endif
#ifdef TXFREEZE
#define RC_OK (rc != 255 && UNLOCKED)
#else
#define RC_OK 1
#endif
#define FORGOTTEN(t) :: d_step { RC_OK && OWNED(t) && RENEWS(own[t]) && UNKNOWN(t) -> printf("the reaper settles T%d, unknown to its live worker\n", t); settle_task(t, own[t], 0); check() }

/* OrphanSweep: attempts whose row has ended. -DNO_ORPHANS asserts that there is never one. */
#ifdef M_NOSWEEP
#define ORPHAN(t)
#else
#ifdef M_RELEASE_ONLY
#define ORPHAN(t) :: d_step { OWNED(t) && !WLIVE(own[t]) && held[t] -> printf("the reaper releases the leftover of T%d\n", t); held[t] = 0; check() }
#else
#ifdef NO_ORPHANS
#define ORPHAN(t) :: d_step { OWNED(t) && !WLIVE(own[t]) -> assert(false) }
#else
#define ORPHAN(t) :: d_step { RC_OK && OWNED(t) && !WLIVE(own[t]) -> printf("the reaper settles T%d, an orphan\n", t); settle_task(t, own[t], 1); check() }
#endif
#endif
#endif

/* OverdueAttempts: an attempt of a live worker past its timeout (or cancel) and the graces. */
#ifdef M_SETTLE_OVERDUE                                               /* settled while its code runs */
#define OVERDUE_STEP(t) :: d_step { !timedout && OWNED(t) && RENEWS(own[t]) && lease[own[t]] -> printf("the reaper settles T%d, past its timeout\n", t); timedout = 1; settle_task(t, own[t], 1); check() }
#else                                                                 /* condemn.sql: the lease is revoked */
#define OVERDUE_STEP(t) :: d_step { !timedout && OWNED(t) && RENEWS(own[t]) && lease[own[t]] -> printf("the reaper condemns the worker of T%d\n", t); timedout = 1; ws[own[t]] = W_CONDEMNED }
#endif

proctype Reaper() {
  byte rc;
end: do
  REAP(1) REAP(2) REAP(3) REAP(4) REAP(5) REAP(6)
#ifdef M_SPLITSETTLE
  :: d_step { rc > 0 -> settle(rc); rc = 0; check() }
  :: d_step { rc > 0 && faults > 0 -> faults--; rc = 0; printf("the reaper crashes\n") }
#endif
#ifdef M_RELEASE_BY_NAME
  :: d_step { rc > 0 -> printf("the reaper releases what the worker NAME of incarnation %d holds\n", rc);
       if :: own[0] > 0 && wname[own[0]] == wname[rc] -> held[0] = 0 :: else fi;
       if :: own[1] > 0 && wname[own[1]] == wname[rc] -> held[1] = 0 :: else fi;
       rc = 0; check() }
#endif
  FORGOTTEN(0) FORGOTTEN(1)
#ifdef TXFREEZE
  :: d_step { rc > 0 && rc < 255 && rowlock == rc -> settle(rc); ws[rc] = W_LOST; rowlock = 0; rc = 0; check() }
  :: d_step { rc > 0 && rc < 255 && faults > 0 -> faults--; stuck = 1; rc = 255; printf("that reaper freezes for ever\n") }   /* 255 has no step */
#endif
  ORPHAN(0) ORPHAN(1)
#ifdef OVERDUE
  OVERDUE_STEP(0) OVERDUE_STEP(1)
#endif
  od
}

/* -------------------------------------------------------------------- world: leases, broker, late statements */
#define EXPIRE(i) :: d_step { WLIVE(i) && lease[i] && MAYEXPIRE(i) -> lease[i] = 0; printf("the lease of incarnation %d runs out\n", i); \
       if :: OF(0, i) && ps[0] == FROZEN -> zomb[0] = 1 :: OF(1, i) && ps[1] == FROZEN -> zomb[1] = 1 :: else fi }
#ifdef NODUP
#define DUP(k)
#else
#define DUP(k) :: d_step { q[k] == 1 && faults > 0 -> faults--; q[k] = 2; printf("a message is duplicated\n") }
#endif

/* Fence and Rejoin: the process could not renew, or woke up after its lease, or its row has ended or was condemned. Its
   handler returns and its end is kept; one that does not return costs the process (Halt). */
#ifdef M_HALT_EXCLUSIVE_ONLY
#define OUTLIVES(w) (HASRUN(w) && !EXCL(dt[w]))
#else
#define OUTLIVES(w) 0
#endif
#define MUSTFENCE(w) (ps[w] == UP && (cut[w] || zomb[w] || !RENEWS(inc[w])) && stopping[w] != 2)
#define FENCE(w) \
  :: d_step { MUSTFENCE(w) && !(HASRUN(w) && stub[w]) -> printf("W%d fences itself\n", w); \
       if :: OUTLIVES(w) -> orph = 1 + dt[w] :: else fi; \
       if :: ds[w] == ARRIVED -> requeue(w); forget(w) :: ds[w] == RUNS -> ds[w] = KEPT; stub[w] = 1 :: else fi; \
       if :: stopping[w] -> dies(w) :: else -> ps[w] = FENCED fi } \
  :: d_step { MUSTFENCE(w) && HASRUN(w) -> printf("W%d fences itself and halts\n", w); dies(w) }
/* A heartbeat renews a lease that has run out too, as long as nobody has ended the row. */
#define RENEW(w) :: d_step { ps[w] == UP && zomb[w] && !cut[w] && RENEWS(inc[w]) && UNLOCKED -> printf("W%d renews its lapsed lease\n", w); lease[inc[w]] = 1; zomb[w] = 0 }

inline lose_all() { q[0] = 0; q[1] = 0; q[2] = 0; q[3] = 0; q[4] = 0; q[5] = 0; q[6] = 0; q[7] = 0; q[8] = 0; q[9] = 0; cn[0] = 0; cn[1] = 0 }

proctype World() {
end: do
  FENCE(0) FENCE(1) RENEW(0) RENEW(1)
  :: d_step { st[0] == SCHEDULED -> set(0, WAITING); printf("T0 becomes due\n") }            /* due.sql */
  :: d_step { st[1] == SCHEDULED -> set(1, WAITING); printf("T1 becomes due\n") }
#ifdef TXFREEZE
#ifndef M_NO_TX_TIMEOUT                                                /* idle_in_transaction_session_timeout */
  :: d_step { rowlock > 0 && stuck -> rowlock = 0; stuck = 0 }
#endif
#endif
  EXPIRE(1) EXPIRE(2) EXPIRE(3) EXPIRE(4) EXPIRE(5) EXPIRE(6)
  :: d_step { ps[0] == FROZEN && cn[0] -> printf("the broker drops the silent W0\n"); requeue(0) }
  :: d_step { ps[1] == FROZEN && cn[1] -> printf("the broker drops the silent W1\n"); requeue(1) }
  :: d_step { orph > 0 -> orph = 0 }
#ifdef DELAYED
  :: d_step { pk == 1 -> printf("the server executes the late end of T%d attempt %d\n", pt, pa); finish(pt, pa, pi); pk = 0; pt = 0; pa = 0; pi = 0; check() }
  :: d_step { pk == 2 -> printf("the server executes the late INTERRUPTED of T%d attempt %d\n", pt, pa); interrupt(pt, pa, pi); pk = 0; pt = 0; pa = 0; pi = 0; check() }
  :: d_step { pk == 3 -> printf("the server executes the late claim of T%d attempt %d\n", pt, pa);
       if :: (st[pt] == READY || st[pt] == QUEUED) && att[pt] == pa && ws[pi] == W_ALIVE && lease[pi] -> set(pt, RUNNING); own[pt] = pi; CLAIMED_NOW(pt) :: else fi;
       pk = 0; pt = 0; pa = 0; pi = 0; check() }
#endif
  :: d_step { faults > 0 -> faults = 0 }                              /* faults stop */
#ifndef NOPURGE
  :: d_step { faults > 0 && MSGS + cn[0] + cn[1] > 0 -> faults--; printf("the broker loses everything\n"); lose_all() }
#endif
  DUP(0) DUP(1) DUP(2) DUP(5) DUP(6) DUP(7)
  od
}

/* ------------------------------------------------------------------------------------------------------ user */
inline cancel(t) {
  if
  :: st[t] <= QUEUED -> end_task(t, CANCELED)                          /* end-unstarted.sql */
  :: st[t] == RUNNING -> set(t, CANCELING)                             /* ask-cancel.sql */
  :: else                                                              /* 409 */
  fi; check()
}
proctype User() {
end: do
  :: d_step { cancels > 0 && !FINAL(0) -> cancels--; printf("the user cancels T0\n"); cancel(0) }
  :: d_step { cancels > 0 && !FINAL(1) -> cancels--; printf("the user cancels T1\n"); cancel(1) }
  :: d_step { cancels > 0 -> cancels = 0 }
  od
}

init {
  atomic {
#ifndef LATE
    st[0] = WAITING;
#endif
    st[1] = WAITING;
    run Worker(0); run Worker(1);
    run Dispatcher();
#if ND > 1
    run Dispatcher();
#endif
#if NR > 0
    run Reaper();
#endif
#if NR > 1
    run Reaper();
#endif
    run World();
#if CANCELS > 0
    run User();
#endif
  }
}

/* Liveness, under weak fairness (pan -a -f -N name). Faults are bounded, so they stop. */
#ifdef LTL
ltl L1  { <> (FINAL(0) && FINAL(1)) }
ltl L2a { [] (held[0] -> <> !held[0]) }
ltl L2b { [] (held[1] -> <> !held[1]) }
#endif
