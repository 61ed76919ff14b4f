//! Level file, `<level>.lev`: sky, clouds, skyline, glow world, occluders, and what is kept raw for now.

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::native_data::ChainLayout;
use wonderwheel_renderware::texture::NativeTexture;
use wonderwheel_renderware::world::World;

use crate::chunk::around::Around;
use crate::chunk::stacks::{CollisionChunks, Object, StackedChunk, Stacks};
use crate::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use crate::collision::CollisionMesh;
pub use crate::collision::RawCollision;
use crate::names::crc32;
use crate::occluder::{Occluder, OccluderTable};
use crate::padding::align16;
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

/// A background model: it shows its dictionary's first texture, whatever its material names.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelModel {
    /// Its textures.
    pub dictionary: TextureDictionary,
    /// One atomic.
    pub clump: Clump,
}

impl LevelModel {
    /// What the game links when the level is built: the first material of the first atomic and the dictionary's first
    /// texture, which that material shows whatever name it has. `None` when there is no such atomic, material or texture.
    /// Source: spec/chunks.md 5.1; 0x0040d088.
    pub fn linked(&self) -> Option<(&Material, &NativeTexture)> {
        let (_, geometry) = self.clump.atomic_geometries().next()?;
        Some((
            geometry.materials.first()?,
            self.dictionary.textures.first()?,
        ))
    }

    fn validate(&self, findings: &mut Findings) {
        findings.expect(self.linked().is_some(), "level-model-link", || {
            let textures = self.dictionary.textures.len();
            let atomics = self.clump.atomics.len();
            format!(
                "expected a material in the first of {atomics} atomics and a first of {textures} textures"
            )
        });
    }
}

/// Hash words, never read by the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelHashes {
    /// The resource header's.
    pub resource: u32,
    /// One a chunk.
    pub chunks: [u32; 18],
}

/// The types of the 18 chunks in file order. Source: spec/chunks.md 5.1.
pub const CHUNK_ORDER: [ChunkType; 18] = [
    ChunkType::Occluders,
    ChunkType::RenderwareTextureDic,
    ChunkType::PreinstanceObject,
    ChunkType::RenderwareTextureDic,
    ChunkType::PreinstanceObject,
    ChunkType::RenderwareTextureDic,
    ChunkType::PreinstanceObject,
    ChunkType::RenderwareTextureDic,
    ChunkType::SectorBspData,
    ChunkType::PathData,
    ChunkType::CollisionChecked,
    ChunkType::CollisionVertexBuffer,
    ChunkType::CollisionTriangles,
    ChunkType::CollisionGrid,
    ChunkType::CollisionStrings,
    ChunkType::CollisionMesh,
    ChunkType::LevelHeader,
    ChunkType::Subtitles,
];

