//! A level's file with everything in it opened.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::chunk::ChunkFile;
use super::data::DataExtent;
use super::file::LevelFile;
use super::header::LevelHeader;
use crate::core::{ClassEntry, CoreIndex, Regions, TextureEntry};
use crate::gameplay::Gameplay;
use crate::lighting::NormalTable;
use crate::lz;
use crate::range::cut;
use crate::texture::{Texture, TextureSource};

/// A level: directory, decompressed geometry, textures' memory, code, instances. Blocks of terrain, sky, collision, occlusion
/// and classes are given as bytes; their own modules read them.
#[derive(Debug, Clone)]
pub struct Level<'a> {
    /// The file's header.
    pub header: LevelHeader,
    /// The data extent's members as they stand in the file.
    pub data: DataExtent<'a>,
    /// The directory.
    pub index: CoreIndex,
    /// The decompressed core data.
    pub core_data: Vec<u8>,
    /// Where everything is in it.
    pub regions: Regions,
    /// What stands where; nothing when the file has no gameplay.
    pub gameplay: Gameplay,
    /// Occlusion mappings, not read.
    pub occlusion_mappings: &'a [u8],
    /// Streamed chunks, their streams not decompressed.
    pub chunks: [Option<ChunkFile<'a>>; 3],
    /// Sounds, not read.
    pub sound_bank: &'a [u8],
    /// See [`CoreIndex::resident_textures`].
    resident_textures: Box<[bool; 256]>,
}

/// The kinds of class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassKind {
    /// Things that move.
    Moby,
    /// Buildings.
    Tie,
    /// Plants.
    Shrub,
}

/// The kinds of texture with mip levels in two buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureKind {
    /// Of the terrain.
    Tfrag,
    /// Of mobys.
    Moby,
    /// Of ties.
    Tie,
    /// Of shrubs.
    Shrub,
}

impl From<ClassKind> for TextureKind {
    fn from(kind: ClassKind) -> Self {
        match kind {
            ClassKind::Moby => Self::Moby,
            ClassKind::Tie => Self::Tie,
            ClassKind::Shrub => Self::Shrub,
        }
    }
}

impl<'a> Level<'a> {
    /// Opens a level's file, `LEVEL<n>.WAD`.
    ///
    /// # Errors
    /// As [`LevelFile::read`], [`DataExtent::read`], [`CoreIndex::read`], [`lz::decompress`], [`Regions::find`],
    /// [`Gameplay::read`] and [`ChunkFile::read`].
    pub fn read(file: &'a [u8]) -> Result<Self> {
        Self::open(file, &mut Err)
    }

    /// A level of its core alone: what is left of a file whose other members are broken.
    pub fn of_core(
        data: DataExtent<'a>,
        index: CoreIndex,
        core_data: Vec<u8>,
        regions: Regions,
    ) -> Self {
        Self {
            header: LevelHeader::default(),
            data,
            resident_textures: Box::new(index.resident_textures()),
            index,
            core_data,
            regions,
            gameplay: Gameplay::default(),
            occlusion_mappings: &[],
            chunks: [None, None, None],
            sound_bank: &[],
        }
    }

    /// Opens as much of a level's file as can be used: without its directory or its geometry it is none, but a broken gameplay
    /// stream, a broken chunk and a stated size that is not the stream's cost only themselves. Each is one of the errors.
    ///
    /// # Errors
    /// As [`Self::read`], of the file, the data extent, the directory and the geometry.
    pub fn read_lenient(file: &'a [u8]) -> Result<(Self, Vec<FormatError>)> {
        let mut faults = Vec::new();
        let level = Self::open(file, &mut |fault| {
            faults.push(fault);
            Ok(())
        })?;
        Ok((level, faults))
    }

