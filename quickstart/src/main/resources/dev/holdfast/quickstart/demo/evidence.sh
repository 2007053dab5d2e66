# Sourced by the demo's commands. They judge for themselves whether they were alone, and trust no row of any database.
#
# All runs on one repository append lines to one file, so the order of the lines is the order of events, with no clock:
#   enter RUN KIND PID     before anything else; KIND is exclusive or shared
#   tick RUN               every 100 ms while it runs
#   leave RUN              after its last write
#   conflict RUN OTHER     RUN met OTHER, which was alive and should not have been there
#   stale RUN OTHER        RUN found the lock of OTHER, whose process is gone
# A run that was killed writes no leave. It must not tick once a conflicting run has entered.

run=${HOLDFAST_TASK_ID:?}#${HOLDFAST_ATTEMPT:?}
lock_dir=mirrors/$repo.locks
evidence=evidence/$repo.log

note() { echo "$*" >>"$evidence"; }

# Whether process $1 still does run $2: the number alone may have been given to somebody else. Each command has its run among
# its arguments for this.
alive() {
  kill -0 "$1" 2>/dev/null || return 1
  if [ -r "/proc/$1/cmdline" ]; then
    tr '\0' ' ' <"/proc/$1/cmdline" | grep -qF "$2"
  else
    ps -p "$1" -o args= | grep -qF "$2"
  fi
}

# Fails if a run of kind $1 that entered and did not leave is alive.
meet() {
  while read -r what other kind pid; do
    [ "$what" = enter ] && [ "$kind" = "$1" ] && [ "$other" != "$run" ] || continue
    ! grep -qxF "leave $other" "$evidence" || continue
    if alive "$pid" "$other"; then
      note "conflict $run $other"
      echo "run $other is on $repo as well" >&2
      exit 99
    fi
    if [ -d "$lock_dir/shared.$other" ]; then
      note "stale $run $other"
      rm -rf "${lock_dir:?}/shared.$other"
    fi
  done <"$evidence"
}

# Makes the lock, then looks for runs that must not be there. Of two that come at once at least one sees the other, since each
# makes its own before it looks.
enter() {
  mkdir -p evidence mirrors "$lock_dir"
  note "enter $run $1 $$"
  (while [ -f "$evidence" ]; do note "tick $run"; sleep 0.1; done) &
  ticker=$!
  trap 'kill "$ticker" 2>/dev/null || :' EXIT
  if [ "$1" = exclusive ]; then
    until mkdir "$lock_dir/exclusive" 2>/dev/null; do
      meet exclusive
      # Whoever made it entered before, and nobody who entered is alive: it was killed.
      note "stale $run $(cat "$lock_dir/exclusive/run" 2>/dev/null || echo unknown)"
      rm -rf "${lock_dir:?}/exclusive"
    done
    echo "$run" >"$lock_dir/exclusive/run"
    meet exclusive
    meet shared
  else
    mkdir "$lock_dir/shared.$run"
    meet exclusive
  fi
}

leave() {
  kill "$ticker" 2>/dev/null || :
  wait "$ticker" 2>/dev/null || :
  note "leave $run"
  if [ "$1" = exclusive ]; then rm -rf "${lock_dir:?}/exclusive"; else rmdir "$lock_dir/shared.$run"; fi
}
