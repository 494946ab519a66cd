#!/bin/sh
# Gives the tests the npm client of NHTSA's vPIC; test/vpic/npm-client.test.ts calls this service with it. It is no
# dependency of the project, because its install script fails wherever npm runs it. Does nothing where it is already.
set -eu
cd "$(dirname "$0")/../../../.."

folder=node_modules/.nhtsa-client
[ -e "$folder/node_modules/@shaggytools/nhtsa-api-wrapper" ] && exit 0
mkdir -p "$folder"
echo '{ "private": true }' > "$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund @shaggytools/nhtsa-api-wrapper@3.0.4
