#!/bin/sh
# Gives the tests Debian's Pebble, a certificate authority for tests, if they run as root on such a system.
# Does nothing where there is one already. Without it the tests that need it are skipped.
set -eu
if command -v pebble > /dev/null && command -v pebble-challtestsrv > /dev/null; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends pebble
fi
