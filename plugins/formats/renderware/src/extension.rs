//! Extensions: the plugin sections at the end of most objects, read once and written back in the order they came in.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::ops::{Deref, DerefMut};

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};

use crate::section::{self, RawSection, SectionHeader, id};

pub(crate) mod of;

/// The sections of an extension that no field stands for, and the order of all. It is used as the list of those sections.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extension {
    /// Sections that are kept as they are.
    pub raw: Vec<RawSection>,
    /// The ids of all sections in file order, so that writing gives the same bytes; empty for the usual order.
    pub order: Vec<u32>,
}

impl Deref for Extension {
    type Target = Vec<RawSection>;

    fn deref(&self) -> &Vec<RawSection> {
        &self.raw
    }
}

impl DerefMut for Extension {
    fn deref_mut(&mut self) -> &mut Vec<RawSection> {
        &mut self.raw
    }
}

impl From<Vec<RawSection>> for Extension {
    fn from(raw: Vec<RawSection>) -> Self {
        let order = Vec::new();
        Self { raw, order }
    }
}

/// Reads an extension section. `plugin` takes the plugins it knows and says so by `true`; it must then have read the
/// whole payload. Everything else is kept as it is; nothing is ever descended into. `usual` is the order in which the
/// caller writes its plugins.
pub(crate) fn read<'a>(
    parent: &mut Cursor<'a>,
    usual: &[u32],
    mut plugin: impl FnMut(u32, &mut Cursor<'a>) -> Result<bool>,
) -> Result<Extension> {
    section::read(parent, id::EXTENSION, |payload| {
        let count = count_sections(payload)?;
        let mut extension = Extension {
            raw: Vec::new(),
            order: Vec::with_capacity(count),
        };
        let mut is_usual = true;
        let mut places = usual.iter();
        while !payload.is_empty() {
            let (header, inner) = SectionHeader::open(payload)?;
            let mut taken = inner.clone();
            let named = || Cow::Owned(format!("plugin {:#x}", header.id));
            if plugin(header.id, &mut taken).within(named)? {
                taken.finish().within(named)?;
                is_usual &= extension.raw.is_empty() && places.any(|&id| id == header.id);
            } else {
                // Exactly as many as may still come: a file of empty plugins costs no multiple of itself.
                if extension.raw.capacity() == 0 {
                    extension
                        .raw
                        .reserve_exact(count.saturating_sub(extension.order.len()));
                }
                extension.raw.push(RawSection {
                    id: header.id,
                    stamp: header.stamp,
                    payload: inner.rest().to_vec(),
                });
            }
            extension.order.push(header.id);
        }
        if is_usual {
            extension.order = Vec::new();
        }
        Ok(extension)
    })
}

/// The number of sections up to the end, or up to one that does not fit.
fn count_sections(payload: &Cursor<'_>) -> Result<usize> {
    let mut ahead = payload.clone();
    let mut count = 0;
    while !ahead.is_empty() && SectionHeader::open(&mut ahead).is_ok() {
        count += 1;
    }
    payload
        .limits()
        .check_items("plugins", count, payload.offset())?;
    Ok(count as usize)
}

/// Gathers plugin sections and writes them in a remembered order.
#[derive(Debug, Default)]
pub(crate) struct ExtensionWriter {
    sections: Vec<RawSection>,
}

impl ExtensionWriter {
    /// Adds a plugin whose payload `write` makes. The order of these calls is the order without a remembered one.
    pub fn plugin(&mut self, id: u32, write: impl FnOnce(&mut Vec<u8>)) {
        let mut payload = Vec::new();
        write(&mut payload);
        self.sections.push(RawSection::new(id, payload));
    }

    /// Writes the extension section: first what `order` names, in that order, then the rest.
    pub fn write(self, extension: &Extension, out: &mut Vec<u8>) {
        let Extension { raw, order } = extension;
        let mut rest: Vec<Option<&RawSection>> =
            self.sections.iter().chain(raw).map(Some).collect();
        let mut ordered = Vec::with_capacity(rest.len());
        if !order.is_empty() {
            let mut places: HashMap<u32, VecDeque<usize>> = HashMap::new();
            for (place, section) in rest.iter().flatten().enumerate() {
                places.entry(section.id).or_default().push_back(place);
            }
            for id in order {
                let place = places.get_mut(id).and_then(VecDeque::pop_front);
                let section = place.and_then(|place| rest.get_mut(place));
                ordered.extend(section.and_then(Option::take));
            }
        }
        ordered.extend(rest.into_iter().flatten());
        section::write(out, id::EXTENSION, |out| {
            for section in ordered {
                let start = section::begin(out, section.id, section.stamp);
                out.extend_from_slice(&section.payload);
                section::end(out, start);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(id: u32, payload: &[u8]) -> RawSection {
        RawSection {
            id,
            stamp: 0x1803_FFFF,
            payload: payload.to_vec(),
        }
    }

    #[test]
    fn sections_keep_their_order_stamps_and_duplicates() {
        let mut writer = ExtensionWriter::default();
        writer.plugin(0x110, |out| out.extend([1, 2, 3, 4]));
        let mut bytes = Vec::new();
        let written = Extension {
            raw: vec![raw(0x182, &[9]), raw(0x110, &[5; 4]), raw(0x182, &[8, 7])],
            order: vec![0x182, 0x110, 0x182, 0x110],
        };
        writer.write(&written, &mut bytes);

        let mut taken = None;
        let extension = read(&mut Cursor::new(&bytes), &[0x110], |id, payload| {
            let wanted = id == 0x110 && taken.is_none();
            if wanted {
                taken = Some(payload.array::<4>()?);
            }
            Ok(wanted)
        })
        .unwrap();
        assert_eq!(taken, Some([1, 2, 3, 4]));
        assert_eq!(extension.order, [0x182, 0x110, 0x182, 0x110]);
        assert_eq!(
            extension.raw,
            [raw(0x182, &[9]), raw(0x182, &[8, 7]), raw(0x110, &[5; 4])]
        );
    }

    #[test]
    fn the_usual_order_is_not_worth_remembering() {
        let order = |ids: &[u32]| {
            let sections: Vec<_> = ids.iter().map(|&id| raw(id, &[])).collect();
            let mut bytes = Vec::new();
            ExtensionWriter::default().write(&sections.into(), &mut bytes);
            read(&mut Cursor::new(&bytes), &[1, 2, 3], |id, _| Ok(id < 4))
                .unwrap()
                .order
        };
        assert!(order(&[1, 3, 9, 8]).is_empty());
        assert!(order(&[8, 9]).is_empty());
        assert_eq!(order(&[3, 1]), [3, 1]);
        assert_eq!(order(&[1, 9, 3]), [1, 9, 3]);
    }

    #[test]
    fn a_plugin_that_leaves_bytes_is_an_error_with_its_number_in_the_path() {
        let mut bytes = Vec::new();
        ExtensionWriter::default().write(&vec![raw(0x3F1, &[0; 21])].into(), &mut bytes);
        let error = read(&mut Cursor::new(&bytes), &[], |_, payload| {
            payload.take(20)?;
            Ok(true)
        })
        .unwrap_err();
        assert_eq!(error.path(), "extension/plugin 0x3f1");
        assert_eq!(error.offset(), 12 + 12 + 20);
    }
}
