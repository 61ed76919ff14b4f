//! Clump, section 0x10: frames, geometries, atomics.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::atomic::{Atomic, Scales};
use crate::extension::{self, Extension, ExtensionWriter};
use crate::frame;
use crate::geometry::Geometry;
use crate::section::{self, id};
use crate::stamps::Stamps;

pub use crate::frame::Frame;

/// A clump. Source: spec/renderware.md 6.
#[derive(Debug, Clone, PartialEq)]
pub struct Clump {
    /// Frames; a parent always stands before its children.
    pub frames: Vec<Frame>,
    /// Geometries, named by index from the atomics.
    pub geometries: Vec<Geometry>,
    /// Atomics; their `geometry` is `None`.
    pub atomics: Vec<Atomic>,
    /// Extension sections.
    pub extension: Extension,
    /// The library stamps of the stream.
    pub stamps: Stamps,
}

impl Clump {
    /// A clump of one frame, one geometry, one atomic: the shape of the level's background models.
    pub fn single(geometry: impl Into<Box<Geometry>>, scales: Scales) -> Self {
        Self {
            frames: vec![Frame::default()],
            geometries: vec![*geometry.into()],
            atomics: vec![Atomic::in_clump(0, 0, scales)],
            extension: Extension::default(),
            stamps: Stamps::default(),
        }
    }

    /// The atomics with the geometry that each of them names.
    pub fn atomic_geometries(&self) -> impl Iterator<Item = (&Atomic, &Geometry)> {
        self.atomics.iter().filter_map(|atomic| {
            let index = usize::try_from(atomic.geometry_index).ok()?;
            Some((atomic, self.geometries.get(index)?))
        })
    }

    /// An atomic of this clump in the standalone form, with its own copy of the geometry.
    pub fn standalone_atomic(&self, index: usize) -> Option<Atomic> {
        let (atomic, geometry) = self.atomic_geometries().nth(index)?;
        Some(Atomic {
            geometry: Some(Box::new(geometry.clone())),
            ..atomic.clone()
        })
    }

    fn read_payload(payload: &mut Cursor<'_>) -> Result<Self> {
        let atomic_count = section::read(payload, id::STRUCT, |fields| {
            let atomic_count = section::count(fields)?;
            let at = fields.offset();
            let others = [fields.u32()?, fields.u32()?];
            if others != [0, 0] {
                return Err(FormatError::unsupported(
                    at,
                    "a clump with lights or cameras",
                ));
            }
            Ok(atomic_count)
        })?;
        let frames = frame::read_list(payload)?;
        let geometries = read_geometries(payload)?;
        let atomic_count = section::bounded(
            payload,
            "atomics",
            u64::from(atomic_count),
            Atomic::MIN_BYTES,
        )
        .within(|| "atomic count")?;
        let atomics = section::list(payload, "atomic", atomic_count, |payload| {
            let at = payload.offset();
            let atomic = Atomic::read_inner(payload)?;
            check_indices(&atomic, frames.len(), geometries.len(), at)?;
            Ok(atomic)
        })?;
        let extension = extension::read(payload, extension::of::NOTHING, |_, _| Ok(false))?;
        Ok(Self {
            frames,
            geometries,
            atomics,
            extension,
            stamps: Stamps::default(),
        })
    }

    fn write_payload(&self, out: &mut Vec<u8>) {
        section::write(out, id::STRUCT, |out| {
            out.extend((self.atomics.len() as u32).to_le_bytes());
            out.extend([0; 8]);
        });
        frame::write_list(out, &self.frames);
        section::write(out, id::GEOMETRY_LIST, |out| {
            section::write(out, id::STRUCT, |out| {
                out.extend((self.geometries.len() as u32).to_le_bytes());
            });
            for geometry in &self.geometries {
                geometry.write_to(out);
            }
        });
        for atomic in &self.atomics {
            atomic.write_to(out);
        }
        ExtensionWriter::default().write(&self.extension, out);
    }
}

section::stream!(Clump, id::CLUMP);

fn read_geometries(cursor: &mut Cursor<'_>) -> Result<Vec<Geometry>> {
    /// Headers of a geometry, its struct and its list, and the smallest struct.
    const MIN_BYTES: u64 = 12 * 3 + 40;
    section::read(cursor, id::GEOMETRY_LIST, |payload| {
        let count = section::read(payload, id::STRUCT, section::count)?;
        let count = section::bounded(payload, "geometries", u64::from(count), MIN_BYTES)?;
        section::list(payload, "geometry", count, Geometry::read_from)
    })
}

fn check_indices(atomic: &Atomic, frames: usize, geometries: usize, at: u64) -> Result<()> {
    if atomic.geometry.is_some() {
        return Err(FormatError::malformed(
            at,
            "an atomic that names its geometry by index",
            "an inline geometry",
        ));
    }
    for (what, index, count) in [
        ("frame", atomic.frame_index, frames),
        ("geometry", atomic.geometry_index, geometries),
    ] {
        if usize::try_from(index).map_or(true, |index| index >= count) {
            return Err(FormatError::malformed(
                at,
                format!("a {what} index below {count}"),
                index,
            ));
        }
    }
    Ok(())
}
