//! The level's settings. Source: spec/commando-assets.md 9.1.

use binrw::{BinRead, BinWrite};
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::record::{all, bytes_of, record};

/// A level's settings.
#[derive(Debug, Clone, PartialEq, Default, BinRead, BinWrite)]
#[brw(little)]
pub struct LevelSettings {
    /// Red, green, blue, 0 to 255; red is -1 when there is none.
    pub background: [i32; 3],
    /// Red, green, blue, 0 to 255.
    pub fog: [i32; 3],
    /// Where fog begins and where it is full.
    pub fog_distance: [f32; 2],
    /// How much of it there is at these two.
    pub fog_intensity: [f32; 2],
    /// Below this height the hero dies.
    pub death_height: f32,
    /// Whether "up" is away from the world's centre.
    pub is_spherical_world: i32,
    /// The world's centre.
    pub sphere_centre: [f32; 3],
    /// Where the ship lands.
    pub ship_position: [f32; 3],
    /// Which way it looks, in radians about z.
    pub ship_rotation: f32,
    /// The ship's path, and two cuboids for its cameras.
    pub ship_path_and_cuboids: [i32; 3],
    /// 0.
    pub unknown_58: i32,
    /// Which chunk a place belongs to: at most two planes.
    #[brw(ignore)]
    pub chunk_planes: Vec<ChunkPlane>,
    /// Sounds that stay loaded.
    #[brw(ignore)]
    pub core_sounds_count: i32,
    /// What follows.
    #[brw(ignore)]
    pub rest: Vec<u8>,
}

record! {
    /// A border between chunks, 0x20 bytes.
    #[derive(Copy, Default)]
    pub struct ChunkPlane: usize = 0x20 {
        /// A point on it.
        pub point: [f32; 3],
        /// In the first one how many there are; a level without any has one of zeros.
        pub plane_count: i32,
        /// Leads into the chunk.
        pub normal: [f32; 3],
        /// 0.
        pub unknown_1c: i32,
    }
}

impl LevelSettings {
    /// Settings of a flat level without fog, background and chunks.
    pub fn plain() -> Self {
        Self {
            background: [-1, 0, 0],
            chunk_planes: vec![ChunkPlane::default()],
            ..Self::default()
        }
    }

    /// Reads a block of settings.
    ///
    /// # Errors
    /// `Malformed` when it is cut short or has more planes than fit.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let head: Self = cursor.record()?;
        let first = cursor
            .clone()
            .record::<ChunkPlane>()
            .within(|| "chunk planes")?;
        let count = u64::try_from(first.plane_count.max(1)).map_err(|_| {
            FormatError::malformed(cursor.offset(), "a count of planes", first.plane_count)
        })?;
        let count = cursor.check_count(count, 0x20).within(|| "chunk planes")?;
        let chunk_planes = all(cursor.take(count * ChunkPlane::BYTES)?).collect();
        Ok(Self {
            chunk_planes,
            core_sounds_count: cursor.i32().within(|| "core sounds")?,
            rest: cursor.take(cursor.remaining())?.to_vec(),
            ..head
        })
    }

    /// The bytes of the block.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_record(&mut out, self);
        out.extend(bytes_of(&self.chunk_planes));
        out.extend(self.core_sounds_count.to_le_bytes());
        out.extend(&self.rest);
        out
    }

    /// The chunk that a place belongs to: that of the first plane in front of which it lies, counted from 1; else 0.
    /// Source: spec/commando-container.md 9.1.
    pub fn chunk_at(&self, place: [f32; 3]) -> usize {
        let [px, py, pz] = place;
        let planes = self
            .chunk_planes
            .first()
            .map_or(0, |first| first.plane_count.max(0));
        let mut planes = self.chunk_planes.iter().take(planes as usize).take(2);
        let front = planes.position(|plane| {
            let ([nx, ny, nz], [x, y, z]) = (plane.normal, plane.point);
            nx * (px - x) + ny * (py - y) + nz * (pz - z) > 0.0
        });
        front.map_or(0, |plane| plane + 1)
    }
}
