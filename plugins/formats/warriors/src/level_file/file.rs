//! A level file as a value, and its bytes.

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

use super::model::LevelModel;
use super::order::{CHUNK_ORDER, LevelHashes};
use crate::chunk::around::Around;
use crate::chunk::{Chunk, Resource};
use crate::collision::{CollisionMesh, RawCollision};
use crate::occluder::{Occluder, OccluderTable};
use crate::path_data::PathData;
use crate::subtitles::Subtitles;

/// A level file: 18 chunks in a fixed order. Source: spec/chunks.md 5.1.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelFile {
    /// Chunk 1, 0x53.
    pub occluders: Vec<Occluder>,
    /// Chunks 2-3: textures and model of the skyline.
    pub skyline: LevelModel,
    /// Chunks 4-5: the sky box.
    pub sky: LevelModel,
    /// Chunks 6-7: the cloud box, which turns.
    pub clouds: LevelModel,
    /// Chunk 8: the glow textures.
    pub glow_dictionary: TextureDictionary,
    /// Chunk 9, 0x15: the glow world, one sector, default layout.
    pub glow_world: World,
    /// Chunk 10, 0x40: path data, kept raw.
    pub path_data: Vec<u8>,
    /// Chunks 11-16, kept raw with their lengths checked.
    pub collision: RawCollision,
    /// Chunk 17, 0x17: 48 bytes of stale pointers.
    pub header: [u8; 48],
    /// Chunk 18, 0x51: subtitles, kept raw.
    pub subtitles: Vec<u8>,
    /// Hash words of the resource header and the 18 chunk headers, in file order.
    pub hashes: LevelHashes,
    /// Bytes that no other field holds. The default in a level made by hand.
    pub unread: UnreadBytes,
}

/// What a level file has besides what the game reads of it. Nothing, in files that this crate writes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UnreadBytes {
    /// Chunk 1 when more than its occluders stands in it: the room that records have for run-time values is not zero, or bytes
    /// follow the last. Written as long as it holds the level's occluders.
    pub occluders: Option<OccluderTable>,
    /// What stands around the sections of the eight chunks that hold one: chunks 2 to 9.
    pub around: [Around; 8],
}

impl UnreadBytes {
    /// Chunk 1.
    fn table(&self, occluders: &[Occluder]) -> Cow<'_, OccluderTable> {
        match &self.occluders {
            Some(table) if table.occluders().eq(occluders.iter().copied()) => Cow::Borrowed(table),
            _ => Cow::Owned(occluders.iter().copied().collect()),
        }
    }
}

impl LevelFile {
    /// What a writer stores as [`Self::header`]: the stale pointer of every level of the disc, then zeros.
    /// Source: spec/chunks.md 5.1.
    pub const HEADER: [u8; 48] = {
        let mut header = [0; 48];
        [header[0], header[1], header[2], header[3]] = 0x0040_9070_u32.to_le_bytes();
        header
    };

    /// Chunks 11 to 16 as a mesh that can be asked questions.
    ///
    /// # Errors
    /// As [`CollisionMesh::read`]. Offsets count from the begin of the chunk that the path names.
    pub fn collision(&self) -> Result<CollisionMesh> {
        CollisionMesh::from_raw(&self.collision).within(|| "collision")
    }

    /// Chunk 10 as records.
    ///
    /// # Errors
    /// As [`PathData::read`]. Offsets count from the chunk's begin.
    pub fn path_data(&self) -> Result<PathData> {
        PathData::read(&mut Cursor::new(&self.path_data)).within(|| "path data")
    }

    /// Chunk 18 as captions.
    ///
    /// # Errors
    /// As [`Subtitles::read`]. Offsets count from the chunk's begin.
    pub fn subtitles(&self) -> Result<Subtitles> {
        Subtitles::read(&self.subtitles)
    }

    /// Chunk 1 with every byte of it: that of the file as long as it holds [`Self::occluders`], else a new one.
    pub fn occluder_table(&self) -> Cow<'_, OccluderTable> {
        self.unread.table(&self.occluders)
    }

    pub(super) fn models(&self) -> [(&'static str, &LevelModel); 3] {
        [
            ("skyline", &self.skyline),
            ("sky", &self.sky),
            ("clouds", &self.clouds),
        ]
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let collision = &self.collision;
        let [a, b, c, d, e, f, g, h] = &self.unread.around;
        let payloads: [Vec<u8>; 18] = [
            self.occluder_table().write(),
            a.write(&self.skyline.dictionary.write()),
            b.write(&self.skyline.clump.write()),
            c.write(&self.sky.dictionary.write()),
            d.write(&self.sky.clump.write()),
            e.write(&self.clouds.dictionary.write()),
            f.write(&self.clouds.clump.write()),
            g.write(&self.glow_dictionary.write()),
            h.write(&self.glow_world.write()),
            self.path_data.clone(),
            collision.checked.clone(),
            collision.vertices.clone(),
            collision.triangles.clone(),
            collision.grid.clone(),
            collision.lists.clone(),
            collision.mesh.clone(),
            self.header.to_vec(),
            self.subtitles.clone(),
        ];
        let chunks = CHUNK_ORDER
            .into_iter()
            .zip(self.hashes.chunks)
            .zip(payloads);
        Resource::new(
            self.hashes.resource,
            chunks.map(|((ty, hash), bytes)| Chunk { ty, hash, bytes }),
        )
        .write()
    }
}
