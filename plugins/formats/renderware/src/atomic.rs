//! Atomic, section 0x14: standalone (part files) and inside a clump.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use crate::extension::{self, Extension, ExtensionWriter};
use crate::geometry::Geometry;
use crate::material::RightToRender;
use crate::section::{self, id};
use crate::stamps::Stamps;

pub use crate::scales::Scales;

/// A standalone atomic with its geometry inline. Source: spec/renderware.md 7.
#[derive(Debug, Clone, PartialEq)]
pub struct Atomic {
    /// Frame index of a clump atomic; a meaningless number in a standalone one.
    pub frame_index: i32,
    /// Geometry index of a clump atomic; a meaningless number in a standalone one.
    pub geometry_index: i32,
    /// 1 = collision test, 4 = render.
    pub flags: u32,
    /// 0.
    pub unused: u32,
    /// The geometry. `None` only for an atomic inside a clump.
    pub geometry: Option<Box<Geometry>>,
    /// The plugins.
    pub plugins: AtomicPlugins,
    /// The library stamps of the stream; those of an atomic in a clump are the clump's.
    pub stamps: Stamps,
}

/// The plugins of an atomic.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AtomicPlugins {
    /// Plugin 0x1F.
    pub right_to_render: Option<RightToRender>,
    /// Plugin 0x3F0.
    pub scales: Option<Scales>,
    /// Plugin 0x120, atomic form.
    pub matfx_enabled: Option<i32>,
    /// Others, kept as they are, and the order of all.
    pub extension: Extension,
}

/// Atomic flags. Source: spec/renderware.md 6.4.
#[allow(missing_docs)] // The names are the documentation.
pub mod flags {
    pub const COLLISION_TEST: u32 = 1;
    pub const RENDER: u32 = 4;
}

impl Atomic {
    /// Bytes of the smallest atomic: three headers and the struct.
    pub(crate) const MIN_BYTES: u64 = 12 * 3 + 16;

    /// An atomic as part files hold it, its geometry inline.
    ///
    /// Its frame index is one that no frame has: in this form the field means nothing, and a reader that uses it should
    /// fail at once.
    pub fn standalone(geometry: Geometry, scales: Scales) -> Self {
        const NO_FRAME: i32 = 0x1234;
        Self {
            frame_index: NO_FRAME,
            geometry: Some(Box::new(geometry)),
            ..Self::in_clump(0, 0, scales)
        }
    }

    /// An atomic of a clump.
    pub fn in_clump(frame_index: i32, geometry_index: i32, scales: Scales) -> Self {
        Self {
            frame_index,
            geometry_index,
            flags: flags::COLLISION_TEST | flags::RENDER,
            unused: 0,
            geometry: None,
            plugins: AtomicPlugins {
                right_to_render: Some(RightToRender::ATOMIC),
                scales: Some(scales),
                ..AtomicPlugins::default()
            },
            stamps: Stamps::default(),
        }
    }

    /// The scales of the packed vertices; 1 without the plugin.
    pub fn scales(&self) -> Scales {
        self.plugins.scales.unwrap_or_default()
    }

    /// Whether the atomic is drawn.
    pub fn is_rendered(&self) -> bool {
        self.flags & flags::RENDER != 0
    }

    /// Reads the section at the cursor as a part of another one.
    pub(crate) fn read_inner(cursor: &mut Cursor<'_>) -> Result<Self> {
        section::read(cursor, id::ATOMIC, Self::read_payload)
    }

    /// In either form: with a geometry right behind the struct, or without one.
    fn read_payload(payload: &mut Cursor<'_>) -> Result<Self> {
        let [frame_index, geometry_index, flags, unused] =
            section::read(payload, id::STRUCT, |fields| {
                Ok([fields.u32()?, fields.u32()?, fields.u32()?, fields.u32()?])
            })?;
        let geometry = if section::peek(payload) == Some(id::GEOMETRY) {
            Some(Box::new(Geometry::read_from(payload)?))
        } else {
            None
        };
        Ok(Self {
            frame_index: frame_index.cast_signed(),
            geometry_index: geometry_index.cast_signed(),
            flags,
            unused,
            geometry,
            plugins: AtomicPlugins::read_from(payload)?,
            stamps: Stamps::default(),
        })
    }

    fn write_payload(&self, out: &mut Vec<u8>) {
        section::write(out, id::STRUCT, |out| {
            out.extend(self.frame_index.to_le_bytes());
            out.extend(self.geometry_index.to_le_bytes());
            out.extend(self.flags.to_le_bytes());
            out.extend(self.unused.to_le_bytes());
        });
        if let Some(geometry) = &self.geometry {
            geometry.write_to(out);
        }
        self.plugins.write_to(out);
    }
}

section::stream!(Atomic, id::ATOMIC);

