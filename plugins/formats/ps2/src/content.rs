//! The bytes that rules of recognition look at: all of a file's, or its first.

/// A file's content, as far as it is at hand.
#[derive(Debug, Clone, Copy)]
pub struct Content<'a> {
    head: &'a [u8],
    size: u64,
}

/// Why a rule cannot be followed further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
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
    /// when nothing that can be seen breaks them.
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

    /// Whether all of the file is at hand.
    pub fn is_whole(self) -> bool {
        self.head.len() as u64 == self.size
    }

    /// Whether less is at hand than any rule needs.
    pub fn is_too_short(self) -> bool {
        !self.is_whole() && self.head.len() < Self::SMALLEST_HEAD
    }

    /// The little-endian word at a place.
    ///
    /// # Errors
    /// Where the file or the bytes at hand end before it does, as in the next one.
    pub fn u32(self, at: u64) -> Result<u32, Stop> {
        let word = self.get(at, 4)?.first_chunk().ok_or(Stop::End)?;
        Ok(u32::from_le_bytes(*word))
    }

    /// Whether the file begins with these bytes.
    ///
    /// # Errors
    /// As [`Self::u32`].
    pub fn starts_with(self, magic: &[u8]) -> Result<bool, Stop> {
        Ok(self.get(0, magic.len())? == magic)
    }

    /// Whether only zeros stand from `at` to the end.
    pub fn is_zero_from(self, at: u64) -> bool {
        let rest = usize::try_from(at)
            .ok()
            .and_then(|at| self.head.get(at..))
            .unwrap_or_default();
        rest.iter().all(|&byte| byte == 0)
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
