#!/bin/sh
# Gives the tests of the Python SDK a later httpx in a folder of its own, which they use beside Debian's, if they run as
# root on Debian. Does nothing where it is already. Without it these tests are skipped.
set -eu
later=${XDG_CACHE_HOME:-$HOME/.cache}/vingate/httpx-0.28

[ -d "$later" ] && exit 0
[ -e /usr/share/keyrings/debian-archive-keyring.gpg ] && [ "$(id -u)" = 0 ] || exit 0
# Debian 13's packages are unpacked, not installed. They are Python alone, so that Debian 12 can run them.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/lists/partial" "$place/unpacked"
mirror=$(sed -n 's/^\(URIs:\|deb\) *\(http[^ ]*debian\) *.*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2> /dev/null | head -n 1)
[ -n "$mirror" ] || exit 0
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$place/sources.list"
apt() {
  apt-get -qq -o Dir::Etc::sourcelist="$place/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$place/lists" \
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= "$@"
}
apt update
(cd "$place" && apt download \
  python3-httpx python3-httpcore python3-anyio python3-h11 python3-idna python3-certifi python3-sniffio python3-typing-extensions)
for package in "$place"/*.deb; do dpkg -x "$package" "$place/unpacked"; done
mkdir -p "$(dirname "$later")"
# Another process may have installed it.
mv -T "$place/unpacked/usr/lib/python3/dist-packages" "$later" 2> /dev/null || [ -d "$later" ]
