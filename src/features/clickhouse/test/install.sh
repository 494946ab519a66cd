#!/bin/sh
# Gives the tests ClickHouse: the engine as the npm library chdb, 543 MB, in a cache folder that all work trees share.
# It is too large to be a dependency of the project. Does nothing where it is already; tests skip without it.
set -eu
version=3.4.0
folder=${VINGATE_TEST_CLICKHOUSE:-${XDG_CACHE_HOME:-$HOME/.cache}/vingate/clickhouse-$version}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64 | Linux-aarch64 | Darwin-*) ;;
  *) echo "no ClickHouse library for this machine" >&2; exit 1 ;;
esac
[ -e "$folder/node_modules/chdb" ] && exit 0
mkdir -p "$(dirname "$folder")"
# Renamed when it is whole: another process may install it at the same time.
part=$(mktemp -d "$folder.XXXXXX")
echo '{ "private": true }' > "$part/package.json"
npm install --prefix "$part" --ignore-scripts --no-audit --no-fund "chdb@$version"
mv -T "$part" "$folder" 2> /dev/null || mv "$part" "$folder" 2> /dev/null || rm -rf "$part"
