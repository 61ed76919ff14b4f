//! Materials (0x07) and right to render (0x1F).

use binrw::binrw;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::Result;

use crate::extension::{self, Extension, ExtensionWriter};
use crate::section::{self, id};

pub use crate::matfx::{MatFx, MatFxSlot};
pub use crate::texture_reference::TextureReference;

/// A material. Source: spec/renderware.md 5.2.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Flag word, 0.
    pub flags: u32,
    /// Red, green, blue, alpha; 255 = 1.0.
    pub colour: [u8; 4],
    /// A don't-care word.
    pub unused: u32,
    /// Ambient, specular, diffuse factors, 1.0 by default.
    pub surface: [f32; 3],
    /// The texture, when there is one.
    pub texture: Option<TextureReference>,
    /// MatFX plugin.
    pub matfx: Option<MatFx>,
    /// Right-to-render plugin.
    pub right_to_render: Option<RightToRender>,
    /// Other extension sections, and the order of all.
    pub extension: Extension,
}

/// Right to render, plugin 0x1F.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RightToRender {
    /// Owner of the pipeline; 3 in this game.
    pub plugin: u32,
    /// Pipeline id, such as 0x30084.
    pub pipeline: u32,
}

/// The 28 bytes of a material's struct.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy)]
struct MaterialStruct {
    flags: u32,
    colour: [u8; 4],
    unused: u32,
    textured: i32,
    surface: [f32; 3],
}

impl Default for Material {
    /// White, untextured, all surface factors 1.
    fn default() -> Self {
        Self {
            flags: 0,
            colour: [255; 4],
            unused: 0,
            surface: [1.0; 3],
            texture: None,
            matfx: None,
            right_to_render: None,
            extension: Extension::default(),
        }
    }
}

impl Material {
    /// Bytes of the smallest material: three headers and the struct.
    pub(crate) const MIN_BYTES: u64 = 12 * 3 + 28;

    /// A white material with a texture.
    pub fn textured(texture: TextureReference) -> Self {
        Self {
            texture: Some(texture),
            ..Self::default()
        }
    }

    /// The second texture with its source and destination blend numbers, when the effect is "dual texture" (with or
    /// without uv transform) and has one.
    pub fn dual(&self) -> Option<(&TextureReference, i32, i32)> {
        self.matfx.as_ref().and_then(MatFx::dual_layer)
    }

    /// Every texture reference in stream order: the base texture, then those of the effect's slots.
    pub fn references(&self) -> impl Iterator<Item = &TextureReference> {
        let of_effect = self.matfx.iter().flat_map(MatFx::references);
        self.texture.iter().chain(of_effect)
    }

    /// Reads the section at the cursor.
    ///
    /// # Errors
    /// `Malformed` with the section path.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        section::read(cursor, id::MATERIAL, |payload| {
            let fields = section::read(payload, id::STRUCT, |fields| {
                section::expect_size(fields, 28)?;
                let offset = fields.offset();
                let fields = fields.record::<MaterialStruct>()?;
                section::finite(offset + 16, &fields.surface)?;
                Ok(fields)
            })?;
            let texture = if fields.textured != 0 {
                Some(TextureReference::read_from(payload)?)
            } else {
                None
            };
            let mut matfx = None;
            let mut right_to_render = None;
            let extension = extension::read(payload, extension::of::MATERIAL, |plugin, body| {
                Ok(match plugin {
                    id::MATFX if matfx.is_none() => {
                        matfx = Some(MatFx::read_payload(body)?);
                        true
                    }
                    _ => RightToRender::read_plugin(plugin, body, &mut right_to_render)?,
                })
            })?;
            Ok(Self {
                flags: fields.flags,
                colour: fields.colour,
                unused: fields.unused,
                surface: fields.surface,
                texture,
                matfx,
                right_to_render,
                extension,
            })
        })
    }

    /// Appends the section.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        section::write(out, id::MATERIAL, |out| {
            section::write(out, id::STRUCT, |out| {
                push_record(
                    out,
                    &MaterialStruct {
                        flags: self.flags,
                        colour: self.colour,
                        unused: self.unused,
                        textured: i32::from(self.texture.is_some()),
                        surface: self.surface,
                    },
                );
            });
            if let Some(texture) = &self.texture {
                texture.write_to(out);
            }
            let mut extension = ExtensionWriter::default();
            if let Some(matfx) = &self.matfx {
                extension.plugin(id::MATFX, |out| matfx.write_payload(out));
            }
            RightToRender::write_plugin(self.right_to_render, &mut extension);
            extension.write(&self.extension, out);
        });
    }
}

impl RightToRender {
    /// The pipeline of every part atomic.
    pub const ATOMIC: Self = Self::of_game(0x30083);
    /// The pipeline of a material with one uv set.
    pub const ONE_UV_SET: Self = Self::of_game(0x30084);
    /// The pipeline of a material with a second texture.
    pub const DUAL: Self = Self::of_game(0x30086);
    /// The pipeline of a material with two uv sets.
    pub const TWO_UV_SETS: Self = Self::of_game(0x30088);

    const fn of_game(pipeline: u32) -> Self {
        Self {
            plugin: 3,
            pipeline,
        }
    }

    /// Takes plugin 0x1F, the first time it is met.
    pub(crate) fn read_plugin(
        plugin: u32,
        body: &mut Cursor<'_>,
        found: &mut Option<Self>,
    ) -> Result<bool> {
        if plugin != id::RIGHT_TO_RENDER || found.is_some() {
            return Ok(false);
        }
        section::expect_size(body, 8)?;
        *found = Some(Self {
            plugin: body.u32()?,
            pipeline: body.u32()?,
        });
        Ok(true)
    }

    /// Adds plugin 0x1F.
    pub(crate) fn write_plugin(right: Option<Self>, extension: &mut ExtensionWriter) {
        if let Some(right) = right {
            extension.plugin(id::RIGHT_TO_RENDER, |out| {
                out.extend(right.plugin.to_le_bytes());
                out.extend(right.pipeline.to_le_bytes());
            });
        }
    }
}
