//! Which bytes of a block belong to its values, and what stands in the rest of it.
//!
//! The blocks of a level are joined by offsets, so that no order of their parts is the only one. A reader claims each part where
//! it finds it; what is not claimed (tree nodes, padding, unnamed things) is kept, and a writer puts both back.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits;
use wonderwheel_ps2::steps;

use crate::gaps::Gaps;

/// The parts of a block that a reader has been at.
#[derive(Debug)]
pub(crate) struct Claims<'a> {
    block: &'a [u8],
    base: u64,
    claimed: Vec<Claim>,
    claimed_bytes: u64,
    repeated: u64,
}

#[derive(Debug, Clone, Copy)]
struct Claim {
    start: u32,
    end: u32,
    kept: bool,
}

impl<'a> Claims<'a> {
    /// None yet. `base` is where the block begins in the outermost input, `repeated` how many bytes may be claimed again.
    pub(crate) fn new(block: &'a [u8], base: u64, repeated: u64) -> Result<Self> {
        limits::check(
            "bytes of a block",
            block.len() as u64,
            u64::from(u32::MAX),
            base,
        )?;
        Ok(Self {
            block,
            base,
            claimed: Vec::new(),
            claimed_bytes: 0,
            repeated,
        })
    }

    /// The whole block.
    pub(crate) fn block(&self) -> &'a [u8] {
        self.block
    }

    /// Takes bytes that become values: their writer puts them back.
    pub(crate) fn take(&mut self, start: u64, size: u64, what: &'static str) -> Result<&'a [u8]> {
        self.claim(start, size, what, false)
    }

    /// Takes bytes that only hold the block together: they are kept as they are.
    pub(crate) fn keep(&mut self, start: u64, size: u64, what: &'static str) -> Result<&'a [u8]> {
        self.claim(start, size, what, true)
    }

    fn claim(&mut self, start: u64, size: u64, what: &'static str, kept: bool) -> Result<&'a [u8]> {
        steps::count(1);
        let bytes = slice(self.block, self.base, start, size, what)?;
        self.claimed_bytes += size;
        let twice = self.claimed_bytes.saturating_sub(self.block.len() as u64);
        if twice > self.repeated {
            let at = self.base + start;
            // Where parts may share nothing, there is no limit to raise.
            return Err(match self.repeated {
                0 => FormatError::malformed(at, "bytes that no other part holds", what),
                most => FormatError::limit(at, "repeated bytes", most, twice),
            });
        }
        if size > 0 {
            self.claimed.push(Claim {
                start: start as u32,
                end: (start + size) as u32,
                kept,
            });
        }
        Ok(bytes)
    }

    /// Checks that no byte belongs to two parts.
    pub(crate) fn check_disjoint(&mut self) -> Result<()> {
        self.claimed.sort_unstable_by_key(|claim| claim.start);
        let mut free_from = 0;
        for claim in &self.claimed {
            if claim.start < free_from {
                return Err(FormatError::malformed(
                    self.base + u64::from(claim.start),
                    "a part of its own",
                    "bytes that another part holds",
                ));
            }
            free_from = claim.end;
        }
        Ok(())
    }

    /// What is not value: all bytes outside of those taken.
    pub(crate) fn into_rest(mut self) -> Gaps {
        self.claimed.retain(|claim| !claim.kept);
        self.claimed.sort_unstable_by_key(|claim| claim.start);
        let taken = self.claimed.into_iter();
        Gaps::between_sorted(
            self.block,
            taken.map(|claim| claim.start as usize..claim.end as usize),
        )
    }
}

/// `size` bytes of a block, or an error that names what they were to be.
pub(crate) fn slice<'a>(
    block: &'a [u8],
    base: u64,
    start: u64,
    size: u64,
    what: &'static str,
) -> Result<&'a [u8]> {
    start
        .checked_add(size)
        .and_then(|end| {
            let start = usize::try_from(start).ok()?;
            block.get(start..usize::try_from(end).ok()?)
        })
        .ok_or_else(|| {
            FormatError::malformed(
                base.saturating_add(start.min(block.len() as u64)),
                format!("{what}: {size} bytes at {start:#x}"),
                format!("a block of {:#x} bytes", block.len()),
            )
        })
}

