#!/bin/sh
# Installs what `npm run cluster` starts: PostgreSQL, Patroni, etcd, PgBouncer, HAProxy and nginx of Debian, as root, and
# ClickHouse's engine. Starts no service, and upgrades nothing that is there.
set -eu
cd "$(dirname "$0")/.."

sh test/install-postgres.sh
sh test/install-clickhouse.sh || echo "PostgreSQL keeps the cluster's single calls" >&2

missing=
for each in patroni:patroni patronictl:patroni etcd:etcd-server etcdctl:etcd-client \
  pgbouncer:pgbouncer haproxy:haproxy nginx:nginx-light; do
  # Some are in folders that only root searches.
  PATH="$PATH:/usr/sbin:/sbin" command -v "${each%%:*}" > /dev/null || missing="$missing ${each##*:}"
done
/usr/bin/python3 -c 'import etcd' 2> /dev/null || missing="$missing python3-etcd"
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
