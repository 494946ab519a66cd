#!/bin/sh
# Gives the tests the official clients of the Model Context Protocol: of both eras, and the inspector's command line; and
# the official server, which the benchmark compares. They are no dependencies of the project. Does nothing where they are
# already.
set -eu
cd "$(dirname "$0")/../../../.."

folder=node_modules/.mcp-clients
[ -e "$folder/node_modules/@modelcontextprotocol/package.json" ] && exit 0
mkdir -p "$folder"
echo '{ "private": true }' > "$folder/package.json"
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund \
  @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 \
  @modelcontextprotocol/inspector-cli@1.0.3
# The command line reads the name and version of the whole inspector, whose pages are not needed here.
echo '{ "name": "@modelcontextprotocol/inspector", "version": "1.0.3" }' \
  > "$folder/node_modules/@modelcontextprotocol/package.json"
