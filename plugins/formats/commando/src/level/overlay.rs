//! The overlay: the level's own code and data. Used here only for tables that are found in it by what they hold.

use wonderwheel_ps2::cursor::{Cursor, push_record};

use binrw::{BinRead, BinWrite};

/// An overlay. Source: spec/commando-container.md 8.2.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay<'a> {
    /// What is loaded where.
    pub sections: Vec<OverlaySection<'a>>,
    /// What follows them and is no section.
    pub rest: &'a [u8],
}

/// A piece of code or data and where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OverlaySection<'a> {
    /// Where in the console's memory.
    pub destination: u32,
    /// Its type in the program file that it was made from.
    pub section_type: u32,
    /// Where execution begins.
    pub entry_point: u32,
    /// The bytes.
    pub bytes: &'a [u8],
}

#[derive(BinRead, BinWrite)]
#[brw(little)]
struct Head {
    destination: u32,
    size: u32,
    section_type: u32,
    entry_point: u32,
}

impl<'a> Overlay<'a> {
    /// Splits an overlay into sections. What is none is the rest: nothing is refused, since all that is needed of an overlay
    /// is found without its sections.
    pub fn read(bytes: &'a [u8]) -> Self {
        let mut cursor = Cursor::new(bytes);
        let mut sections = Vec::new();
        while let Some(section) = read_section(&mut cursor.clone()) {
            // As far as the section goes.
            let size = 16 + section.bytes.len();
            if cursor.take(size).is_err() {
                break;
            }
            sections.push(section);
        }
        Self {
            sections,
            rest: cursor.rest(),
        }
    }

    /// The bytes of the overlay.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for section in &self.sections {
            push_record(
                &mut out,
                &Head {
                    destination: section.destination,
                    size: u32::try_from(section.bytes.len()).unwrap_or(u32::MAX),
                    section_type: section.section_type,
                    entry_point: section.entry_point,
                },
            );
            out.extend_from_slice(section.bytes);
        }
        out.extend_from_slice(self.rest);
        out
    }
}

/// The next section, unless it is empty or longer than what is left.
fn read_section<'a>(cursor: &mut Cursor<'a>) -> Option<OverlaySection<'a>> {
    let head: Head = cursor.record().ok()?;
    let bytes = cursor.take(head.size as usize).ok()?;
    (!bytes.is_empty()).then_some(OverlaySection {
        destination: head.destination,
        section_type: head.section_type,
        entry_point: head.entry_point,
        bytes,
    })
}
