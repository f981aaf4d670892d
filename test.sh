#!/usr/bin/env bash
# Runs every test. Needs Rust; installs by itself what else the tests need, and says what it skips.
#
# PROWESS_SHARED  folder with vectors, cases and corpus (default: ../shared). Tests that need it say
#                 that they were skipped where it is missing.
# Arguments go to `cargo test`.
set -uo pipefail
cd "$(dirname "$0")" || exit 2

mkdir -p target
PROWESS_SHARED=$(realpath -m "${PROWESS_SHARED:-../shared}")
PROWESS_NOTES=$(realpath -m target/test-notes.txt)
export PROWESS_SHARED PROWESS_NOTES
: >"$PROWESS_NOTES"
note() { printf '%s\n' "$*" >>"$PROWESS_NOTES"; }

[ -d "$PROWESS_SHARED" ] || note "skipped: vectors, cases and corpus ($PROWESS_SHARED is not there)"

# The reference library of agentskills.io, for parity with the real program.
reference=$(realpath -m target/reference)
if ! command -v python3 >/dev/null; then
    note "skipped: parity with skills-ref (there is no python3)"
elif [ ! -x "$reference/bin/agentskills" ] &&
    ! { python3 -m venv --clear "$reference" &&
        "$reference/bin/pip" install --quiet --disable-pip-version-check skills-ref==0.1.1; } \
        >target/reference.log 2>&1; then
    note "skipped: parity with skills-ref (it could not be installed, see target/reference.log)"
else
    export PROWESS_REFERENCE_PYTHON="$reference/bin/python"
fi

# The schema of SARIF, from a package that carries it, and a validator.
sarif=$(realpath -m target/sarif)
if ! command -v python3 >/dev/null || ! command -v npm >/dev/null; then
    note "skipped: SARIF against its schema (there is no python3 or no npm)"
elif [ ! -f "$sarif/schema.json" ] &&
    ! { mkdir -p "$sarif" && python3 -m venv --clear "$sarif/python" &&
        "$sarif/python/bin/pip" install --quiet --disable-pip-version-check jsonschema==4.25.1 &&
        (cd "$sarif" && npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 &&
            tar -xzf microsoft-jest-sarif-1.0.0-beta.0.tgz) &&
        mv "$sarif/package/lib/schemas/sarif-2.1.0-rtm.5.json" "$sarif/schema.json"; } \
        >target/sarif.log 2>&1; then
    note "skipped: SARIF against its schema (it could not be fetched, see target/sarif.log)"
else
    export PROWESS_SARIF_PYTHON="$sarif/python/bin/python" PROWESS_SARIF_SCHEMA="$sarif/schema.json"
fi

cargo test --workspace --locked --no-fail-fast "$@" 2>&1 | tee target/test.log
status=${PIPESTATUS[0]}

# What the vectors, the corpus and the skipped tests had to say, then one line that counts all.
echo
sort -u "$PROWESS_NOTES"
sum() { sed -nE "s/^test result: .* ([0-9]+) $1;.*/\1/p" target/test.log | awk '{ n += $1 } END { print n + 0 }'; }
echo "$(sum passed) passed, $(sum failed) failed, $(sum ignored) skipped" | tee target/test-summary.txt
exit "$status"
