#!/bin/sh
# Records all scripts in a folder with GNU parallel: each is made in shares, on as many programs as there are cores, and joined.
#
#   parallel.sh SCRIPTS OUT SHARES [--voice …]
#
# Every script SCRIPTS/name.fountain becomes OUT/name.wav; further arguments go to 'cue generate'. The clips are stored in OUT/clips,
# where a line of several scripts is made once. Run it again, and it continues where it stopped. To use several machines, add
# --sshlogin to 'parallel' and put OUT on a file system that they share. HOST names another program than cue.
#
# A share does not use the library. So that all shares use the same cast, give --voice, or put a cast file of 'cue cast --write'
# beside the script (name.cast.json).
set -eu
scripts=$1 out=$2 shares=$3
shift 3
HOST=${HOST:-cue}
mkdir -p "$out"

record() {
  script=$1 step=$2
  shift 2
  name=$(basename "$script" .fountain)
  cast=$(dirname "$script")/$name.cast.json
  [ -e "$cast" ] && set -- --cast "$cast" "$@"
  if [ "$step" = join ]; then
    "$HOST" generate "$script" --cache "$OUT/clips" --assemble -o "$OUT/$name.wav" --quiet "$@"
  else
    "$HOST" generate "$script" --cache "$OUT/clips" --shard "$step" --jobs 1 --quiet "$@"
  fi
}

# parallel runs each line as a command of this script's own.
if [ "${CUE_STEP:-}" ]; then
  OUT=$out record "$scripts" "$CUE_STEP" "$@"
  exit
fi

steps=$(seq -f "%.0f/$shares" 1 "$shares")
# Shares of all scripts together, so that no core waits for the end of one.
find "$scripts" -name '*.fountain' | sort |
  parallel --halt soon,fail=1 --quote env CUE_STEP={2} HOST="$HOST" "$0" {1} "$out" "$shares" "$@" \
    :::: - ::: $steps
find "$scripts" -name '*.fountain' | sort |
  parallel --halt soon,fail=1 --quote env CUE_STEP=join HOST="$HOST" "$0" {} "$out" "$shares" "$@"
