//! Material effects, plugin 0x120.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::section;
use crate::texture_reference::TextureReference;

/// Effect and slot numbers.
mod number {
    pub const NONE: u32 = 0;
    pub const BUMP: u32 = 1;
    pub const ENVIRONMENT: u32 = 2;
    pub const DUAL: u32 = 4;
    pub const UV_TRANSFORM: u32 = 5;
    pub const DUAL_UV_TRANSFORM: u32 = 6;
}

/// Material effect, plugin 0x120, material form. Source: spec/renderware.md 8.1.
#[derive(Debug, Clone, PartialEq)]
pub struct MatFx {
    /// Effect number 0..=6.
    pub effect: u32,
    /// The two slots.
    pub slots: Box<[MatFxSlot; 2]>,
}

/// One slot of a material effect.
#[derive(Debug, Clone, PartialEq)]
pub enum MatFxSlot {
    /// Slot type 0.
    None,
    /// Slot type 1.
    Bump {
        /// Strength.
        coefficient: f32,
        /// The picture that is bumped.
        bumped: Option<Box<TextureReference>>,
        /// The height map.
        bump: Option<Box<TextureReference>>,
    },
    /// Slot type 2.
    Environment {
        /// Strength.
        coefficient: f32,
        /// Non-zero: multiplied by the frame buffer's alpha.
        use_frame_buffer_alpha: i32,
        /// The reflected picture.
        texture: Option<Box<TextureReference>>,
    },
    /// Slot type 4.
    Dual {
        /// RenderWare blend number of the source, 5 = source alpha.
        source_blend: i32,
        /// RenderWare blend number of the destination, 6 = inverse source alpha.
        destination_blend: i32,
        /// The second texture.
        texture: Option<Box<TextureReference>>,
    },
    /// Slot type 5.
    UvTransform,
}

impl MatFx {
    /// Highest effect number.
    pub const MAX_EFFECT: u32 = number::DUAL_UV_TRANSFORM;

    /// A second texture blended over the first. 5 and 6 (source alpha, inverse source alpha) are the disc's blend.
    pub fn dual(texture: TextureReference, source_blend: i32, destination_blend: i32) -> Self {
        let slot = MatFxSlot::Dual {
            source_blend,
            destination_blend,
            texture: Some(Box::new(texture)),
        };
        Self {
            effect: number::DUAL,
            slots: Box::new([slot, MatFxSlot::None]),
        }
    }

    /// Bump mapping: the bumped picture and its height map.
    pub fn bump(
        coefficient: f32,
        bumped: Option<TextureReference>,
        bump: Option<TextureReference>,
    ) -> Self {
        let slot = MatFxSlot::Bump {
            coefficient,
            bumped: bumped.map(Box::new),
            bump: bump.map(Box::new),
        };
        Self {
            effect: number::BUMP,
            slots: Box::new([slot, MatFxSlot::None]),
        }
    }

    /// Texture, source blend and destination blend of the dual slot, when the effect uses it and it has a texture.
    pub fn dual_layer(&self) -> Option<(&TextureReference, i32, i32)> {
        if !matches!(self.effect, number::DUAL | number::DUAL_UV_TRANSFORM) {
            return None;
        }
        self.slots.iter().find_map(|slot| match slot {
            MatFxSlot::Dual {
                source_blend,
                destination_blend,
                texture: Some(texture),
            } => Some((&**texture, *source_blend, *destination_blend)),
            _ => None,
        })
    }

    /// The texture references of both slots, in stream order, whatever the effect uses.
    pub fn references(&self) -> impl Iterator<Item = &TextureReference> {
        self.slots
            .iter()
            .flat_map(|slot| slot.references().into_iter().flatten())
    }

    /// Reads the plugin's payload, material form.
    pub(crate) fn read_payload(body: &mut Cursor<'_>) -> Result<Self> {
        let offset = body.offset();
        let effect = body.u32()?;
        if effect > Self::MAX_EFFECT {
            return Err(FormatError::malformed(
                offset,
                "a material effect of 0 to 6",
                effect,
            ));
        }
        Ok(Self {
            effect,
            slots: Box::new([
                MatFxSlot::read(body).within(|| "slot[0]")?,
                MatFxSlot::read(body).within(|| "slot[1]")?,
            ]),
        })
    }

    /// Appends the plugin's payload.
    pub(crate) fn write_payload(&self, out: &mut Vec<u8>) {
        out.extend(self.effect.to_le_bytes());
        for slot in self.slots.iter() {
            slot.write(out);
        }
    }
}

impl MatFxSlot {
    /// The slot's type number.
    pub(crate) fn number(&self) -> u32 {
        match self {
            Self::None => number::NONE,
            Self::Bump { .. } => number::BUMP,
            Self::Environment { .. } => number::ENVIRONMENT,
            Self::Dual { .. } => number::DUAL,
            Self::UvTransform => number::UV_TRANSFORM,
        }
    }

    pub(crate) fn references(&self) -> [Option<&TextureReference>; 2] {
        match self {
            Self::Bump { bumped, bump, .. } => [bumped.as_deref(), bump.as_deref()],
            Self::Environment { texture, .. } | Self::Dual { texture, .. } => {
                [texture.as_deref(), None]
            }
            Self::None | Self::UvTransform => [None, None],
        }
    }

