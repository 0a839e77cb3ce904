#!/bin/bash
# Rehearses an upgrade on this machine: the program of an earlier commit (default: the newest tag) gets data and is backed up, then
# this one starts on the same data, and restores that backup. Both must serve what was there.
#   deploy/rehearse-upgrade.sh [COMMIT]
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
earlier=${1:-$(git describe --tags --abbrev=0)}
place=$(mktemp -d /tmp/meishi-upgrade-XXXXXX)
pid=
stop() {
  if [ -n "$pid" ]; then kill -TERM "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi
  pid=
}
finish() {
  stop
  git worktree remove --force "$place/earlier" 2>/dev/null || true
  rm -rf "$place"
}
trap finish EXIT

# $1: the program's folder, $2: DATA_DIR, then arguments. Sets $origin once it is ready.
start() {
  local program=$1 data=$2
  shift 2
  : > "$place/log"
  (cd "$program" && NODE_ENV=production PORT=0 DATA_DIR=$data exec node_modules/.bin/node src/server/main.ts "$@") > "$place/log" 2>&1 &
  pid=$!
  for _ in $(seq 240); do
    origin=$(sed -n 's/.*"address":"\([^"]*\)".*/\1/p' "$place/log" | head -1)
    if [ -n "$origin" ] && curl -fs "$origin/api/health/ready" >/dev/null; then return; fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.5
  done
  cat "$place/log" >&2
  exit 1
}

# What visitors save of each person of the demonstration, without what a new version may change.
contacts() {
  for name in mika alejandra omar; do
    curl -fs "$origin/$name" -H 'Accept: text/vcard' | grep -E '^(FN|N|ORG|TITLE|TEL|EMAIL|ADR)[:;]'
  done
}

echo "the earlier program: $earlier"
git worktree add --quiet --detach "$place/earlier" "$earlier"
(cd "$place/earlier" && npm run --silent build)
start "$place/earlier" "$place/data" --demo
contacts > "$place/before"
(cd "$place/earlier" && DATA_DIR=$place/data node_modules/.bin/node src/server/main.ts backup "$place/backup.tar.gz")
stop

echo "this program on its data: $(git rev-parse --short HEAD)"
npm run --silent build
start "$here" "$place/data"
grep -o '"event":"database.migrated".*' "$place/log" || echo "no migration"
contacts > "$place/after"
diff "$place/before" "$place/after"
stop

echo "this program with the earlier one's backup"
DATA_DIR=$place/restored node_modules/.bin/node src/server/main.ts restore "$place/backup.tar.gz"
start "$here" "$place/restored"
contacts > "$place/restored.txt"
diff "$place/before" "$place/restored.txt"
echo "$(grep -c '^FN:' "$place/before") profiles came through the upgrade, and through backup and restore"
