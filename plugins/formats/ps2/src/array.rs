//! Arithmetic on whole colours and vectors.

/// `f` of each pair of elements: what `array::map` is for two arrays.
#[inline]
pub(crate) fn zip_with<A: Copy, B: Copy, T, const N: usize>(
    a: [A; N],
    b: [B; N],
    f: impl Fn(A, B) -> T,
) -> [T; N] {
    #[expect(clippy::indexing_slicing, reason = "i is below N")]
    std::array::from_fn(|i| f(a[i], b[i]))
}
