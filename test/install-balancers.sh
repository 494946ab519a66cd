#!/bin/sh
# Installs programs of Debian as root: HAProxy and nginx, whose configurations in docs/scale.md the suite tries, and those
# that are named beside them, as PROGRAM:PACKAGE. Starts no service, and upgrades nothing that is there.
set -eu
missing=
for each in haproxy:haproxy nginx:nginx-light "$@"; do
  # Some are in folders that only root searches.
  PATH="$PATH:/usr/sbin:/sbin" command -v "${each%%:*}" > /dev/null || missing="$missing ${each##*:}"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "as root on Debian, apt-get install$missing" >&2
  exit 1
fi
# The packages would start services with their own settings.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends --no-upgrade $missing
