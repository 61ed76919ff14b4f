//! A bounded reader over bytes that are not trusted, and its counterpart for writing.

use std::sync::Arc;

use binrw::{BinRead, BinWrite, meta::ReadEndian, meta::WriteEndian};

use crate::error::{FormatError, Result};
use crate::limits::Limits;
use crate::steps;

/// Reads little-endian values from a byte slice and remembers where that slice lies in the outermost input, so that
/// every error names an offset a person can look up in a hex editor.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    base: u64,
    /// `None` for the default ones. Shared, so that a cursor stays as small as a list of many windows wants it.
    limits: Option<Arc<Limits>>,
}

impl<'a> Cursor<'a> {
    /// A cursor over a whole input.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::at_base(bytes, 0)
    }

    /// A cursor over a window that begins `base` bytes into the outermost input.
    pub fn at_base(bytes: &'a [u8], base: u64) -> Self {
        Self {
            bytes,
            at: 0,
            base,
            limits: None,
        }
    }

    /// The same cursor with other limits than the default ones. Its windows have them too.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = (limits != Limits::DEFAULT).then(|| Arc::new(limits));
        self
    }

    /// The bounds that its reader keeps.
    pub fn limits(&self) -> &Limits {
        self.limits.as_deref().unwrap_or(&Limits::DEFAULT)
    }

    /// Offset of the next byte in the outermost input.
    pub fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// Bytes not read yet.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// Everything not read yet, without reading it.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// `Malformed` when fewer are left.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        steps::count(1);
        let taken = self
            .at
            .checked_add(count)
            .and_then(|end| self.bytes.get(self.at..end))
            .ok_or_else(|| self.short(count as u64))?;
        self.at += count;
        Ok(taken)
    }

    /// The next `count` bytes as a cursor of their own, which keeps the outer offsets.
    ///
    /// # Errors
    /// `Malformed` when fewer are left.
    pub fn window(&mut self, count: usize) -> Result<Cursor<'a>> {
        let base = self.offset();
        let bytes = self.take(count)?;
        Ok(Cursor {
            limits: self.limits.clone(),
            ..Cursor::at_base(bytes, base)
        })
    }

    /// The next `N` bytes as an array.
    ///
    /// # Errors
    /// `Malformed` when fewer are left.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// A byte.
    ///
    /// # Errors
    /// `Malformed` at the end.
    pub fn u8(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// A 16-bit unsigned integer.
    ///
    /// # Errors
    /// `Malformed` when fewer than two bytes are left.
    pub fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// A 32-bit unsigned integer.
    ///
    /// # Errors
    /// `Malformed` when fewer than four bytes are left.
    pub fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A 32-bit signed integer.
    ///
    /// # Errors
    /// `Malformed` when fewer than four bytes are left.
    pub fn i32(&mut self) -> Result<i32> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    /// A 64-bit unsigned integer.
    ///
    /// # Errors
    /// `Malformed` when fewer than eight bytes are left.
    pub fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// An IEEE single, finite or not.
    ///
    /// # Errors
    /// `Malformed` when fewer than four bytes are left.
    pub fn f32(&mut self) -> Result<f32> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    /// An IEEE single that must be finite.
    ///
    /// # Errors
    /// `Malformed` when fewer than four bytes are left, or the value is infinite or not a number.
    pub fn finite_f32(&mut self) -> Result<f32> {
        let offset = self.offset();
        let value = self.f32()?;
        if value.is_finite() {
            Ok(value)
        } else {
            Err(FormatError::malformed(offset, "a finite number", value))
        }
    }

    /// A record of fixed size that `binrw` describes.
    ///
    /// # Errors
    /// `Malformed` when the bytes end early or the record's own assertions fail.
    pub fn record<T>(&mut self) -> Result<T>
    where
        T: BinRead + ReadEndian,
        for<'b> T::Args<'b>: Default,
    {
        let offset = self.offset();
        steps::count(1);
        let mut io = std::io::Cursor::new(self.rest());
        let value = T::read(&mut io).map_err(|error| {
            let found = if error.is_eof() {
                format!("{} bytes", self.remaining())
            } else {
                // Its own words are many lines with a trace through the code that describes the record.
                error.root_cause().to_string()
            };
            FormatError::malformed(offset, "a whole record", found)
        })?;
        self.at += usize::try_from(io.position())
            .unwrap_or(usize::MAX)
            .min(self.remaining());
        Ok(value)
    }

    /// Checks that `count` records of `record_size` bytes still fit, before anything is allocated for them.
    ///
    /// # Errors
    /// `Malformed` when they do not.
    pub fn check_count(&self, count: u64, record_size: u64) -> Result<usize> {
        let fits = count
            .checked_mul(record_size)
            .is_some_and(|bytes| bytes <= self.remaining() as u64);
        match usize::try_from(count) {
            Ok(count) if fits => Ok(count),
            _ => Err(FormatError::malformed(
                self.offset(),
                format!("{count} records of {record_size} bytes"),
                format!("{} bytes left", self.remaining()),
            )),
        }
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// `Malformed` when bytes follow.
    pub fn finish(&self) -> Result<()> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(FormatError::malformed(
                self.offset(),
                "the end",
                format!("{} more bytes", self.remaining()),
            ))
        }
    }

    fn short(&self, wanted: u64) -> FormatError {
        FormatError::malformed(
            self.offset(),
            format!("{wanted} bytes"),
            format!("{} bytes left", self.remaining()),
        )
    }
}

/// Appends a record that `binrw` describes.
///
/// Writing to memory cannot fail; a record whose own assertions refuse it is a bug in the caller.
///
/// # Panics
/// When the record's assertions refuse its values.
pub fn push_record<T>(out: &mut Vec<u8>, record: &T)
where
    T: BinWrite + WriteEndian,
    for<'b> T::Args<'b>: Default,
{
    let mut io = std::io::Cursor::new(Vec::new());
    #[expect(clippy::expect_used, reason = "a Vec takes every write")]
    record
        .write(&mut io)
        .expect("a record of plain values can be written");
    out.extend_from_slice(io.get_ref());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_read_names_the_outer_offset() {
        let mut outer = Cursor::new(&[0; 12]);
        outer.take(4).unwrap();
        let mut inner = outer.window(4).unwrap();
        inner.u16().unwrap();
        assert_eq!(inner.u32().unwrap_err().offset(), 6);
    }

    #[test]
    fn a_count_that_overflows_is_refused_before_allocation() {
        assert!(Cursor::new(&[0; 8]).check_count(u64::MAX, 16).is_err());
        assert_eq!(Cursor::new(&[0; 8]).check_count(2, 4).unwrap(), 2);
    }
}
