#!/usr/bin/env bash
# Runs the pinned Node 22 where npm delivered one for this platform, and the machine's own elsewhere.
#
# The Inspector needs at least 22.19, and a machine may have an older Node.
set -euo pipefail

pinned=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/node_modules/.bin/node
if [[ -x $pinned ]]; then
  exec "$pinned" "$@"
fi
exec node "$@"
