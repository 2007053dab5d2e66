/*
 * suspects.pml - a task that kills its workers, and what it costs its neighbours.
 *
 * Four tasks without resources: task 0 kills the process that runs it, the others do no harm. Two workers with two slots each;
 * a dead one is settled and comes back. claim.sql claims up to two deliveries in one statement. A worker runs at most one
 * task with a loss on its record at a time; the message of a second one goes back.
 * Without flags the model is the code. -DM_x takes one rule away.
 */
#ifndef MAXLOST
#define MAXLOST 3           /* task.max_lost */
#endif
#define NT 4
#define WAITING 0           /* in line, granted, or with the broker: to be had by any worker */
#define RUNNING 1
#define DONE    2
#define FAILED  3

byte st[NT];
byte on[NT];                /* worker that runs it */
byte losses[NT];
bit  up[2] = 1;

#define ON(t, w) (st[t] == RUNNING && on[t] == w)
#define SLOTS(w) (ON(0, w) + ON(1, w) + ON(2, w) + ON(3, w))
#define SUSPECT(t) (losses[t] > 0)
#define RUNS_SUSPECT(w) ((ON(0, w) && SUSPECT(0)) || (ON(1, w) && SUSPECT(1)) || (ON(2, w) && SUSPECT(2)) || (ON(3, w) && SUSPECT(3)))
#ifdef M_NO_SUSPECT_RULE
#define MAY(t, w) 1
#else
#define MAY(t, w) (!SUSPECT(t) || !RUNS_SUSPECT(w))
#endif
#ifdef M_NOT_WITHIN_A_BATCH     /* the rule looks only at what was committed before the statement */
#define MAYBOTH(t, u, w) 1
#else
#ifdef M_NO_SUSPECT_RULE
#define MAYBOTH(t, u, w) 1
#else
#define MAYBOTH(t, u, w) (!SUSPECT(t) || !SUSPECT(u))
#endif
#endif

inline claim(t, w) { printf("worker %d claims task %d\n", w, t); st[t] = RUNNING; on[t] = w }
/* end-attempts.sql with LOST */
inline lose(t, w) {
  if
  :: ON(t, w) -> losses[t]++;
     assert(t == 0 || losses[t] <= 1);      /* a neighbour loses at most one run */
     if :: losses[t] >= MAXLOST -> assert(t == 0); st[t] = FAILED :: else -> st[t] = WAITING fi
  :: else
  fi
}

proctype Worker(byte w) {
end: do
#define ONE(t) :: d_step { up[w] && SLOTS(w) < 2 && st[t] == WAITING && MAY(t, w) -> claim(t, w) }
  ONE(0) ONE(1) ONE(2) ONE(3)
#define TWO(t, u) :: d_step { up[w] && SLOTS(w) == 0 && st[t] == WAITING && st[u] == WAITING && MAY(t, w) && MAY(u, w) && MAYBOTH(t, u, w) -> claim(t, w); claim(u, w) }
  TWO(0, 1) TWO(0, 2) TWO(0, 3) TWO(1, 2) TWO(1, 3) TWO(2, 3)
#define END(t) :: d_step { up[w] && ON(t, w) -> printf("task %d ends\n", t); st[t] = DONE }
  END(1) END(2) END(3)
  :: d_step { up[w] && ON(0, w) -> printf("task 0 kills worker %d\n", w); up[w] = 0 }
  :: d_step { !up[w] -> printf("worker %d is settled and comes back\n", w); lose(0, w); lose(1, w); lose(2, w); lose(3, w); up[w] = 1 }
  od
}

init { atomic { run Worker(0); run Worker(1) } }

#ifdef LTL
ltl L1 { <> (st[0] == FAILED && st[1] == DONE && st[2] == DONE && st[3] == DONE) }
#endif
