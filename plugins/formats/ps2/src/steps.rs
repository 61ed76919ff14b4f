//! How much work reading is, counted where it is done.
//!
//! The work that bytes can ask for has to stay in proportion to their number. Seconds cannot show that in a test: they are
//! another number on every machine. Steps can. A step is one read of a [`Cursor`](crate::cursor::Cursor), whatever its length,
//! since a slice costs the same; one tag, code, vertex, edge, cell or record that a decoder, a query or a rule looks at; or
//! [`BYTES`] bytes that are gone through or copied.
//!
//! Steps are counted in builds with debug assertions, as tests and fuzzers are; in a release build the counter is not there
//! and costs nothing. Each thread has its own.
//!
//! ```
//! use wonderwheel_ps2::cursor::Cursor;
//! use wonderwheel_ps2::steps;
//!
//! let (words, steps) = steps::during(|| {
//!     let mut cursor = Cursor::new(&[1, 0, 0, 0, 2, 0, 0, 0]);
//!     [cursor.u32(), cursor.u32()]
//! });
//! assert_eq!(words, [Ok(1), Ok(2)]);
//! assert_eq!(steps, if steps::ARE_COUNTED { 2 } else { 0 });
//! ```

/// Whether this build counts.
pub const ARE_COUNTED: bool = cfg!(debug_assertions);

/// As many bytes gone through are one step.
pub const BYTES: usize = 16;

#[cfg(debug_assertions)]
thread_local! {
    static TAKEN: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts steps of this thread.
#[inline(always)]
pub fn count(steps: u64) {
    #[cfg(debug_assertions)]
    TAKEN.set(TAKEN.get().wrapping_add(steps));
    #[cfg(not(debug_assertions))]
    let _ = steps;
}

/// Counts as many bytes that are gone through one by one, or copied; those after the last whole [`BYTES`] are free.
#[inline(always)]
pub fn count_bytes(bytes: usize) {
    count((bytes / BYTES) as u64);
}

/// What `work` gives, and how many steps it took: 0 in a build that does not count.
pub fn during<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = taken();
    let value = work();
    (value, taken().wrapping_sub(before))
}

#[cfg(debug_assertions)]
fn taken() -> u64 {
    TAKEN.get()
}

#[cfg(not(debug_assertions))]
fn taken() -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cursor::Cursor;

    #[test]
    fn a_window_and_a_copy_of_a_cursor_count_as_their_owner_does() {
        let bytes = [0; 64];
        let ((), steps) = during(|| {
            let mut cursor = Cursor::new(&bytes);
            let mut window = cursor.window(8).unwrap();
            window.u64().unwrap();
            cursor.clone().u8().unwrap();
            cursor.keep(40).unwrap();
            // A read that fails is work as well.
            cursor.take(100).unwrap_err();
        });
        // window, u64, u8, keep and its 40 bytes, the take that fails.
        assert_eq!(
            steps,
            if ARE_COUNTED {
                1 + 1 + 1 + 1 + 2 + 1
            } else {
                0
            }
        );
    }

    #[test]
    fn each_measurement_has_its_own_start() {
        let ((_, inner), outer) = during(|| {
            count(5);
            during(|| count(2))
        });
        let is = |steps| if ARE_COUNTED { steps } else { 0 };
        assert_eq!((inner, outer), (is(2), is(7)));
    }
}
