//! A list of VIF codes, read for the UNPACKs that have to be in it.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;
use wonderwheel_ps2::vif::{Unpack, UnpackFormat, VifCode};

use crate::record::{Stored, all};

/// Three 16-bit components, sign-extended: positions.
pub(super) const V3_16: UnpackFormat = UnpackFormat { vl: 1, vn: 2 };

/// What an UNPACK has to be like.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpectedUnpack {
    /// What it carries, for people.
    pub name: &'static str,
    pub format: UnpackFormat,
    /// Zero-extended, else sign-extended.
    pub usn: bool,
    /// Address in the vector unit's memory.
    pub address: u16,
}

impl ExpectedUnpack {
    /// Four bytes a vector: indices and parents are zero-extended, strips sign-extended.
    pub(super) const fn bytes(name: &'static str, usn: bool, address: u16) -> Self {
        Self {
            name,
            format: UnpackFormat::V4_8,
            usn,
            address,
        }
    }

    pub(super) const fn positions(name: &'static str, address: u16) -> Self {
        Self {
            name,
            format: V3_16,
            usn: false,
            address,
        }
    }

    pub(super) const fn infos(name: &'static str, address: u16) -> Self {
        Self {
            name,
            format: UnpackFormat::V4_16,
            usn: false,
            address,
        }
    }
}

/// What is left of a list.
///
/// UNPACKs are known by their order: an empty array has the address of the one behind it, so an address alone says nothing.
#[derive(Debug)]
pub(super) struct List<'a> {
    name: &'static str,
    rest: &'a [u8],
    /// Of the rest, in the outermost input.
    offset: u64,
    /// The row registers' last values.
    row: [i32; 4],
}

impl<'a> List<'a> {
    pub(super) fn new(name: &'static str, bytes: &'a [u8], offset: u64) -> Self {
        Self {
            name,
            rest: bytes,
            offset,
            row: [0; 4],
        }
    }

    /// Values of the last STROW before the last UNPACK.
    pub(super) fn row(&self) -> [i32; 4] {
        self.row
    }

    /// Where the next code stands.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The vectors of the next UNPACK, which has to be the wanted one.
    #[inline]
    pub(super) fn unpack(&mut self, wanted: &ExpectedUnpack) -> Result<(u16, &'a [u8])> {
        match self.next_unpack() {
            Ok(Some((unpack, _, data))) if fits(&unpack, wanted) => Ok((unpack.num, data)),
            other => Err(self.refuse(other, wanted)),
        }
    }

    /// As [`Self::unpack`], for an array whose number of vectors is known.
    #[inline]
    pub(super) fn unpack_exactly(
        &mut self,
        wanted: &ExpectedUnpack,
        num: usize,
    ) -> Result<&'a [u8]> {
        let offset = self.offset;
        let (found, data) = self.unpack(wanted)?;
        if usize::from(found) == num {
            return Ok(data);
        }
        let expected = format!("{num} vectors of {}", wanted.name);
        Err(FormatError::malformed(offset, expected, found).within(self.name))
    }

    /// Appends an array of `count` values, padded to whole vectors, when there are any.
    pub(super) fn extend<T: Stored>(
        &mut self,
        wanted: &ExpectedUnpack,
        count: usize,
        values: &mut Vec<T>,
    ) -> Result<()> {
        if count > 0 {
            let UnpackFormat { vl, vn } = wanted.format;
            let vector_bytes = (usize::from(vn) + 1) * (4 >> vl);
            let vectors = (count * T::SIZE).div_ceil(vector_bytes);
            let data = self.unpack_exactly(wanted, vectors)?;
            values.extend(all::<T>(data).take(count));
        }
        Ok(())
    }

    /// Nothing but padding and harmless codes may follow.
    pub(super) fn finish(mut self) -> Result<()> {
        match self.next_unpack() {
            Ok(None) => Ok(()),
            Ok(Some((unpack, offset, _))) => Err(FormatError::malformed(
                offset,
                "no further UNPACK",
                format!("one to {:#x}", unpack.addr),
            )
            .within(self.name)),
            Err(error) => Err(error.within(self.name)),
        }
    }

    fn next_unpack(&mut self) -> Result<Option<(Unpack, u64, &'a [u8])>> {
        while let Some((word, rest)) = self.rest.split_first_chunk::<4>() {
            steps::count(1);
            let at = self.offset;
            let code = VifCode::decode(u32::from_le_bytes(*word), at)?;
            let size = code.data_bytes();
            let Some((data, rest)) = rest.split_at_checked(size) else {
                return Err(FormatError::malformed(
                    at,
                    format!("{size} bytes behind the VIF code"),
                    format!("{} to the end of the list", rest.len()),
                ));
            };
            self.rest = rest;
            self.offset = at + 4 + size as u64;
            match code {
                VifCode::Unpack(unpack) => return Ok(Some((unpack, at, data))),
                VifCode::StRow => {
                    let (words, _) = data.as_chunks::<4>();
                    for (row, word) in self.row.iter_mut().zip(words) {
                        *row = i32::from_le_bytes(*word);
                    }
                }
                VifCode::MsCal(_)
                | VifCode::MsCalF(_)
                | VifCode::MsCnt
                | VifCode::Mpg { .. }
                | VifCode::Direct(_)
                | VifCode::DirectHl(_) => {
                    return Err(FormatError::malformed(
                        at,
                        "a code that sends data",
                        format!("{code:?}"),
                    ));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    #[cold]
    fn refuse(
        &self,
        found: Result<Option<(Unpack, u64, &'a [u8])>>,
        wanted: &ExpectedUnpack,
    ) -> FormatError {
        let expected = || {
            let ExpectedUnpack {
                name,
                format,
                usn,
                address,
            } = wanted;
            let sign = if *usn { "unsigned" } else { "signed" };
            format!("an UNPACK of {name}: {sign} {format:?} to {address:#x}")
        };
        match found {
            Ok(Some((unpack, offset, _))) => FormatError::malformed(
                offset,
                expected(),
                format!(
                    "{} {:?} to {:#x}",
                    if unpack.usn { "unsigned" } else { "signed" },
                    unpack.format,
                    unpack.addr
                ),
            ),
            Ok(None) => FormatError::malformed(self.offset, expected(), "the end of the list"),
            Err(error) => error,
        }
        .within(self.name)
    }
}

fn fits(unpack: &Unpack, wanted: &ExpectedUnpack) -> bool {
    unpack.format == wanted.format && unpack.usn == wanted.usn && unpack.addr == wanted.address
}
