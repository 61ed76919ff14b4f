//! The bytes that rules look at: all of a file's, or its first.

use wonderwheel_ps2::error::FormatError;

use super::kind::FileKind;
use super::resource_shape::ResourceShape;
use crate::chunk::{ResourceSlice, Rules};
use crate::pack::{MARKER, PackSlice};

/// A file's content, as far as it is at hand.
#[derive(Debug, Clone, Copy)]
pub struct Content<'a> {
    head: &'a [u8],
    size: u64,
}

/// Why a rule cannot be followed further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The file ends: the rule does not hold.
    End,
    /// The bytes at hand end: the rule holds as far as can be seen.
    Unseen,
}

impl<'a> Content<'a> {
    /// How much of a larger file must be at hand for any answer but unknown.
    pub const SMALLEST_HEAD: usize = 64;

    /// A whole file. Only then do all rules apply to their end.
    pub fn whole(bytes: &'a [u8]) -> Self {
        Self {
            head: bytes,
            size: bytes.len() as u64,
        }
    }

    /// The first bytes of a file of `size` bytes, [`Self::SMALLEST_HEAD`] at least or the answer is unknown. Rules hold
    /// when nothing that can be seen breaks them; a container passes on the sums in its header, and its shape is
    /// [`ResourceShape::Other`].
    pub fn head(bytes: &'a [u8], size: u64) -> Self {
        let seen = usize::try_from(size).unwrap_or(usize::MAX).min(bytes.len());
        Self {
            head: bytes.get(..seen).unwrap_or(bytes),
            size,
        }
    }

    /// Bytes of the file.
    pub fn size(self) -> u64 {
        self.size
    }

    /// The bytes at hand.
    pub fn bytes(self) -> &'a [u8] {
        self.head
    }

    /// Rule 1: an exact parse, or the sums of the header when not all is at hand. Source: spec/chunks.md 2.4.
    pub(super) fn kind_of_container(self) -> Option<FileKind> {
        let [first, second, zero, hash] = [
            self.u32(0).ok()?,
            self.u32(4).ok()?,
            self.u32(8).ok()?,
            self.u32(12).ok()?,
        ];
        if zero != 0 || first == 0 {
            return None;
        }
        if hash == MARKER {
            let sum = u64::from(second) + 16 == self.size;
            let exact = || PackSlice::read(self.head, Rules::Strict).is_ok();
            return (sum && (!self.is_whole() || exact())).then_some(FileKind::Pack);
        }
        if u64::from(second) + 16 * (u64::from(first) + 1) != self.size {
            return None;
        }
        if !self.is_whole() {
            return Some(FileKind::Resource(ResourceShape::Other));
        }
        let shape: Result<_, FormatError> = ResourceSlice::read(self.head, Rules::Strict)
            .map(|(resource, _)| ResourceShape::of(resource.chunks.iter().map(|chunk| chunk.ty)));
        shape.ok().map(FileKind::Resource)
    }

    pub(super) fn u32(self, at: u64) -> Result<u32, Stop> {
        let bytes = self.get(at, 4)?;
        let word = bytes.first_chunk().ok_or(Stop::End)?;
        Ok(u32::from_le_bytes(*word))
    }

    pub(super) fn starts_with(self, magic: &[u8]) -> Result<bool, Stop> {
        Ok(self.get(0, magic.len())? == magic)
    }

    /// Whether only zeros stand from `at` to the end.
    pub(super) fn is_zero_from(self, at: u64) -> bool {
        let rest = usize::try_from(at)
            .ok()
            .and_then(|at| self.head.get(at..))
            .unwrap_or_default();
        rest.iter().all(|&byte| byte == 0)
    }

    pub(super) fn is_whole(self) -> bool {
        self.head.len() as u64 == self.size
    }

    pub(super) fn is_too_short(self) -> bool {
        !self.is_whole() && self.head.len() < Self::SMALLEST_HEAD
    }

    fn get(self, at: u64, count: usize) -> Result<&'a [u8], Stop> {
        let end = at.checked_add(count as u64).ok_or(Stop::End)?;
        if end > self.size {
            return Err(Stop::End);
        }
        let range = usize::try_from(at).ok().zip(usize::try_from(end).ok());
        range
            .and_then(|(at, end)| self.head.get(at..end))
            .ok_or(Stop::Unseen)
    }
}
