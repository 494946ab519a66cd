#!/bin/sh
# Gives the tests OpenTelemetry's official SDK, whose spans and message types judge those of the service. It is no
# dependency of the project. Does nothing where it is already.
set -eu
cd "$(dirname "$0")/.."

folder=node_modules/.opentelemetry
[ -e "$folder/node_modules/@opentelemetry/otlp-transformer/package.json" ] && exit 0
mkdir -p "$folder"
echo '{ "private": true }' > "$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund \
  @opentelemetry/api@1.9.0 @opentelemetry/otlp-transformer@0.208.0
