#!/bin/sh
# Gives the console's tests a Chromium where the machine has none: Debian's as root, otherwise the npm package's.
# test/console/browser.ts finds either. Does nothing where there is one already.
set -eu
cd "$(dirname "$0")/.."

for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" > /dev/null && exit 0
done
[ -e "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  if apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends chromium; then
    exit 0
  fi
fi

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "no Chromium package for this machine; install Chromium or Chrome" >&2
  exit 1
fi
folder=node_modules/.browser
[ -e "$folder/node_modules/@sparticuz/chromium" ] && exit 0
mkdir -p "$folder"
echo '{ "private": true }' > "$folder/package.json"
# The browser is in the package itself, compressed; nothing is fetched from elsewhere.
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund @sparticuz/chromium@153.0.0
