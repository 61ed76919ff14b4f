#!/usr/bin/env bash
# Prepares what running needs and starts the game: ./run.sh [arguments]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/.ci/prepare.sh"
prepare
exec cargo run --manifest-path "$root/Cargo.toml" -- "$@"
