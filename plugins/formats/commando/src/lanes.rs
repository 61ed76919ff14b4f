//! Two arrays, lane by lane, and vectors of three.

use std::ops::{Add, Mul, Sub};

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

pub(crate) fn add<T: Copy + Add<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    zip(a, b, T::add)
}

pub(crate) fn sub<T: Copy + Sub<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    zip(a, b, T::sub)
}

pub(crate) fn dot<T: Copy + Add<Output = T> + Mul<Output = T>>(a: [T; 3], b: [T; 3]) -> T {
    let [x, y, z] = zip(a, b, T::mul);
    x + y + z
}

pub(crate) fn cross<T: Copy + Sub<Output = T> + Mul<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    let ([ax, ay, az], [bx, by, bz]) = (a, b);
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}
