#!/bin/sh
# Installs Debian packages as root: those of which the program or file is missing, named as PROGRAM:PACKAGE; without
# arguments all that the tests use. Starts no service, and upgrades nothing that is there.
set -eu

python=/usr/lib/python3/dist-packages
[ $# -gt 0 ] || set -- \
  initdb:postgresql chromium-headless-shell:chromium-headless-shell pebble:pebble zsh:zsh fish:fish \
  haproxy:haproxy nginx:nginx-light strace:strace \
  python3:python3 mypy:mypy $python/httpx:python3-httpx $python/pytest:python3-pytest \
  $python/hatchling:python3-hatchling $python/build:python3-build $python/pip:python3-pip \
  /usr/lib/python3*/ensurepip:python3-venv

# Some are in folders that only root searches.
PATH="$PATH:/usr/sbin:/sbin"
missing=
for each in "$@"; do
  package=${each##*:}
  # PostgreSQL's programs are in a folder of their version.
  case "${each%:*}" in
    initdb) ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || missing="$missing $package" ;;
    /*) ls -d ${each%:*} > /dev/null 2>&1 || missing="$missing $package" ;;
    *) command -v "${each%:*}" > /dev/null || missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "as root on Debian, apt-get install$missing" >&2
  exit 1
fi

# The packages would start services with their own settings, and create a PostgreSQL server that nobody asked for.
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
  echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update -q
found=
for each in $missing; do
  # Ubuntu has no package of some.
  if apt-cache show "$each" > /dev/null 2>&1; then found="$found $each"; else echo "no package here: $each" >&2; fi
done
[ -n "$found" ] || exit 0
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends --no-upgrade $found
