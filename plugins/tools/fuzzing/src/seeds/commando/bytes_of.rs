//! Seeds from writers that may refuse.

use wonderwheel_ps2::error::Result;

/// Bytes of a seed; none of one that cannot be made, which the tests notice.
pub(super) fn bytes_of(seeds: impl IntoIterator<Item = Result<Vec<u8>>>) -> Vec<Vec<u8>> {
    seeds.into_iter().map(Result::unwrap_or_default).collect()
}
