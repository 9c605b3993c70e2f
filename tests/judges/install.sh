#!/usr/bin/env bash
# Installs the pinned judges: npm packages into tests/node_modules, Python packages into target/judges/venv.
#
# An install whose lock files have not changed is left as it is, so a second run costs nothing.
set -euo pipefail

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
state=${CARGO_TARGET_DIR:-$tests/../target}/judges
mkdir -p "$state"

# Whether STAMP records the very content of LOCK.
installed() { cmp --silent "$1" "$2"; }

if ! installed "$tests/package-lock.json" "$tests/node_modules/.installed"; then
  npm --prefix "$tests" ci --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$tests/package-lock.json" "$tests/node_modules/.installed"
fi

if ! installed "$tests/judges/requirements.txt" "$state/venv/.installed"; then
  python3 -m venv --clear "$state/venv"
  "$state/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    --requirement "$tests/judges/requirements.txt"
  cp "$tests/judges/requirements.txt" "$state/venv/.installed"
fi