    fn open(file: &'a [u8], on_fault: &mut dyn FnMut(FormatError) -> Result<()>) -> Result<Self> {
        let LevelFile {
            header, members, ..
        } = LevelFile::read(file)?;
        let data = DataExtent::read(members.data)?;
        let index = CoreIndex::read(data.members.core_index)?;
        let expected = usize::try_from(index.header.assets_decompressed_size).unwrap_or_default();
        let most = expected.min(lz::DEFAULT_MAX_OUTPUT);
        let core_data =
            lz::decompress_at_most(data.members.core_data, most).within(|| "core data")?;
        let compressed = index.header.assets_compressed_size;
        if usize::try_from(compressed) != Ok(data.members.core_data.len()) {
            let found = data.members.core_data.len();
            let error =
                FormatError::malformed(0x88, format!("a stream of {compressed} bytes"), found);
            on_fault(error.within("core data"))?;
        }
        let regions = Regions::find(&index, &core_data)?;
        let gameplay = match members.gameplay {
            [] => Ok(Gameplay::default()),
            stream => lz::decompress(stream)
                .within(|| "gameplay")
                .and_then(|bytes| Gameplay::read(&bytes)),
        };
        let gameplay = or_without(gameplay, on_fault)?;
        let mut chunk = |bytes: &'a [u8]| match bytes {
            [] => Ok(None),
            _ => or_without(ChunkFile::read(bytes).map(Some), on_fault),
        };
        let [chunk_0, chunk_1, chunk_2] = members.chunks;
        Ok(Self {
            header,
            gameplay,
            occlusion_mappings: members.occlusion,
            chunks: [chunk(chunk_0)?, chunk(chunk_1)?, chunk(chunk_2)?],
            sound_bank: members.sound_bank,
            ..Self::of_core(data, index, core_data, regions)
        })
    }

    /// The terrain block; zeros may follow it, as they may each of these.
    pub fn tfrags(&self) -> &[u8] {
        self.bytes(&self.regions.tfrags)
    }

    /// The occlusion grid; empty when there is none, as the next two.
    pub fn occlusion(&self) -> &[u8] {
        self.bytes(&self.regions.occlusion)
    }

    /// The sky.
    pub fn sky(&self) -> &[u8] {
        self.bytes(&self.regions.sky)
    }

    /// The collision mesh.
    pub fn collision(&self) -> &[u8] {
        self.bytes(&self.regions.collision)
    }

    /// Level code and data, to be searched for the table of sines.
    pub fn overlay(&self) -> &'a [u8] {
        self.data.members.overlay
    }

    /// The classes of a kind, in the order of their table.
    pub fn classes(&self, kind: ClassKind) -> impl Iterator<Item = &ClassEntry> {
        let tables = &self.index.tables;
        let (plain, shrubs) = match kind {
            ClassKind::Moby => (tables.moby_classes.as_slice(), [].as_slice()),
            ClassKind::Tie => (tables.tie_classes.as_slice(), [].as_slice()),
            ClassKind::Shrub => ([].as_slice(), tables.shrub_classes.as_slice()),
        };
        plain.iter().chain(shrubs.iter().map(|shrub| &shrub.class))
    }

    /// The bytes of a class's geometry, and where in the core data they stand; nothing when it has none.
    pub fn class_bytes(&self, class: &ClassEntry) -> Option<(usize, &[u8])> {
        let start = class.geometry()?;
        Some((start, self.bytes(&self.regions.from(start))))
    }

    /// The texture table of a kind.
    pub fn textures(&self, kind: TextureKind) -> &[TextureEntry] {
        let tables = &self.index.tables;
        match kind {
            TextureKind::Tfrag => &tables.tfrag_textures,
            TextureKind::Moby => &tables.moby_textures,
            TextureKind::Tie => &tables.tie_textures,
            TextureKind::Shrub => &tables.shrub_textures,
        }
    }

    /// What textures are read from.
    pub fn texture_source(&self) -> TextureSource<'_> {
        let pixels = self.bytes(&self.regions.textures);
        TextureSource::new(&self.index, pixels, self.data.members.gs_ram)
    }

    /// Reads a texture; that of a moby from the resident ones when it is one of theirs.
    ///
    /// # Errors
    /// As [`TextureSource::texture`]; `Malformed` when the table has no such entry.
    pub fn texture(&self, kind: TextureKind, index: usize) -> Result<Texture> {
        self.read_texture(kind, index)
            .within(|| format!("{kind:?} texture[{index}]"))
    }

    fn read_texture(&self, kind: TextureKind, index: usize) -> Result<Texture> {
        let table = self.textures(kind);
        let entry = table.get(index).ok_or_else(|| {
            FormatError::malformed(0, format!("a texture below {}", table.len()), index)
        })?;
        let source = self.texture_source();
        if kind == TextureKind::Moby && self.is_resident(index) {
            source.resident_texture(entry)
        } else {
            source.texture(entry)
        }
    }

    /// Whether a moby texture is used by a class with resident textures.
    fn is_resident(&self, index: usize) -> bool {
        self.resident_textures.get(index) == Some(&true)
    }

    /// Reports what the level's parts report, an overlay without the table of sines (`overlay-normal-table`), which lighting needs, and
    /// instances whose class has no entry (`instance-class`), in which case they
    /// are not drawn; and occlusion mappings of another level.
    pub fn validate(&self, findings: &mut Findings) {
        let has_table = matches!(NormalTable::find(self.overlay()), Ok(Some(_)));
        findings.expect(
            has_table || self.tfrags().is_empty(),
            "overlay-normal-table",
            || "no table of sines in the overlay: terrain cannot be lit",
        );
        self.data.validate(findings);
        self.index.validate(findings);
        self.regions
            .validate(&self.index, &self.core_data, findings);
        self.gameplay.validate(findings);
        let source = self.texture_source();
        for kind in [
            TextureKind::Tfrag,
            TextureKind::Moby,
            TextureKind::Tie,
            TextureKind::Shrub,
        ] {
            for (i, entry) in self.textures(kind).iter().enumerate() {
                findings.within(format!("{kind:?} texture[{i}]"), |findings| {
                    let resident = kind == TextureKind::Moby && self.is_resident(i);
                    source.validate(entry, resident, findings);
                });
            }
        }
        self.validate_instances(findings);
        self.validate_occlusion(findings);
    }

    fn validate_instances(&self, findings: &mut Findings) {
        // A block that cannot be read was reported above.
        let ties = self.gameplay.tie_instances().unwrap_or_default();
        let shrubs = self.gameplay.shrub_instances().unwrap_or_default();
        let mobys = self.gameplay.moby_instances().unwrap_or_default();
        for (kind, classes) in [
            (
                ClassKind::Tie,
                ties.iter().map(|tie| tie.class).collect::<Vec<_>>(),
            ),
            (
                ClassKind::Shrub,
                shrubs.iter().map(|shrub| shrub.class).collect(),
            ),
            (
                ClassKind::Moby,
                mobys.iter().map(|moby| moby.class).collect(),
            ),
        ] {
            let mut known: Vec<i32> = self.classes(kind).map(|class| class.class).collect();
            known.sort_unstable();
            for (i, class) in classes.iter().enumerate() {
                findings.expect(known.binary_search(class).is_ok(), "instance-class", || {
                    format!("expected a {kind:?} class of the level in instance {i}, found {class}")
                });
            }
        }
    }

    fn bytes(&self, range: &Range<usize>) -> &[u8] {
        cut(&self.core_data, range.clone())
    }
}

/// What was read; when it is broken and that is no end, nothing in its place.
fn or_without<T: Default>(
    read: Result<T>,
    on_fault: &mut dyn FnMut(FormatError) -> Result<()>,
) -> Result<T> {
    read.or_else(|error| on_fault(error).map(|()| T::default()))
}
