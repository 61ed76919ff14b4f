#!/usr/bin/env bash
# Prepares what running needs and starts the game: ./run.sh [arguments]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/.ci/prepare.sh"
prepare
export WONDERWHEEL_COMMAND=$0
exec cargo run --manifest-path "$root/Cargo.toml" -- "$@"
