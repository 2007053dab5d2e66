#!/bin/sh
# check.sh MODEL NAME EXPECT KIND FLAGS...   One check of MODEL.pml. KIND is safe, or the name of an ltl formula. EXPECT is pass or fail.
# Prints one line and ends with 0 if the result is the expected one, 1 if it is another, 2 if there is none.
# A counter-example is written in words to $WORK/NAME.trail.txt (the shortest one for safe, by breadth-first search; for
# liveness any, with START OF CYCLE where the state lasts for ever). Nothing is written outside of WORK.
# WORK: folder of the run (default target/model at the root of the project). MEMLIM: megabytes (4000). LIMIT: seconds (900).
model=$1; name=$2; expect=$3; kind=$4; shift 4
here=$(cd "$(dirname "$0")" && pwd)
work=${WORK:-$here/../../target/model}; mem=${MEMLIM:-4000}; limit=${LIMIT:-900}
for tool in spin gcc timeout; do
  command -v "$tool" >/dev/null || { echo "MISSING    $tool: install spin and gcc (Debian: apt-get install spin gcc libc6-dev)"; exit 2; }
done
dir=$work/$name; rm -rf "$dir"; mkdir -p "$dir" && cd "$dir" || exit 2
cp "$here/$model.pml" m.pml || exit 2
no_result() { echo "NO RESULT  $name: $1"; cat "$2"; exit 2; }
# Optimizing costs more than it brings where few states are visited; OPT=-O2 for long ones.
if [ "$kind" = safe ]; then
  spin -a "$@" m.pml >spin.out 2>&1 || no_result "spin does not accept the model" spin.out
  if [ "$expect" = fail ]; then search=-DBFS; run="./pan -n"; else search=-DSAFETY; run="./pan -n -m400000"; fi
  gcc ${OPT:--O1} -w -DSAFETY $search -DCOLLAPSE -DVECTORSZ=1024 -DMEMLIM="$mem" -o pan pan.c >gcc.out 2>&1 || no_result "gcc fails" gcc.out
else
  spin -a -DLTL "$@" m.pml >spin.out 2>&1 || no_result "spin does not accept the model" spin.out
  gcc ${OPT:--O1} -w -DCOLLAPSE -DNFAIR=3 -DVECTORSZ=1024 -DMEMLIM="$mem" -o pan pan.c >gcc.out 2>&1 || no_result "gcc fails" gcc.out
  run="./pan -n -a -f -m400000 -N $kind"
fi
start=$(date +%s%N); timeout "$limit" $run >pan.out 2>&1; rc=$?
tenths=$(( ($(date +%s%N) - start) / 100000000 ))
states=$(grep -o '[0-9.e+]* states, stored' pan.out | head -1 | cut -d' ' -f1)
errors=$(grep -o 'errors: [0-9]*' pan.out | cut -d' ' -f2)
if [ "$rc" = 124 ]; then got="TIME OUT"
elif grep -q 'out of memory\|max search depth too small\|memory limit' pan.out; then got="LIMIT REACHED"
elif [ "${errors:-x}" = x ]; then got="NO RESULT"
elif [ "$errors" = 0 ]; then got=pass
else got=fail; fi
what=""
if [ "$got" = fail ]; then
  what=$(grep -m1 -oE 'assertion violated.*|acceptance cycle|invalid end state' pan.out)
  spin -k m.pml.trail -t -g "$@" $( [ "$kind" = safe ] || echo -DLTL ) m.pml >"../$name.trail.txt" 2>&1
fi
rm -f pan pan.c pan.h pan.b pan.m pan.p pan.t
if [ "$got" = "$expect" ]; then verdict=ok; else verdict=UNEXPECTED; fi
printf '%-10s %-26s %-5s expected %-4s got %-13s %10s states %5s.%s s  [%s] %s\n' "$verdict" "$name" "$kind" "$expect" "$got" "${states:--}" \
  $((tenths / 10)) $((tenths % 10)) "$(echo "$*" | sed 's/-D//g')" "$what"
case $got in pass|fail) [ "$got" = "$expect" ] ;; *) exit 2 ;; esac
