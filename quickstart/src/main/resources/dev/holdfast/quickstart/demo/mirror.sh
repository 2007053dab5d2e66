#!/bin/sh
# mirror REPOSITORY: makes mirrors/REPOSITORY an exact copy of repositories/REPOSITORY, from scratch. Must be alone.
set -eu
repo=$1
case $repo in '' | *[!a-z0-9-]*) echo "not the name of a repository: $repo" >&2; exit 64 ;; esac
# Once more with the run among the arguments, so that others can tell this process from a later one of the same number.
[ $# -gt 1 ] || exec "$0" "$repo" "$HOLDFAST_TASK_ID#$HOLDFAST_ATTEMPT"
. "${0%/*}/evidence.sh"

enter exclusive
target=mirrors/$repo
# What a killed run left half done is of no use, and a reader that ought not to be here finds out at once.
rm -rf "$target"
files=0
while read -r sum file; do
  directory=$target/${file%/*}
  [ -d "$directory" ] || mkdir -p "$directory"
  cp "repositories/$repo/$file" "$target/$file"
  files=$((files + 1))
  # As slow as a network.
  sleep 0.01
done <"repositories/$repo.sha256"
leave exclusive
echo "mirrored $files files of $repo"
