#!/bin/sh
# all.sh LIST... - runs every check of the lists in this folder, JOBS at a time (default 1), each in a line of its own.
# Ends with 1 if a result is not the expected one, 2 if a check gave none (a missing tool, a limit of time or memory).
cd "$(dirname "$0")" || exit 2
[ $# -gt 0 ] || { echo "usage: all.sh LIST... (quick.list, long.list)"; exit 2; }
for list in "$@"; do [ -r "$list" ] || { echo "MISSING    $list"; exit 2; }; done
WORK=${WORK:-../../target/model}; mkdir -p "$WORK" && WORK=$(cd "$WORK" && pwd) || exit 2
export WORK
start=$(date +%s)
rm -f "$WORK/bad"
# The newline keeps each line of a list one command; a check that fails does not stop the others.
cat "$@" | grep -v '^ *#' | grep . | xargs -P "${JOBS:-1}" -I CHECK sh -c './check.sh CHECK || echo "$? CHECK" >> "$WORK/bad"'
seconds=$(( $(date +%s) - start ))
checks=$(cat "$@" | grep -v '^ *#' | grep -c .)
if [ ! -e "$WORK/bad" ]; then
  echo "model: all $checks checks gave the expected result, in $seconds s"
  exit 0
fi
echo "model: $(grep -c . "$WORK/bad") of $checks checks did NOT give the expected result, in $seconds s (counter-examples: $WORK/*.trail.txt):"
cut -d' ' -f3 "$WORK/bad"
if grep -q '^2' "$WORK/bad"; then exit 2; else exit 1; fi