/// Overwrites what stands at an offset; what would reach past the end is left out.
pub(crate) fn put(block: &mut [u8], at: usize, bytes: &[u8]) {
    steps::count_bytes(bytes.len());
    let room = block.get_mut(at..).unwrap_or_default();
    for (to, from) in room.iter_mut().zip(bytes) {
        *to = *from;
    }
}

/// Fills up with zeros to the next multiple.
pub(crate) fn align(out: &mut Vec<u8>, multiple: usize) {
    out.resize(out.len().next_multiple_of(multiple), 0);
}

/// An offset or count that is stored with a sign and must have none.
pub(crate) fn unsigned(value: impl Into<i64>, offset: u64, what: &'static str) -> Result<u64> {
    let value = value.into();
    u64::try_from(value).map_err(|_| FormatError::malformed(offset, what, value))
}

/// Gives a block the reader of bytes alone, beside a `read_from` of its own.
macro_rules! block_reader {
    ($block:ident) => {
        impl $block {
            /// Reads a block. See [`Self::read_from`].
            ///
            /// # Errors
            /// As there.
            pub fn read(bytes: &[u8]) -> wonderwheel_ps2::error::Result<Self> {
                Self::read_from(&mut wonderwheel_ps2::cursor::Cursor::new(bytes))
            }
        }
    };
}

pub(crate) use block_reader;

/// The places `name[i]` of a list that break a rule, each with what is wrong there.
pub(crate) fn places<T>(
    name: &str,
    list: impl IntoIterator<Item = T>,
    mut breaks: impl FnMut(T) -> Option<String>,
) -> impl Iterator<Item = (String, String)> {
    let list = list.into_iter().enumerate();
    list.filter_map(move |(i, one)| Some((format!("{name}[{i}]"), breaks(one)?)))
}

/// What a writer says about a value that has no room in the format.
pub(crate) fn fit<T>(found: usize, limit: &'static str, max: T) -> Result<T>
where
    T: TryFrom<usize> + Into<u64> + Copy,
{
    match T::try_from(found) {
        Ok(value) if found as u64 <= max.into() => Ok(value),
        _ => Err(FormatError::limit(0, limit, max.into(), found as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_taken_is_put_back_where_it_stood() {
        let block = [0, 7, 0, 8, 1, 2, 3, 0, 0, 9];
        let mut claims = Claims::new(&block, 0, 0).unwrap();
        assert_eq!(claims.take(4, 2, "values").unwrap(), [1, 2]);
        assert_eq!(claims.keep(6, 1, "a node").unwrap(), [3]);
        claims.check_disjoint().unwrap();
        let rest = claims.into_rest();
        let pieces: Vec<_> = rest.pieces().collect();
        assert_eq!(pieces, [(0, &block[..4]), (6, &block[6..])]);
        let mut again = rest.canvas().0;
        assert_eq!(again, [0, 7, 0, 8, 0, 0, 3, 0, 0, 9]);
        put(&mut again, 4, &[1, 2]);
        assert_eq!(again, block);
    }

    #[test]
    fn parts_that_share_a_byte_are_found() {
        let mut claims = Claims::new(&[0; 8], 16, 0).unwrap();
        claims.take(4, 3, "one").unwrap();
        claims.keep(2, 3, "two").unwrap();
        assert_eq!(claims.check_disjoint().unwrap_err().offset(), 20);
        assert_eq!(claims.take(0, 3, "three").unwrap_err().offset(), 16);
        assert!(claims.take(u64::MAX, 2, "four").is_err());
        assert!(claims.take(8, 1, "five").is_err());
    }
}
