//! A level's file out of its pieces. Source: spec/commando-container.md 10.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use super::chunk::ChunkFile;
use super::data::{DataExtent, DataMembers};
use super::file::LevelFile;
use super::header::LevelMembers;
use crate::core::{ClassEntry, CoreHeader, CoreIndex, CoreTables, ShrubClassEntry, TextureEntry};
use crate::gameplay::Gameplay;
use crate::gaps::Canvas;
use crate::lz;
use crate::range::word;
use crate::texture::{Texture, TextureStore};

/// The pieces of a level. Blocks are the bytes that their own modules write; empty ones are absent. [`Self::write`] makes the
/// file of them.
#[derive(Debug, Clone, Default)]
pub struct NewLevel {
    /// The level's number.
    pub id: i32,
    /// Reverb; 0 will do.
    pub reverb: i32,
    /// The terrain block.
    pub tfrags: Vec<u8>,
    /// The occlusion grid.
    pub occlusion: Vec<u8>,
    /// The sky.
    pub sky: Vec<u8>,
    /// The collision mesh.
    pub collision: Vec<u8>,
    /// Textures of the four kinds.
    pub textures: NewTextures,
    /// Classes of mobys.
    pub moby_classes: Vec<NewClass>,
    /// Classes of ties.
    pub tie_classes: Vec<NewClass>,
    /// Classes of shrubs.
    pub shrub_classes: Vec<NewShrubClass>,
    /// The hero's animations, which stand behind the last class; at most 256.
    pub hero_sequences: Vec<Vec<u8>>,
    /// Level code and data; see [`super::Overlay`].
    pub overlay: Vec<u8>,
    /// What stands where.
    pub gameplay: Gameplay,
    /// Occlusion mappings, not compressed.
    pub occlusion_mappings: Vec<u8>,
    /// The sound bank; without one the file has a sector of zeros.
    pub sound_bank: Vec<u8>,
    /// Chunks 0 to 2; at most three.
    pub chunks: Vec<NewChunk>,
}

/// Textures of a new level; each kind's are named by their place in its list.
#[derive(Debug, Clone, Default)]
pub struct NewTextures {
    /// Of the terrain.
    pub tfrag: Vec<Texture>,
    /// Of mobys.
    pub moby: Vec<Texture>,
    /// Of ties.
    pub tie: Vec<Texture>,
    /// Of shrubs.
    pub shrub: Vec<Texture>,
}

/// A class of a new level.
#[derive(Debug, Clone, Default)]
pub struct NewClass {
    /// Its number, by which instances name it.
    pub class: i32,
    /// For each of its texture slots the place in its kind's textures; at most 15.
    pub textures: Vec<u8>,
    /// Its geometry; empty for a class without.
    pub bytes: Vec<u8>,
}

/// A class of shrubs of a new level.
#[derive(Debug, Clone, Default)]
pub struct NewShrubClass {
    /// What every class has.
    pub class: NewClass,
    /// The picture that stands for it far away.
    pub billboard: Option<Texture>,
}

/// A chunk of a new level.
#[derive(Debug, Clone, Default)]
pub struct NewChunk {
    /// Its terrain block.
    pub tfrags: Vec<u8>,
    /// Its collision mesh.
    pub collision: Vec<u8>,
    /// Its sounds.
    pub sound_bank: Vec<u8>,
}

/// What geometry is aligned to.
const BLOCK_ALIGNMENT: usize = 0x40;
/// What the texels are aligned to.
const PIXEL_ALIGNMENT: usize = 0x100;
/// Entries of the hero's table.
const HERO_SEQUENCES: usize = 256;
/// What the public writer puts into the two words whose meaning is unknown.
const GLASS_MAP: (i32, i32) = (0x4000, 0x400);

impl NewLevel {
    /// The bytes of `LEVEL<n>.WAD`. The same pieces always give the same bytes.
    ///
    /// # Errors
    /// `Limit` when there are too many textures, classes, animations or chunks for their tables, or too many bytes; `Malformed`
    /// when a texture's level has not its size, or there is occlusion, sky or collision, but no terrain before it.
    pub fn write(&self) -> Result<Vec<u8>> {
        limits::check("chunks of a level", self.chunks.len() as u64, 3, 0)?;
        let (index, core_data, store) = self.core()?;
        let core_index = index.write()?;
        let data = DataExtent::lay_out(DataMembers {
            overlay: &self.overlay,
            core_index: &core_index,
            gs_ram: &store.gs_ram,
            core_data: &core_data,
            ..DataMembers::default()
        })?;
        let data = data.write()?;
        let gameplay = lz::compress(&self.gameplay.write()?);
        let chunks: Vec<Vec<u8>> = self
            .chunks
            .iter()
            .map(NewChunk::write)
            .collect::<Result<_>>()?;
        let silence = [0];
        let chunk = |i: usize| chunks.get(i).map_or(&[][..], Vec::as_slice);
        let bank = |i: usize| self.chunks.get(i).map_or(&[][..], |it| &it.sound_bank);
        let file = LevelFile::lay_out(
            self.id,
            self.reverb,
            LevelMembers {
                data: &data,
                sound_bank: if self.sound_bank.is_empty() {
                    &silence
                } else {
                    &self.sound_bank
                },
                gameplay: &gameplay,
                gameplay_pal: &[],
                occlusion: &self.occlusion_mappings,
                chunks: std::array::from_fn(chunk),
                chunk_sound_banks: std::array::from_fn(bank),
            },
        )?;
        file.write()
    }

