//! A level's file with everything in it opened.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::chunk::ChunkFile;
use super::data::{DataExtent, DataMembers};
use super::file::LevelFile;
use super::header::LevelHeader;
use crate::core::{ClassEntry, CoreIndex, Regions, TextureEntry};
use crate::gameplay::Gameplay;
use crate::lenient::{OnFault, or_without};
use crate::lighting::NormalTable;
use crate::lz;
use crate::range::cut;
use crate::texture::{Texture, TextureSource};

/// A level: directory, decompressed geometry, textures' memory, code, instances. Blocks of terrain, sky, collision, occlusion
/// and classes are given as bytes; their own modules read them.
#[derive(Debug, Clone, Default)]
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
    /// See [`CoreIndex::resident_textures`]; empty without a directory.
    resident_textures: Box<[bool]>,
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

impl ClassKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Moby, Self::Tie, Self::Shrub];
}

impl TextureKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tfrag, Self::Moby, Self::Tie, Self::Shrub];
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
        Self::open(&LevelFile::read(file)?, &mut Err)
    }

    /// Opens as much of a level's file as can be used: without its directory or its geometry it is none, but a broken extent, a
    /// broken member, a directory whose tables do not follow each other and a stated size that is not the stream's cost only
    /// themselves. Each is one of the errors.
    ///
    /// # Errors
    /// As [`Self::read`], of the header, the directory and the geometry.
    pub fn read_lenient(file: &'a [u8]) -> Result<(Self, Vec<FormatError>)> {
        let (file, mut faults) = LevelFile::read_lenient(file)?;
        let before = faults.len();
        let level = Self::of_file(&file, &mut faults);
        if !level.has_core() {
            // What cost the level its data was met first, or else what is wrong with them.
            let at = if file.members.data.is_empty() {
                0
            } else {
                before
            };
            let missing = || FormatError::malformed(0, "a level's geometry", "none");
            return Err(faults.into_iter().nth(at).unwrap_or_else(missing));
        }
        Ok((level, faults))
    }

    /// Opens what can be opened of a file and notes what cannot, directory and geometry among it.
    pub(crate) fn of_file(file: &LevelFile<'a>, faults: &mut Vec<FormatError>) -> Self {
        let opened = Self::open(file, &mut |fault| {
            faults.push(fault);
            Ok(())
        });
        opened.unwrap_or_default()
    }

    /// Whether directory and geometry could be opened.
    pub(crate) fn has_core(&self) -> bool {
        !self.resident_textures.is_empty()
    }

    fn open(file: &LevelFile<'a>, on_fault: &mut OnFault<'_>) -> Result<Self> {
        let members = &file.members;
        let mut level = Self {
            header: file.header,
            occlusion_mappings: members.occlusion,
            sound_bank: members.sound_bank,
            ..Self::default()
        };
        or_without(level.open_core(members.data, on_fault), on_fault)?;
        if !members.gameplay.is_empty() {
            let plain = lz::decompress(members.gameplay).within(|| "gameplay");
            let gameplay = plain.and_then(|plain| Gameplay::read(&plain));
            level.gameplay = or_without(gameplay, on_fault)?;
        }
        for (chunk, bytes) in level.chunks.iter_mut().zip(members.chunks) {
            if !bytes.is_empty() {
                *chunk = or_without(ChunkFile::read(bytes).map(Some), on_fault)?;
            }
        }
        Ok(level)
    }

    fn open_core(&mut self, extent: &'a [u8], on_fault: &mut OnFault<'_>) -> Result<()> {
        self.data = DataExtent::open(extent, on_fault)?;
        let DataMembers {
            core_index,
            core_data,
            ..
        } = self.data.members;
        let index = CoreIndex::read(core_index).or_else(|error| {
            // Tables that do not follow each other can be looked into all the same.
            let forced = CoreIndex::read_forced(core_index);
            forced
                .map_err(|_| error.clone())
                .and_then(|index| on_fault(error).map(|()| index))
        })?;
        let expected = usize::try_from(index.header.assets_decompressed_size).unwrap_or_default();
        let most = expected.min(lz::DEFAULT_MAX_OUTPUT);
        let plain = lz::decompress_at_most(core_data, most).within(|| "core data")?;
        let compressed = index.header.assets_compressed_size;
        if usize::try_from(compressed) != Ok(core_data.len()) {
            let expected = format!("a stream of {compressed} bytes");
            let error = FormatError::malformed(0x88, expected, core_data.len());
            on_fault(error.within("core data"))?;
        }
        self.regions = Regions::find(&index, &plain)?;
        self.resident_textures = Box::new(index.resident_textures());
        self.core_data = plain;
        self.index = index;
        Ok(())
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
        for kind in TextureKind::ALL {
            let entries = self.textures(kind).iter().enumerate();
            findings.each(
                &format!("{kind:?} texture"),
                entries,
                |(i, entry), findings| {
                    let resident = kind == TextureKind::Moby && self.is_resident(i);
                    source.validate(entry, resident, findings);
                },
            );
        }
        self.validate_instances(findings);
        self.validate_occlusion(findings);
    }

    fn validate_instances(&self, findings: &mut Findings) {
        // A block that cannot be read was reported above.
        let ties = self.gameplay.tie_instances().unwrap_or_default();
        let shrubs = self.gameplay.shrub_instances().unwrap_or_default();
        let mobys = self.gameplay.moby_instances().unwrap_or_default();
        let mut validate =
            |kind, instances: &mut dyn Iterator<Item = i32>| {
                let mut known: Vec<i32> = self.classes(kind).map(|class| class.class).collect();
                known.sort_unstable();
                for (i, class) in instances.enumerate() {
                    findings.expect(known.binary_search(&class).is_ok(), "instance-class", || {
                    format!("expected a {kind:?} class of the level in instance {i}, found {class}")
                });
                }
            };
        validate(ClassKind::Tie, &mut ties.iter().map(|tie| tie.class));
        validate(
            ClassKind::Shrub,
            &mut shrubs.iter().map(|shrub| shrub.class),
        );
        validate(ClassKind::Moby, &mut mobys.iter().map(|moby| moby.class));
    }

    fn bytes(&self, range: &Range<usize>) -> &[u8] {
        cut(&self.core_data, range.clone())
    }
}
