import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runCommand } from "../../tools/release/run-command.ts";

// `npm run check:debian -- FILE`: installs the package in a layer over this machine's files, which stay as they are,
// starts the service as its user with its settings, makes a call, and removes the package. Needs root and Debian.
const [, , file] = process.argv;
if (file === undefined) {
  console.error("Usage: npm run check:debian -- FILE");
  process.exit(2);
}
if (process.getuid?.() !== 0) {
  console.log("skipped: only root can install a package");
  process.exit(0);
}
const work = mkdtempSync(join(tmpdir(), "vingate-debian-"));
const layer = join(work, "layer");
mkdirSync(layer);

const script = join(work, "check.sh");
writeFileSync(
  script,
  `set -eu
# In memory: a layer cannot lie in the files that it covers.
mount -t tmpfs none '${layer}'
cd '${layer}'
mkdir upper scratch root
mount -t overlay -o lowerdir=/,upperdir='${layer}/upper',workdir='${layer}/scratch' none root
mount -t proc none root/proc
mount --rbind /dev root/dev
cp '${resolve(file)}' root/vingate.deb
cat > root/inside.sh <<'INSIDE'
set -eu
dpkg --install /vingate.deb
ip link set lo up
test "$(stat --format '%U %a' /usr/bin/vingate)" = 'root 755'
test "$(stat --format '%a' /etc/vingate/vingate.env)" = 640
systemd-analyze verify vingate.service || true
. /etc/vingate/vingate.env
install -d -m 700 -o vingate -g vingate /var/lib/vingate
export VINGATE_DATA_DIR=/var/lib/vingate VINGATE_PORT VINGATE_WORKERS VINGATE_DEMO=on VINGATE_LOG=json
cd /var/lib/vingate
setpriv --reuid vingate --regid vingate --clear-groups --no-new-privs /usr/bin/vingate serve > log 2>&1 &
service=$!
for i in $(seq 300); do
  curl --silent --fail http://127.0.0.1:8080/readyz > /dev/null && break
  kill -0 $service || { cat log; exit 1; }
  sleep 0.2
done
for i in $(seq 50); do grep --quiet demo_key first-run.json && break; sleep 0.2; done
key=$(sed --quiet 's/.*"demo_key": *"\\([^"]*\\)".*/\\1/p' first-run.json)
curl --silent --fail --header "x-AuthKey: $key" http://127.0.0.1:8080/vin-decoder/1HGCM82633A004352 | grep --quiet HONDA
kill $service
wait $service
echo "installed $(vingate --version), served a call as $(stat --format %U vingate.db)"
dpkg --remove vingate
test ! -e /usr/bin/vingate
test -e /etc/vingate/vingate.env
dpkg --purge vingate
test ! -e /etc/vingate/vingate.env
test -e /var/lib/vingate/vingate.db
echo "removed; its data stay"
INSIDE
exec chroot root sh /inside.sh
`,
);
try {
  const apart = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", script];
  process.stdout.write(await runCommand(work, apart));
} catch (error) {
  console.error(`FAILED ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
