//! Colours that light ties where they stand. Source: spec/commando-assets.md 9.2.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::record::{all, bytes_of};

/// For each of some ties a list of colours, one for each of the class's colour slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TieAmbients {
    /// The tie's place among the instances and how many colours it has.
    entries: Vec<(i16, u16)>,
    /// The colours of all, five bits of red, green and blue from the lowest on, and one of alpha.
    colours: Vec<u16>,
}

impl TieAmbients {
    /// Reads entries up to the one that ends them.
    ///
    /// # Errors
    /// `Malformed` when it is cut short or a count is negative.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let mut ambients = Self::default();
        loop {
            let instance = cursor.u16().within(|| "instance")?.cast_signed();
            if instance == -1 {
                return Ok(ambients);
            }
            let offset = cursor.offset();
            let count = cursor.u16().within(|| "colours")?;
            if count.cast_signed() < 0 {
                return Err(FormatError::malformed(
                    offset,
                    "a count of colours",
                    count.cast_signed(),
                ));
            }
            let count = cursor.check_count(count.into(), 2).within(|| "colours")?;
            ambients.colours.extend(all::<u16>(cursor.take(2 * count)?));
            ambients.entries.push((instance, count as u16));
        }
    }

    /// The bytes of the block.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (instance, colours) in self.iter() {
            out.extend(instance.to_le_bytes());
            out.extend((colours.len() as u16).to_le_bytes());
            out.extend(bytes_of(colours));
        }
        out.extend((-1_i16).to_le_bytes());
        out
    }

    /// Adds a tie's colours.
    ///
    /// # Errors
    /// `Limit` for more than 32,767 of them.
    pub fn push(&mut self, instance: i16, colours: &[u16]) -> Result<()> {
        let count = i16::try_from(colours.len()).map_err(|_| {
            FormatError::limit(0, "colours of a tie", i16::MAX as u64, colours.len() as u64)
        })?;
        self.entries.push((instance, count.cast_unsigned()));
        self.colours.extend(colours);
        Ok(())
    }

    /// Each tie's place among the instances with its colours.
    pub fn iter(&self) -> impl Iterator<Item = (i16, &[u16])> {
        let mut rest = self.colours.as_slice();
        self.entries.iter().map(move |(instance, count)| {
            let (colours, behind) = rest
                .split_at_checked((*count).into())
                .unwrap_or((rest, &[]));
            rest = behind;
            (*instance, colours)
        })
    }

    /// Red, green, blue of a colour, 0 to 31.
    pub fn rgb(colour: u16) -> [u8; 3] {
        [0, 5, 10].map(|shift| (colour >> shift & 31) as u8)
    }
}
