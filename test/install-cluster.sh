#!/bin/sh
# Installs what `npm run cluster` starts: PostgreSQL, Patroni, etcd, PgBouncer, HAProxy and nginx of Debian, as root, and
# ClickHouse's engine. Starts no service, and upgrades nothing that is there.
set -eu
cd "$(dirname "$0")/.."

sh test/install-postgres.sh
sh src/features/clickhouse/test/install.sh || echo "PostgreSQL keeps the cluster's single calls" >&2

module=
/usr/bin/python3 -c 'import etcd' 2> /dev/null || module=:python3-etcd
# shellcheck disable=SC2086
sh test/install-balancers.sh patroni:patroni patronictl:patroni etcd:etcd-server etcdctl:etcd-client \
  pgbouncer:pgbouncer $module
