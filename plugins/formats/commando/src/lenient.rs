//! One way of reading for strict and lenient readers: what becomes of a fault is the caller's matter. It ends the reading, or it
//! is noted, and what is broken is left out.

use wonderwheel_ps2::error::{FormatError, Result};

/// Takes a fault: gives it back where it ends the reading, as [`Err`] itself does.
pub(crate) type OnFault<'f> = dyn FnMut(FormatError) -> Result<()> + 'f;

/// What was read; when it is broken and that is no end, nothing in its place.
pub(crate) fn or_without<T: Default>(read: Result<T>, on_fault: &mut OnFault<'_>) -> Result<T> {
    read.or_else(|error| on_fault(error).map(|()| T::default()))
}
