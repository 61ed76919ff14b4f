//! Two arrays, lane by lane.

/// `f` of each pair of lanes.
#[inline]
#[expect(clippy::indexing_slicing, reason = "i is below N")]
pub(crate) fn zip<const N: usize, A: Copy, B: Copy, C>(
    a: [A; N],
    b: [B; N],
    mut f: impl FnMut(A, B) -> C,
) -> [C; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}
