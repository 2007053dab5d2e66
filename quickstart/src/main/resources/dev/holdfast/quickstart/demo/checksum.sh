#!/bin/sh
# checksum REPOSITORY: compares every file of mirrors/REPOSITORY with its known checksum. Others may read meanwhile.
set -eu
repo=$1
case $repo in '' | *[!a-z0-9-]*) echo "not the name of a repository: $repo" >&2; exit 64 ;; esac
[ $# -gt 1 ] || exec "$0" "$repo" "$HOLDFAST_TASK_ID#$HOLDFAST_ATTEMPT"
. "${0%/*}/evidence.sh"

if command -v sha256sum >/dev/null; then sums='sha256sum'; else sums='shasum -a 256'; fi
enter shared
code=0
(cd "mirrors/$repo" && $sums -c - >/dev/null) <"repositories/$repo.sha256" || code=1
wanted=$(wc -l <"repositories/$repo.sha256")
found=$(find "mirrors/$repo" -type f | wc -l)
[ "$wanted" -eq "$found" ] || { echo "$found files instead of $wanted" >&2; code=1; }
leave shared
[ "$code" -eq 0 ] && echo "checked $((found)) files of $repo"
exit "$code"
