#!/bin/sh
# Installs what `npm run cluster` starts: PostgreSQL, Patroni, etcd, PgBouncer, HAProxy and nginx of Debian, as root, and
# ClickHouse's engine. Starts no service, and upgrades nothing that is there.
set -eu
cd "$(dirname "$0")/.."

sh src/features/clickhouse/test/install.sh || echo "PostgreSQL keeps the cluster's single calls" >&2
sh test/install-debian.sh initdb:postgresql haproxy:haproxy nginx:nginx-light patroni:patroni patronictl:patroni \
  etcd:etcd-server etcdctl:etcd-client pgbouncer:pgbouncer /usr/lib/python3/dist-packages/etcd:python3-etcd
