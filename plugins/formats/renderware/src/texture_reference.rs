//! Texture references, section 0x06.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};

use crate::extension::{self, Extension, ExtensionWriter};
use crate::section::{self, id};
use crate::string::{self, StringTail};
use crate::texture::{Sampling, read_mip_plugin, write_mip_plugin};

/// A texture named by a material; found at run time in the loaded dictionaries. Source: spec/renderware.md 5.3.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextureReference {
    /// Filter and addressing; applies only when the name finds no dictionary texture.
    pub sampling: Sampling,
    /// Name, compared ignoring ASCII case.
    pub name: String,
    /// Mask name; empty.
    pub mask: String,
    /// What the file holds behind name and mask.
    pub tails: [StringTail; 2],
    /// K and L of plugin 0x110.
    pub mip_plugin: Option<u32>,
    /// Other extension sections, and the order of all.
    pub extension: Extension,
}

impl TextureReference {
    /// A reference as the disc's files write it: the filter, "has its own mip levels", and the mip word.
    pub fn new(name: &str, sampling: Sampling, mip_word: Option<u32>) -> Self {
        const OWN_LEVELS: u32 = 1 << 16;
        Self {
            sampling: Sampling(sampling.0 | OWN_LEVELS),
            name: name.to_owned(),
            mip_plugin: mip_word,
            ..Self::default()
        }
    }

    /// Reads the section at the cursor.
    ///
    /// # Errors
    /// `Malformed` with the section path.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        section::read(cursor, id::TEXTURE, |payload| {
            let sampling =
                section::read(payload, id::STRUCT, |fields| Ok(Sampling(fields.u32()?)))?;
            let (name, name_tail) = string::read(payload).within(|| "name")?;
            let (mask, mask_tail) = string::read(payload).within(|| "mask")?;
            let mut mip_plugin = None;
            let extension = extension::read(payload, extension::of::TEXTURE, |plugin, body| {
                read_mip_plugin(plugin, body, &mut mip_plugin)
            })?;
            Ok(Self {
                sampling,
                name,
                mask,
                tails: [name_tail, mask_tail],
                mip_plugin,
                extension,
            })
        })
    }

    /// Appends the section.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        section::write(out, id::TEXTURE, |out| {
            section::write(out, id::STRUCT, |out| {
                out.extend(self.sampling.0.to_le_bytes())
            });
            let [name_tail, mask_tail] = &self.tails;
            string::write(out, &self.name, name_tail);
            string::write(out, &self.mask, mask_tail);
            let mut extension = ExtensionWriter::default();
            write_mip_plugin(&mut extension, self.mip_plugin);
            extension.write(&self.extension, out);
        });
    }
}
