# Runs one command, and sees to it that nothing of it lives past the lease of the worker that asked for it.
#
#   sh -c 'eval "$HOLDFAST_WATCHDOG"' NAME ID INPUT MARGIN COMMAND [ARGUMENT]...
#
# Kills MARGIN milliseconds before the end of the lease. The command reads from the file INPUT, which is deleted, or /dev/null.
# Standard input is the control pipe. One line each:
#   lease MS [NOW]   the lease lasts MS more milliseconds; the first line of all, it starts the command
#   stop MS [NOW]    SIGTERM at once, SIGKILL in MS milliseconds
#   (the end)        the worker is gone: SIGKILL at once
# NOW is the uptime of the machine, in milliseconds, from which on MS counts: this may be read late.
# Last line on standard error: "ID CODE REASON", REASON being ended, killed (by the timer) or signal (sent to this shell).
#
# Three shells, so that the death of any one is noticed: this one waits for the command, `control` reads the pipe (alone: with
# another reader the worker would not see that it is gone), `timer` sleeps. Only the command carries ID in its environment.
# Each of them is told by a signal that its parent does not trap (USR2, ALRM): a shell loses one that comes to a child which
# still has its parent's trap. Pipes are moved by `exec`: a redirected call of a function keeps the old ones open as well.

set -u
# Dead, not dying, when the margin begins: a tenth of a second goes for starting the timer and for the kill.
id=$1 input=$2 margin=$(($3 + 100))
shift 3
unset HOLDFAST_WATCHDOG

# Kills the group, then whatever left it and still has the mark, until a look finds none (a process may fork between look and
# kill). "$1" is the command itself while it may be there: at first it has no group yet, and no mark.
slay() {
  kill -s KILL -- "-$command" $1 2>/dev/null
  looks=0
  while [ -d /proc/self ] && [ "$looks" -lt 50 ]; do
    found=$(grep -lsF "HOLDFAST_EXEC_ID=$id" /proc/[0-9]*/environ)
    [ -n "$found" ] || return 0
    for file in $found; do
      file=${file%/environ}
      kill -s KILL "${file#/proc/}" 2>/dev/null
    done
    looks=$((looks + 1))
    [ "$looks" -lt 3 ] || sleep 0.02
  done
}

# A trapped signal ends a wait early.
await() {
  while kill -s 0 "$1" 2>/dev/null; do
    wait "$1"
  done
}

# Sleeps until $1 ms after the uptime of $2 ms, then kills. SIGALRM calls it off, and takes the sleep with it whenever it comes.
timer() {
  exec </dev/null
  nap= off=
  trap 'off=1; [ -z "$nap" ] || kill -s TERM "$nap" 2>/dev/null' ALRM
  left=$1
  if [ -n "$2" ] && read -r up rest </proc/uptime; then
    left=$(($1 + $2 - ${up%.*}${up#*.}0))
  fi
  if [ "$left" -gt 0 ]; then
    fraction=$((left % 1000 + 1000))
    sleep "$((left / 1000)).${fraction#1}" &
    nap=$!
    [ -n "$off" ] || wait "$nap"
    [ -z "$off" ] || {
      kill -s TERM "$nap"
      await "$nap"
      exit 0
    }
  fi
  trap '' ALRM
  kill -s USR1 "$$"
  slay "$command"
}

# The new timer runs before the old one is called off.
arm() {
  old=$clock
  timer "$1" "$2" &
  clock=$!
  [ -z "$old" ] || call_off "$old"
}

call_off() {
  kill -s ALRM "$1"
  await "$1"
}

# SIGUSR2 ends it: at once in a read, else when the line is dealt with.
control() {
  exec <&3 3<&- 4<&- >/dev/null 2>&1
  clock= busy=1 quit=
  trap 'quit=1; [ -n "$busy" ] || { call_off "$clock"; exit 0; }' USR2
  arm "$(($1 - margin))" "$2"
  while busy=; [ -z "$quit" ] && read -r word ms now; do
    busy=1
    case $word in
      lease) arm "$((ms - margin))" "$now" ;;
      stop)
        kill -s TERM -- "-$command"
        arm "$ms" "$now"
        ;;
    esac
  done
  busy=1
  [ -n "$quit" ] || slay "$command"
  call_off "$clock"
}

exec 3<&0 4<"$input" </dev/null
[ "$input" = /dev/null ] || rm -f -- "$input"
read -r word ms now <&3 && [ "$word" = lease ] || exit 125

reason=ended
trap 'reason=killed' USR1
command=
trap 'reason=signal; command=${command:-${!:-}}; [ -n "$command" ] || exit 125; slay "$command"' HUP INT TERM
if command -v setsid >/dev/null; then
  HOLDFAST_EXEC_ID=$id setsid "$@" <&4 3<&- 4<&- &
  command=$!
else
  set -m
  case $- in
    *m*) ;;
    *)
      echo "exec needs setsid, or a shell with job control" >&2
      exit 125
      ;;
  esac
  HOLDFAST_EXEC_ID=$id "$@" <&4 3<&- 4<&- &
  command=$!
  set +m
fi
control "$ms" "$now" &
control=$!
# From here on the shell's own remarks ("Killed") are nobody's business.
exec 3<&- 4<&- 5>&2 2>/dev/null

# A trapped signal ends a wait with more than 128 while the command goes on.
while :; do
  wait "$command"
  code=$?
  [ "$code" -gt 128 ] && kill -s 0 "$command" 2>/dev/null || break
done
slay ""
kill -s USR2 "$control"
await "$control"
printf '\n%s %s %s\n' "$id" "$code" "$reason" >&5
exit "$code"
