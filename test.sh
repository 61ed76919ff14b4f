#!/usr/bin/env bash
# Prepares what the tests need and runs the whole suite: format, lints, tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/.ci/prepare.sh"
prepare
cd "$root"

for component in fmt:rustfmt clippy:clippy; do
    tool=${component%%:*} name=${component##*:}
    if ! cargo "$tool" --version >/dev/null 2>&1; then
        if ! { command -v rustup >/dev/null && rustup component add "$name"; }; then
            echo "cargo $tool is missing: rustup component add $name" >&2
            exit 3
        fi
    fi
done

step() {
    echo "== $*"
    "$@"
}
step cargo fmt --all --check
step cargo clippy --workspace --all-targets -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps
# What a registry would get: without the lock file, so that nothing is looked up.
step cargo package --workspace --no-verify --allow-dirty --exclude-lockfile --offline --quiet
step cargo test --workspace