    /// The directory, the compressed core data, and the textures' memory.
    fn core(&self) -> Result<(CoreIndex, Vec<u8>, TextureStore)> {
        let mut store = TextureStore::new();
        let mut tables = CoreTables {
            tfrag_textures: add_all(&mut store, "tfrag textures", &self.textures.tfrag)?,
            moby_textures: add_all(&mut store, "moby textures", &self.textures.moby)?,
            tie_textures: add_all(&mut store, "tie textures", &self.textures.tie)?,
            shrub_textures: add_all(&mut store, "shrub textures", &self.textures.shrub)?,
            ..CoreTables::default()
        };
        let mut data = Canvas::default();
        let mut header = self.place_blocks(&mut data)?;
        data.align(PIXEL_ALIGNMENT);
        // A place of 0 would be none.
        data.put(
            data.0.len(),
            if data.0.is_empty() {
                &[0; PIXEL_ALIGNMENT]
            } else {
                &[]
            },
        );
        header.textures_base = word(data.append(PIXEL_ALIGNMENT, &store.pixels), CORE_BYTES)?;
        for class in &self.moby_classes {
            tables.moby_classes.push(place_class(&mut data, class)?);
        }
        for class in &self.tie_classes {
            tables.tie_classes.push(place_class(&mut data, class)?);
        }
        for shrub in &self.shrub_classes {
            let class = place_class(&mut data, &shrub.class)?;
            let billboard = match &shrub.billboard {
                Some(texture) => store.add_billboard(texture).within(|| "billboard")?,
                None => Default::default(),
            };
            tables
                .shrub_classes
                .push(ShrubClassEntry { class, billboard });
        }
        header.scene_view_size = word(data.align(0x10), CORE_BYTES)?;
        tables.hero_sequences = self.place_hero(&mut data)?;
        tables.gs_ram = std::mem::take(&mut store.gs_entries);
        data.align(BLOCK_ALIGNMENT);
        let stream = lz::compress(&data.0);
        header.assets_compressed_size = word(stream.len(), CORE_BYTES)?;
        header.assets_decompressed_size = word(data.0.len(), CORE_BYTES)?;
        (header.glass_map_texture, header.glass_map_palette) = GLASS_MAP;
        Ok((CoreIndex::lay_out(header, tables)?, stream, store))
    }

    /// Terrain, occlusion, sky and collision; terrain and collision with room for the largest chunk's.
    fn place_blocks(&self, data: &mut Canvas) -> Result<CoreHeader> {
        let largest =
            |part: fn(&NewChunk) -> usize| self.chunks.iter().map(part).max().unwrap_or_default();
        data.put(0, &self.tfrags);
        let room = largest(|chunk| chunk.tfrags.len()).max(data.0.len());
        data.0.resize(room, 0);
        let mut place = |block: &[u8], room: usize| {
            if block.is_empty() {
                return Ok(0);
            }
            let at = data.append(BLOCK_ALIGNMENT, block);
            if at == 0 {
                let expected = "a terrain block before the others";
                return Err(FormatError::malformed(0, expected, "none"));
            }
            data.0.resize((at + room).max(data.0.len()), 0);
            word(at, CORE_BYTES)
        };
        Ok(CoreHeader {
            occlusion: place(&self.occlusion, 0)?,
            sky: place(&self.sky, 0)?,
            collision: place(&self.collision, largest(|chunk| chunk.collision.len()))?,
            ..CoreHeader::default()
        })
    }

    fn place_hero(&self, data: &mut Canvas) -> Result<Vec<i32>> {
        let count = self.hero_sequences.len();
        limits::check(
            "animations of the hero",
            count as u64,
            HERO_SEQUENCES as u64,
            0,
        )?;
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut offsets = vec![0; HERO_SEQUENCES];
        for (offset, sequence) in offsets.iter_mut().zip(&self.hero_sequences) {
            *offset = word(data.append(0x10, sequence), CORE_BYTES)?;
        }
        Ok(offsets)
    }
}

const CORE_BYTES: &str = "core data bytes";

impl NewChunk {
    fn write(&self) -> Result<Vec<u8>> {
        let stream = |block: &[u8]| match block {
            [] => Vec::new(),
            _ => lz::compress(block),
        };
        let (tfrags, collision) = (stream(&self.tfrags), stream(&self.collision));
        Ok(ChunkFile::lay_out(&tfrags, &collision)?.write())
    }
}

fn add_all(
    store: &mut TextureStore,
    name: &'static str,
    textures: &[Texture],
) -> Result<Vec<TextureEntry>> {
    let add = |(i, texture)| store.add(texture).within(|| format!("{name}[{i}]"));
    textures.iter().enumerate().map(add).collect()
}

fn place_class(data: &mut Canvas, class: &NewClass) -> Result<ClassEntry> {
    let (used, most) = (class.textures.len() as u64, ClassEntry::MAX_TEXTURES as u64);
    limits::check("textures of a class", used, most, 0)
        .within(|| format!("class {}", class.class))?;
    Ok(ClassEntry {
        offset: match class.bytes.as_slice() {
            [] => 0,
            bytes => word(data.append(BLOCK_ALIGNMENT, bytes), CORE_BYTES)?,
        },
        class: class.class,
        textures: ClassEntry::slots(&class.textures),
        ..ClassEntry::default()
    })
}
