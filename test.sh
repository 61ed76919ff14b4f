#!/usr/bin/env bash
# Prepares what the tests need and runs the whole suite: format, lints, tests. Arguments go to `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"
source scripts/prepare.sh
prepare libvulkan1 mesa-vulkan-drivers
cargo fmt --all --check
cargo clippy --workspace --all-targets -- -D warnings
cargo test --workspace "$@"