impl AtomicPlugins {
    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let mut plugins = Self::default();
        let extension = extension::read(cursor, extension::of::ATOMIC, |plugin, body| {
            match plugin {
                id::GAME_ATOMIC if plugins.scales.is_none() => {
                    plugins.scales = Some(Scales::read_payload(body)?)
                }
                id::MATFX if plugins.matfx_enabled.is_none() => {
                    section::expect_size(body, 4)?;
                    plugins.matfx_enabled = Some(body.i32()?);
                }
                _ => {
                    return RightToRender::read_plugin(plugin, body, &mut plugins.right_to_render);
                }
            }
            Ok(true)
        })?;
        plugins.extension = extension;
        Ok(plugins)
    }

    fn write_to(&self, out: &mut Vec<u8>) {
        let mut extension = ExtensionWriter::default();
        RightToRender::write_plugin(self.right_to_render, &mut extension);
        if let Some(scales) = self.scales {
            extension.plugin(id::GAME_ATOMIC, |out| scales.write_payload(out));
        }
        if let Some(enabled) = self.matfx_enabled {
            extension.plugin(id::MATFX, |out| out.extend(enabled.to_le_bytes()));
        }
        extension.write(&self.extension, out);
    }
}

impl Scales {
    /// Smallest and largest scale of the disc's streamed worlds. Source: spec/renderware.md 8.5.
    const WORLD_RANGE: (f32, f32) = (1.0 / 32_768.0, 1.0 / 256.0);

    /// The scales that hold coordinates of these sizes: the smallest powers of two with `size / scale` at most 32,767,
    /// kept in the range that the disc's worlds use.
    pub fn fitting(largest_position: f32, largest_uv: f32) -> Self {
        let scale = |largest: f32| {
            let (least, most) = Self::WORLD_RANGE;
            let mut scale = least;
            while scale < most && largest.abs() / scale > f32::from(i16::MAX) {
                scale *= 2.0;
            }
            scale
        };
        Self {
            position: scale(largest_position),
            uv: scale(largest_uv),
            word: 0,
        }
    }

    fn read_payload(body: &mut Cursor<'_>) -> Result<Self> {
        section::expect_size(body, 12)?;
        Ok(Self {
            position: Self::read_scale(body)?,
            uv: Self::read_scale(body)?,
            word: body.u32()?,
        })
    }

    fn read_scale(body: &mut Cursor<'_>) -> Result<f32> {
        let offset = body.offset();
        let scale = body.finite_f32()?;
        if scale > 0.0 {
            Ok(scale)
        } else {
            Err(FormatError::malformed(offset, "a scale above 0", scale))
        }
    }

    fn write_payload(&self, out: &mut Vec<u8>) {
        out.extend(self.position.to_le_bytes());
        out.extend(self.uv.to_le_bytes());
        out.extend(self.word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atomic_without_the_games_plugin_has_scales_of_one() {
        let atomic = Atomic {
            plugins: AtomicPlugins::default(),
            ..Atomic::in_clump(0, 0, Scales::default())
        };
        let read = Atomic::read(&atomic.write()).unwrap();
        assert_eq!(
            read.scales(),
            Scales {
                position: 1.0,
                uv: 1.0,
                word: 0
            }
        );
        assert_eq!(read, atomic);
    }

    #[test]
    fn scales_must_be_finite_and_above_zero() {
        for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let scales = Scales {
                uv: bad,
                ..Scales::default()
            };
            let error = Atomic::read(&Atomic::in_clump(0, 0, scales).write()).unwrap_err();
            assert_eq!(error.path(), "atomic/extension/plugin 0x3f0", "{bad}");
        }
    }

    #[test]
    fn a_games_plugin_of_another_size_is_an_error() {
        for size in [8, 16] {
            let mut atomic = Atomic::in_clump(0, 0, Scales::default());
            atomic.plugins.scales = None;
            let plugin = section::RawSection::new(id::GAME_ATOMIC, vec![0x3F; size]);
            atomic.plugins.extension = vec![plugin].into();
            assert!(Atomic::read(&atomic.write()).is_err(), "{size}");
        }
    }

    #[test]
    fn fitting_scales_are_the_smallest_powers_of_two_of_the_discs_range() {
        // 19.3 / 2^-10 = 19,763 fits; / 2^-11 = 39,526 does not.
        let scales = Scales::fitting(19.3, 8.0);
        assert_eq!(scales.position, 1.0 / 1024.0);
        // 8 / 2^-12 = 32,768 is one too many.
        assert_eq!(scales.uv, 1.0 / 2048.0);
        let ends = Scales::fitting(0.0, 1.0e6);
        assert_eq!((ends.position, ends.uv), (1.0 / 32_768.0, 1.0 / 256.0));
    }
}
