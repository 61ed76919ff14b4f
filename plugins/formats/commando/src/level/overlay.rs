//! The overlay: the level's own code and data. Used here only for tables that are found in it by what they hold.

use wonderwheel_ps2::cursor::Cursor;

use crate::record::{Stored, record};

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

record! {
    #[derive(Copy)]
    struct Head: usize = 16 {
        destination: u32,
        size: u32,
        section_type: u32,
        entry_point: u32,
    }
}

impl<'a> Overlay<'a> {
    /// Sections, at most; what follows them is the rest.
    pub const MAX_SECTIONS: usize = 1024;

    /// Splits an overlay into sections. What is none is the rest: nothing is refused, since all that is needed of an overlay
    /// is found without its sections.
    pub fn read(bytes: &'a [u8]) -> Self {
        let mut cursor = Cursor::new(bytes);
        let mut sections = Vec::new();
        while sections.len() < Self::MAX_SECTIONS {
            let mut ahead = cursor.clone();
            let Some(section) = read_section(&mut ahead) else {
                break;
            };
            sections.push(section);
            cursor = ahead;
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
            let head = Head {
                destination: section.destination,
                size: u32::try_from(section.bytes.len()).unwrap_or(u32::MAX),
                section_type: section.section_type,
                entry_point: section.entry_point,
            };
            head.put(&mut out);
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