    fn read(body: &mut Cursor<'_>) -> Result<Self> {
        let offset = body.offset();
        let slot = match body.u32()? {
            number::NONE => Self::None,
            number::BUMP => Self::Bump {
                coefficient: body.finite_f32()?,
                bumped: read_texture(body)?,
                bump: read_texture(body)?,
            },
            number::ENVIRONMENT => Self::Environment {
                coefficient: body.finite_f32()?,
                use_frame_buffer_alpha: body.i32()?,
                texture: read_texture(body)?,
            },
            number::DUAL => Self::Dual {
                source_blend: body.i32()?,
                destination_blend: body.i32()?,
                texture: read_texture(body)?,
            },
            number::UV_TRANSFORM => Self::UvTransform,
            other => {
                return Err(FormatError::malformed(
                    offset,
                    "a material effect slot of type 0, 1, 2, 4 or 5",
                    other,
                ));
            }
        };
        Ok(slot)
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.number().to_le_bytes());
        match self {
            Self::None | Self::UvTransform => {}
            Self::Bump {
                coefficient,
                bumped,
                bump,
            } => {
                out.extend(coefficient.to_le_bytes());
                write_texture(bumped.as_deref(), out);
                write_texture(bump.as_deref(), out);
            }
            Self::Environment {
                coefficient,
                use_frame_buffer_alpha,
                texture,
            } => {
                out.extend(coefficient.to_le_bytes());
                out.extend(use_frame_buffer_alpha.to_le_bytes());
                write_texture(texture.as_deref(), out);
            }
            Self::Dual {
                source_blend,
                destination_blend,
                texture,
            } => {
                out.extend(source_blend.to_le_bytes());
                out.extend(destination_blend.to_le_bytes());
                write_texture(texture.as_deref(), out);
            }
        }
    }
}

/// A flag word, then a texture reference when it is not zero.
fn read_texture(body: &mut Cursor<'_>) -> Result<Option<Box<TextureReference>>> {
    if body.i32()? == 0 {
        return Ok(None);
    }
    // The reference stands right here: a search over siblings would run through the slot's own words.
    let offset = body.offset();
    match section::peek(body) {
        Some(section::id::TEXTURE) => {
            TextureReference::read_from(body).map(|texture| Some(Box::new(texture)))
        }
        found => Err(FormatError::malformed(
            offset,
            "a texture reference",
            found.map_or_else(|| "the end".into(), section::name),
        )),
    }
}

fn write_texture(texture: Option<&TextureReference>, out: &mut Vec<u8>) {
    out.extend(i32::from(texture.is_some()).to_le_bytes());
    if let Some(texture) = texture {
        texture.write_to(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(name: &str) -> TextureReference {
        TextureReference {
            name: name.to_owned(),
            ..TextureReference::default()
        }
    }

    fn round_trip(effect: &MatFx) -> Vec<u8> {
        let mut bytes = Vec::new();
        effect.write_payload(&mut bytes);
        assert_eq!(
            &section::read_whole(&bytes, MatFx::read_payload).unwrap(),
            effect
        );
        bytes
    }

    #[test]
    fn a_dual_effect_has_the_size_that_the_specification_counts() {
        let texture = texture("grime");
        let mut reference = Vec::new();
        texture.write_to(&mut reference);
        let bytes = round_trip(&MatFx::dual(texture.clone(), 5, 6));
        assert_eq!(bytes.len(), 4 + 4 + 12 + reference.len() + 4);
        assert_eq!(
            bytes[..20],
            [4u32, 4, 5, 6, 1].map(u32::to_le_bytes).concat()
        );
        assert_eq!(bytes[bytes.len() - 4..], [0; 4]);
    }

    #[test]
    fn every_slot_type_survives_a_round_trip() {
        let environment = MatFxSlot::Environment {
            coefficient: 0.25,
            use_frame_buffer_alpha: 1,
            texture: None,
        };
        let bump = MatFx::bump(0.75, Some(texture("a")), Some(texture("b")));
        for effect in [
            bump.clone(),
            MatFx {
                effect: 3,
                slots: Box::new([bump.slots[0].clone(), environment]),
            },
            MatFx {
                effect: 6,
                slots: Box::new([
                    MatFxSlot::UvTransform,
                    MatFx::dual(texture("c"), 2, 2).slots[0].clone(),
                ]),
            },
            MatFx {
                effect: 0,
                slots: Box::new([MatFxSlot::None, MatFxSlot::None]),
            },
        ] {
            round_trip(&effect);
        }
    }

    #[test]
    fn only_the_dual_effects_have_a_second_layer() {
        let dual = MatFx::dual(texture("c"), 2, 1);
        let (layer, source, destination) = dual.dual_layer().unwrap();
        assert_eq!((layer.name.as_str(), source, destination), ("c", 2, 1));
        let other = MatFx { effect: 1, ..dual };
        assert_eq!(other.dual_layer(), None);
    }

    #[test]
    fn unknown_effects_slots_and_left_over_bytes_are_errors() {
        for words in [&[7u32, 0, 0][..], &[4, 3, 0], &[4, 4, 5, 6, 0, 0, 0]] {
            let bytes = words
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect::<Vec<_>>();
            assert!(
                section::read_whole(&bytes, MatFx::read_payload).is_err(),
                "{words:?}"
            );
        }
    }
}