impl LevelHashes {
    /// What a writer stores: the hash of the level's name, and of `<level>.<chunk type in hex>` a chunk.
    /// Source: spec/chunks.md 1.4.
    pub fn of(level: &str) -> Self {
        Self {
            resource: crc32(level),
            chunks: CHUNK_ORDER.map(|ty| crc32(&format!("{level}.{:02x}", ty.value()))),
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

    /// Reads a whole level file: a strict flat container of the 18 chunks of [`CHUNK_ORDER`].
    ///
    /// # Errors
    /// `Malformed`, `Unsupported` or `Limit`, with chunk and section in the path. Nothing of a broken level is kept.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(cursor: Cursor<'_>) -> Result<Self> {
        read(cursor, Rules::Strict)
            .map(|(level, _)| level)
            .within(|| "level file")
    }

    /// Reads a file that its name says is a level: container rules that the game does not look at (sizes that disagree,
    /// zero words, bytes after the last chunk) are noted instead of failing.
    ///
    /// # Errors
    /// As [`Self::read`], for everything else.
    pub fn read_forced(bytes: &[u8]) -> Result<(Self, Vec<FormatError>)> {
        read(Cursor::new(bytes), Rules::Forced).within(|| "level file")
    }

    /// Reads a file that its name says is a level, as the game does, and runs every pass over it: the container's
    /// ([`ResourceSlice::inspect`], [`ResourceSlice::validate`]) and [`Self::validate`]. What was met before an error is in
    /// `findings` too.
    ///
    /// # Errors
    /// As [`Self::read_forced`].
    pub fn inspect(bytes: &[u8], findings: &mut Findings) -> Result<Self> {
        let resource = ResourceSlice::inspect(bytes, findings).within(|| "level file")?;
        resource.validate(findings);
        let (level, _) = Self::read_forced(bytes)?;
        // The rest of what `validate` looks at has been reported chunk by chunk.
        level.validate_links(findings);
        Ok(level)
    }

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

    /// Reports what no level of the disc has: `level-model-link` for a background model that shows no texture,
    /// `level-glow-texture` for a glow material whose texture is not in the glow dictionary, `level-glow-sectors` for a glow
    /// world of several sectors, `chunk-unreadable` for collision, path data or subtitles that cannot be read, and the rules
    /// of everything that is in it.
    pub fn validate(&self, findings: &mut Findings) {
        self.validate_links(findings);
        findings.within("occluders", |findings| {
            self.occluder_table().validate(findings)
        });
        for (name, model) in self.models() {
            findings.within(name, |findings| {
                model.dictionary.validate(findings);
                model.clump.validate(ChainLayout::Packed, findings);
            });
        }
        findings.within("glow world", |findings| {
            self.glow_dictionary.validate(findings);
            self.glow_world.validate(findings);
        });
        findings.within("path data", |findings| {
            report(self.path_data(), PathData::validate, findings);
        });
        findings.within("collision", |findings| {
            report(self.collision(), CollisionMesh::validate, findings);
        });
        // It gives its own name.
        report(self.subtitles(), Subtitles::validate, findings);
        for (i, around) in self.unread.around.iter().enumerate() {
            // The sections are those of chunks 2 to 9, counted from 1.
            findings.within(format!("chunk[{}]", i + 1), |findings| {
                around.validate(findings);
            });
        }
    }

    /// Whether what the game joins belongs together.
    pub(crate) fn validate_links(&self, findings: &mut Findings) {
        for (name, model) in self.models() {
            findings.within(name, |findings| model.validate(findings));
        }
        findings.within("glow world", |findings| self.validate_glow(findings));
    }

    fn models(&self) -> [(&'static str, &LevelModel); 3] {
        [
            ("skyline", &self.skyline),
            ("sky", &self.sky),
            ("clouds", &self.clouds),
        ]
    }

    fn validate_glow(&self, findings: &mut Findings) {
        let sectors = self.glow_world.sectors.len();
        findings.expect(sectors == 1, "level-glow-sectors", || {
            format!("expected one sector, found {sectors}")
        });
        for (i, material) in self.glow_world.materials.iter().enumerate() {
            for reference in material.references() {
                let exists = self.glow_dictionary.find(&reference.name).is_some();
                findings.expect(exists, "level-glow-texture", || {
                    let name = &reference.name;
                    format!(
                        "material[{i}]: expected a texture of the glow dictionary, found {name}"
                    )
                });
            }
        }
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
        Resource {
            name_hash: self.hashes.resource,
            chunks: chunks
                .map(|((ty, hash), bytes)| Chunk { ty, hash, bytes })
                .collect(),
        }
        .write()
    }
}

/// Runs the pass over a value that could be read, else reports why not.
fn report<T>(read: Result<T>, pass: impl FnOnce(&T, &mut Findings), findings: &mut Findings) {
    match read {
        Ok(value) => pass(&value, findings),
        Err(error) => findings.report_at("chunk-unreadable", error.offset(), error.to_string()),
    }
}

/// The rest of `cursor`.
fn read(cursor: Cursor<'_>, rules: Rules) -> Result<(LevelFile, Vec<FormatError>)> {
    let end = cursor.offset() + cursor.remaining() as u64;
    let (resource, noted) = ResourceSlice::read_with(cursor, rules)?;
    check_order(&resource, end)?;
    let mut stacks = Stacks::default();
    HandlerTable::default().load_flat(&resource, &mut stacks)?;
    let mut level = stacks.objects.pop_level(end)?;
    let missing = |ty: ChunkType| FormatError::malformed(end, format!("a {ty} chunk"), "none");
    let kept = *std::mem::take(&mut stacks.kept);
    let path_data = kept.path_data.ok_or_else(|| missing(ChunkType::PathData))?;
    let subtitles = kept
        .subtitles
        .ok_or_else(|| missing(ChunkType::Subtitles))?;
    stacks.expect_empty("a level that takes every chunk", end)?;
    level.hashes.chunks[9] = path_data.hash;
    level.hashes.chunks[17] = subtitles.hash;
    level.hashes.resource = resource.name_hash;
    level.path_data = path_data.value.rest().to_vec();
    level.subtitles = subtitles.value.rest().to_vec();
    Ok((level, noted))
}

fn check_order(resource: &ResourceSlice<'_>, end: u64) -> Result<()> {
    for (i, wanted) in CHUNK_ORDER.into_iter().enumerate() {
        let (found, offset) = match resource.chunks.get(i) {
            Some(chunk) if chunk.ty == wanted => continue,
            Some(chunk) => (chunk.ty.to_string(), chunk.payload.offset()),
            None => ("the end".to_owned(), end),
        };
        return Err(
            FormatError::malformed(offset, wanted.to_string(), found).within(format!("chunk[{i}]"))
        );
    }
    match resource.chunks.get(CHUNK_ORDER.len()) {
        None => Ok(()),
        Some(extra) => Err(FormatError::malformed(
            extra.payload.offset(),
            format!("{} chunks", CHUNK_ORDER.len()),
            resource.chunks.len(),
        )),
    }
}

/// The handler of 0x40: sets the path data aside, as the game keeps it in a global. Source: spec/chunks.md 5.1; 0x0024e720.
pub(crate) fn keep_path_data(stacks: &mut Stacks<'_>) -> Result<()> {
    let chunk = stacks.chunks.pop_raw(ChunkType::PathData)?;
    check_path_length(&chunk)?;
    stacks.kept.path_data = Some(chunk);
    Ok(())
}

/// The handler of 0x51: sets the subtitles aside, as the game keeps them in a global. Source: spec/chunks.md 5.1; 0x001cab90.
pub(crate) fn keep_subtitles(stacks: &mut Stacks<'_>) -> Result<()> {
    let chunk = stacks.chunks.pop_raw(ChunkType::Subtitles)?;
    let mut cursor = chunk.value.clone();
    let size = cursor.remaining();
    let length = cursor.u16()?;
    if usize::from(length) > size {
        return Err(FormatError::malformed(
            chunk.offset,
            format!("a length within {size} bytes"),
            length,
        ));
    }
    stacks.kept.subtitles = Some(chunk);
    Ok(())
}

/// The handler of 0x03: takes the six collision chunks and leaves a mesh on the object stack.
pub(crate) fn build_collision(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut pop = |ty| {
        let chunk = stacks.chunks.pop_raw(ty)?;
        Ok((chunk.value.rest().to_vec(), chunk.hash, chunk.offset))
    };
    let (mesh, mesh_hash, offset) = pop(ChunkType::CollisionMesh)?;
    let (lists, lists_hash, _) = pop(ChunkType::CollisionStrings)?;
    let (grid, grid_hash, _) = pop(ChunkType::CollisionGrid)?;
    let (triangles, triangles_hash, _) = pop(ChunkType::CollisionTriangles)?;
    let (vertices, vertices_hash, _) = pop(ChunkType::CollisionVertexBuffer)?;
    let (checked, checked_hash, _) = pop(ChunkType::CollisionChecked)?;
    let chunks = RawCollision {
        checked,
        vertices,
        triangles,
        grid,
        lists,
        mesh,
    };
    chunks.check_lengths(offset)?;
    let hashes = [
        checked_hash,
        vertices_hash,
        triangles_hash,
        grid_hash,
        lists_hash,
        mesh_hash,
    ];
    let mesh = CollisionChunks { chunks, hashes };
    stacks
        .objects
        .push(Object::CollisionMesh(Box::new(mesh)), offset)
}

/// The handler of 0x17: takes everything that a level consists of, in the game's order, and leaves the level on the object
/// stack. Path data and subtitles are not on the stacks. Source: spec/chunks.md 5.1; 0x0040d088.
pub(crate) fn build_level(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut header = stacks.chunks.pop_raw(ChunkType::LevelHeader)?;
    let header_bytes = header.value.array().within(|| "level header")?;
    header.value.finish().within(|| "level header")?;
    let collision = stacks.objects.pop_collision(header.offset)?;
    let glow_world = stacks.chunks.pop_world()?;
    let glow_dictionary = stacks.chunks.pop_dictionary()?;
    let clouds = pop_model(stacks).within(|| "clouds")?;
    let sky = pop_model(stacks).within(|| "sky")?;
    let skyline = pop_model(stacks).within(|| "skyline")?;
    let mut walls = stacks.chunks.pop_raw(ChunkType::Occluders)?;
    let walls_bytes = walls.value.rest();
    let table =
        OccluderTable::read(&mut walls.value).within(|| ChunkType::Occluders.to_string())?;
    let occluders: Vec<_> = table.occluders().collect();
    let plain: OccluderTable = occluders.iter().copied().collect();
    let unread_walls = (plain.write() != walls_bytes).then_some(table);
    let [checked, vertices, triangles, grid, lists, mesh] = collision.hashes;
    let [skyline_textures, skyline_model] = skyline.around;
    let [sky_textures, sky_model] = sky.around;
    let [cloud_textures, cloud_model] = clouds.around;
    let level = LevelFile {
        occluders,
        skyline: skyline.model,
        sky: sky.model,
        clouds: clouds.model,
        glow_dictionary: glow_dictionary.value,
        glow_world: glow_world.value,
        path_data: Vec::new(),
        collision: collision.chunks,
        header: header_bytes,
        subtitles: Vec::new(),
        hashes: LevelHashes {
            resource: 0,
            chunks: [
                walls.hash,
                skyline.hashes[0],
                skyline.hashes[1],
                sky.hashes[0],
                sky.hashes[1],
                clouds.hashes[0],
                clouds.hashes[1],
                glow_dictionary.hash,
                glow_world.hash,
                0,
                checked,
                vertices,
                triangles,
                grid,
                lists,
                mesh,
                header.hash,
                0,
            ],
        },
        unread: UnreadBytes {
            occluders: unread_walls,
            around: [
                skyline_textures,
                skyline_model,
                sky_textures,
                sky_model,
                cloud_textures,
                cloud_model,
                glow_dictionary.around,
                glow_world.around,
            ],
        },
    };
    stacks
        .objects
        .push(Object::Level(Box::new(level)), header.offset)
}

/// A model with the hash words of its two chunks, and what stands around their sections: dictionary, clump.
struct PoppedModel {
    model: LevelModel,
    hashes: [u32; 2],
    around: [Around; 2],
}

fn pop_model(stacks: &mut Stacks<'_>) -> Result<PoppedModel> {
    let clump = stacks.chunks.pop_clump(ChunkType::ObjectDeviceOid)?;
    let dictionary = stacks.chunks.pop_dictionary()?;
    Ok(PoppedModel {
        hashes: [dictionary.hash, clump.hash],
        around: [dictionary.around, clump.around],
        model: LevelModel {
            dictionary: dictionary.value,
            clump: clump.value,
        },
    })
}

/// Path data states the count of everything but its slab lists, which take the rest. Source: spec/paths-subtitles.md A1.
fn check_path_length(chunk: &StackedChunk<Cursor<'_>>) -> Result<()> {
    let mut cursor = chunk.value.clone();
    let size = cursor.remaining();
    let offset = cursor.offset();
    let paths = u64::from(cursor.u32()?);
    let vertices = u64::from(cursor.u32()?);
    let nodes = u64::from(cursor.u16()?);
    let areas = u64::from(cursor.u16()?);
    let edges = u64::from(cursor.u32()?);
    let needed = 0x20 + 16 * areas + 16 * vertices + 0x50 * paths + 32 * nodes + 8 * edges + 4;
    if needed > size as u64 {
        return Err(FormatError::malformed(
            offset,
            format!(
                "at least {needed} bytes for {paths} paths, {vertices} vertices, {nodes} nodes and {edges} edges"
            ),
            size,
        ));
    }
    Ok(())
}

/// The smallest path data: no paths at all.
pub fn empty_path_data() -> Vec<u8> {
    vec![0; align16(0x20 + 4)]
}

/// The smallest subtitles: no text in any language.
pub fn empty_subtitles() -> Vec<u8> {
    vec![0; 16]
}
