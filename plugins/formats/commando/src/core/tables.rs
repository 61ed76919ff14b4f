//! Tables of records behind a count and an offset.

use std::ops::Range;

use binrw::meta::{ReadEndian, WriteEndian};
use binrw::{BinRead, BinWrite};
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::Limits;

use crate::range::ArrayRange;

/// Reads a table and tells which bytes it takes.
pub(super) fn read_table<T>(
    whole: &[u8],
    range: ArrayRange,
    record: usize,
    limits: &Limits,
) -> Result<(Vec<T>, Range<usize>)>
where
    T: BinRead + ReadEndian,
    for<'b> T::Args<'b>: Default,
{
    let place = range.within(record, whole.len())?;
    let (start, count) = (place.start as u64, (place.len() / record) as u64);
    limits.check_items("records of a table", count, start)?;
    let bytes = whole.get(place.clone()).unwrap_or_default();
    let mut cursor = Cursor::at_base(bytes, start);
    let mut records = Vec::with_capacity(bytes.len() / record);
    while !cursor.is_empty() {
        records.push(cursor.record()?);
    }
    Ok((records, place))
}

/// The bytes of a table.
pub(super) fn write_table<T>(records: &[T]) -> Vec<u8>
where
    T: BinWrite + WriteEndian,
    for<'b> T::Args<'b>: Default,
{
    let mut out = Vec::new();
    for record in records {
        push_record(&mut out, record);
    }
    out
}
