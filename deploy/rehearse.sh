#!/bin/bash
# Runs the Dockerfile's steps on a machine without Docker (Linux, as root, Node 24 in $NODE), then starts the result like the
# image: another user, no privileges, a read-only root, a writable /data and /tmp. Ends with the image's health check.
set -euo pipefail
cd "$(dirname "$0")/.."
NODE=$(readlink -f "${NODE:-node_modules/.bin/node}")
NPM=$(command -v npm)
place=$(mktemp -d /tmp/meishi-image-XXXXXX)
pid=
finish() {
  if [ -n "$pid" ]; then kill -KILL "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi
  rm -rf "$place"
}
trap finish EXIT
# Only the trusted certificates of this shell's environment.
clean() { env -i HOME="$place/home" NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-}" PATH="$(dirname "$NODE"):$(dirname "$NPM"):/usr/bin:/bin" "$@"; }

echo "context: what .dockerignore lets through"
mkdir -p "$place"/{build,packages,app,data,home,root}
chmod 755 "$place"
sed -n 's/^!//p' .dockerignore | xargs git ls-files --cached --others --exclude-standard |
  grep -vE '\.test\.tsx?$' | tar cf - -T - | tar xf - -C "$place/build"
cp "$place"/build/{package.json,package-lock.json,.npmrc} "$place/packages/"

echo "stage build"
(cd "$place/build" && clean npm ci --loglevel=error && clean NODE_ENV=production "$NODE" node_modules/.bin/react-router build --logLevel warn)
echo "stage packages"
(cd "$place/packages" && clean npm ci --omit=dev --loglevel=error && sh "$place/build/deploy/slim-packages.sh" node_modules)

echo "last stage"
cp -r "$place/packages/node_modules" "$place/build/build" "$place"/build/{package.json,package-lock.json,LICENSE} "$place/app/"
mkdir "$place"/app/{deploy,scripts} && cp "$place"/build/deploy/{meishi,service.env,backup.sh} "$place/app/deploy/"
cp "$place/build/scripts/sbom.mjs" "$place/app/scripts/" && git rev-parse HEAD > "$place/app/commit"
mkdir "$place/app/src" && cp -r "$place"/build/src/{domain,server} "$place/app/src/"
rm -rf "$place/build" "$place/packages"
chown -R 10001:10001 "$place/data" && chmod 700 "$place/data"
du -sh "$place/app" "$place/app/node_modules" "$NODE"

# A root of its own, read-only: the system's libraries, the app, and two places to write to.
cat > "$place/inside.sh" <<INSIDE
set -e
root=$place/root
mount -t tmpfs -o size=1m tmpfs \$root
mkdir -p \$root/{usr,app,data,tmp,proc,dev,etc,node}
for link in bin lib lib64 sbin; do ln -s usr/\$link \$root/\$link; done
mount --bind /usr \$root/usr; mount -o remount,ro,bind \$root/usr
mount --bind $place/app \$root/app; mount -o remount,ro,bind \$root/app
mount --bind $(dirname "$NODE") \$root/node; mount -o remount,ro,bind \$root/node
mount --bind $place/data \$root/data
mount -t tmpfs -o size=64m,mode=1777 tmpfs \$root/tmp
mount -t proc proc \$root/proc
mount --rbind /dev \$root/dev
mount -o remount,ro \$root
exec chroot --userspec=10001:10001 --groups= \$root /usr/bin/setpriv --no-new-privs --bounding-set=-all \
  /usr/bin/env -i -C /app PATH=/node NODE_ENV=production HOST=127.0.0.1 PORT=${PORT:-4810} DATA_DIR=/data /node/node src/server/main.ts
INSIDE
unshare --mount --pid --fork --kill-child bash "$place/inside.sh" & pid=$!
for _ in $(seq 120); do
  "$NODE" -e "fetch('http://127.0.0.1:${PORT:-4810}/api/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))" && break
  sleep 1
done
"$NODE" -e "
const base = 'http://127.0.0.1:${PORT:-4810}'
const get = async (path) => { const r = await fetch(base + path); return r.status + ' ' + (await r.text()).slice(0, 100) }
for (const path of ['/api/health/ready', '/', '/terms', '/nobody-here']) console.log(path, await get(path))
" --input-type=module
echo "meishi --version: $(PATH="$(dirname "$NODE"):$PATH" "$place/app/deploy/meishi" --version)"
echo "meishi sbom: $(PATH="$(dirname "$NODE"):$PATH" "$place/app/deploy/meishi" sbom | grep -c '"bom-ref"') components"
echo "what it wrote: $(cd "$place/data" && ls -A | tr '\n' ' ')"
kill -TERM "$(pgrep -P "$pid" | head -1)"
wait "$pid" && echo "ended with 0"
