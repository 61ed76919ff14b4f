//! Faults that stand in the node where they were met.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::Node;

use crate::section;

/// Puts an error of a field into its node.
pub(super) fn note<T>(node: &mut Node, result: Result<T>) {
    noted(node, result);
}

/// What was read; an error goes into the node.
pub(super) fn noted<T>(node: &mut Node, result: Result<T>) -> Option<T> {
    result.map_err(|error| node.fault(error)).ok()
}

/// Bytes behind the fields are a fault, unless the fields already ended in one.
pub(super) fn finish(node: &mut Node, payload: &Cursor<'_>) {
    note(node, payload.finish());
}

/// Checks the size of a struct or plugin that has only one.
pub(super) fn expect_size(node: &mut Node, payload: &Cursor<'_>, bytes: u64) {
    note(node, section::expect_size(payload, bytes));
}
