#!/usr/bin/env bash
# Installs the independent judges, shows each the built binaries, and counts who is satisfied.
#
# ONEFOLD and NOTES are the binaries; without them, the release builds. Each judge's full words are in
# target/judges/NAME.log. Exit 1 when a judge is not satisfied.
set -euo pipefail

judges=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${CARGO_TARGET_DIR:-$judges/../../target}
onefold=${ONEFOLD:-$target/release/onefold}
notes=${NOTES:-$target/release/examples/notes}

for binary in "$onefold" "$notes"; do
  if [[ ! -x $binary ]]; then
    echo "no binary at $binary: run \`cargo build --release --workspace --examples\` first" >&2
    exit 1
  fi
done

bash "$judges/install.sh"
export JUDGES_PYTHON=$target/judges/venv/bin/python

passed=0
failed=0
for judge in descriptor openapi schemas mcp; do
  log=$target/judges/$judge.log
  if bash "$judges/node.sh" "$judges/$judge.mjs" "$onefold" "$notes" >"$log" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $judge: $(tail -n 1 "$log")"
  else
    failed=$((failed + 1))
    echo "FAILED  $judge: $(tail -n 1 "$log")"
    sed 's/^/        /' "$log"
  fi
done

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
