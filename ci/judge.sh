#!/usr/bin/env bash
# One run and its gate, as a job of CI does them: the GitHub Action and the GitLab template both call this.
# Settings are the variables of `rollcall run --help`, and:
#   ROLLCALL_BASELINE   the known failures; without it any failure shuts the gate
#   ROLLCALL_SHARD      K/N, for a job of a matrix: it judges its part, and leaves the gate to the job that merges
#   ROLLCALL_MERGE      the folders that the shards left: their one report is made, and nothing is judged again
#   ROLLCALL_HOME       the folder of Rollcall, where `rollcall` is not on the path
# It leaves comment.md in the folder of the report, and ends with the exit code of the gate.
set -uo pipefail

if [ -n "${ROLLCALL_HOME:-}" ]; then
  "$ROLLCALL_HOME/node_modules/.bin/tsx" "$ROLLCALL_HOME/bin/checkout.ts" || exit
  rollcall() { node "$ROLLCALL_HOME/node_modules/.cache/rollcall/compiled/bin/rollcall.js" "$@"; }
fi

# A variable that is empty is no setting.
export ROLLCALL_OUT="${ROLLCALL_OUT:-rollcall-report}"
[ -n "${ROLLCALL_INPUT_KEY:-}" ] && export ROLLCALL_API_KEY="$ROLLCALL_INPUT_KEY"
[ -n "${ROLLCALL_INPUT_RESTRICTED_KEY:-}" ] && export ROLLCALL_RESTRICTED_KEY="$ROLLCALL_INPUT_RESTRICTED_KEY"
unset ROLLCALL_INPUT_KEY ROLLCALL_INPUT_RESTRICTED_KEY

end() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    { echo "exit-code=$1"; echo "comment=$ROLLCALL_OUT/comment.md"; } >> "$GITHUB_OUTPUT"
  fi
  exit "$1"
}

if [ -n "${ROLLCALL_MERGE:-}" ]; then
  # Folders are parted by spaces, and may be a pattern such as shards/*.
  # shellcheck disable=SC2086
  rollcall merge $ROLLCALL_MERGE --out "$ROLLCALL_OUT"
else
  rollcall run
fi
code=$?
# 0 and 1 are verdicts, which the gate weighs. Anything else is none.
[ "$code" -gt 1 ] && end "$code"

# A part has no gate of its own: its failures are weighed when all parts are one report.
[ -n "${ROLLCALL_SHARD:-}" ] && end 0

# The gate needs no key.
unset ROLLCALL_API_KEY ROLLCALL_RESTRICTED_KEY
baseline="${ROLLCALL_BASELINE:-}"
if [ -z "$baseline" ]; then
  baseline="$ROLLCALL_OUT/no-baseline.yaml"
  echo 'failures: []' > "$baseline"
fi
gate=(gate --baseline "$baseline" "$ROLLCALL_OUT")
case "${ROLLCALL_STRICT:-}" in 1 | true) gate+=(--strict) ;; esac

rollcall "${gate[@]}"
code=$?
[ "$code" -gt 1 ] && end "$code"
rollcall "${gate[@]}" --markdown > "$ROLLCALL_OUT/comment.md"
[ -n "${GITHUB_STEP_SUMMARY:-}" ] && cat "$ROLLCALL_OUT/comment.md" >> "$GITHUB_STEP_SUMMARY"
[ -n "${GITHUB_ACTIONS:-}" ] && rollcall "${gate[@]}" --annotations
end "$code"
