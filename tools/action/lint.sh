#!/usr/bin/env bash
# The step of action.yml that runs the program: one line a finding in the log, from which the problem matcher makes annotations, a page in
# the summary of the job, and SARIF for the step behind it. It succeeds whatever was found: the last step fails, after the upload.
set -uo pipefail

program=${OMNIA_PROGRAM:-$RUNNER_TEMP/kubectl-omnia/bin/kubectl-omnia}
sarif=$RUNNER_TEMP/kubectl-omnia.sarif
page=$RUNNER_TEMP/kubectl-omnia.md
counts=$RUNNER_TEMP/kubectl-omnia.jsonl
rm -f "$sarif" "$page" "$counts"

echo "::add-matcher::$GITHUB_ACTION_PATH/tools/action/matcher.json"
# Both are lists that are separated by blanks.
# shellcheck disable=SC2086
"$program" lint -o concise -o "sarif=$sarif" -o "markdown=$page" -o "json-lines=$counts" $OMNIA_ARGS -- $OMNIA_PATHS
code=$?
echo "::remove-matcher owner=kubectl-omnia::"

findings=0
if [ -f "$counts" ]; then
    findings=$(grep -c -E '^\{"finding":\{.*"severity":"(error|warning)"' "$counts" || true)
fi
if [ -f "$page" ]; then
    cat "$page" >>"$GITHUB_STEP_SUMMARY"
fi
{
    echo "exit-code=$code"
    echo "findings=$findings"
    if [ -f "$sarif" ]; then
        echo "sarif=$sarif"
    fi
} >>"$GITHUB_OUTPUT"
exit 0
