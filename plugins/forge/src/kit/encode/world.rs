//! A streamed world: manifest, world stream, parts.

use std::collections::BTreeSet;

use glam::Vec3;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::{Aabb, StreamedSector, World};
use wonderwheel_warriors::manifest::{Manifest, ManifestPart};
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;

use crate::error::{ForgeError, Result};
use crate::kit::encode::Files;
use crate::kit::encode::atomic::{self, SectorAtomic, TextureNames};
use crate::kit::encode::bsp::Bsp;
use crate::kit::mesh::{Piece, Scope};
use crate::kit::paint::{Paintings, dictionary};
use crate::kit::parallel;
use crate::kit::partition::Partition;

/// Height above which a world has an empty leaf, and depth below which it has another: two thirds of the original's leaves
/// are empty, and readers must meet some.
const EMPTY_ABOVE: f32 = 80.0;
const EMPTY_BELOW: f32 = -20.0;

/// One streamed world.
#[derive(Debug, Clone)]
pub struct WorldScene {
    /// Textures of the world's dictionary.
    pub textures: Paintings,
    /// Textures of every part's own dictionary, part 1 first.
    pub part_textures: Vec<Paintings>,
    /// All geometry, lit.
    pub pieces: Vec<Piece>,
    /// Which piece is in which sector and part.
    pub partition: Partition,
}

/// The files of one world.
#[derive(Debug)]
pub struct WorldFiles {
    /// Files by name.
    pub files: Files,
    /// What the manifest says.
    pub manifest: Manifest,
}

/// All files of a world.
///
/// # Errors
/// A part that outgrows the game's read buffer, or a value that the formats cannot hold.
pub fn files(world: &str, scene: &WorldScene) -> Result<WorldFiles> {
    let sectors = atomics(world, scene)?;
    let mut surfaces = scene.pieces.iter().flat_map(|piece| piece.meshes.keys());
    let two_sets = surfaces.any(|surface| surface.dual.is_some());
    let format = if two_sets && world.ends_with('s') {
        World::TWO_UV_SETS_FORMAT
    } else {
        World::ONE_UV_SET_FORMAT
    };
    let textures = scene.textures.iter();
    let textures = dictionary(textures.map(|(name, painting)| ((*name).to_owned(), painting)))?;
    let bsp = bsp(scene, &sectors, format);
    let stream = WorldStream::new(scene.partition.parts, textures, bsp).write();

    let numbers: Vec<u32> = (1..=scene.partition.parts).collect();
    let parts = parallel::map(&numbers, |number| part(world, scene, &sectors, *number));
    let parts: Vec<Vec<u8>> = parts.into_iter().collect::<Result<_>>()?;
    Ok(assemble(world, stream, parts))
}

/// The files of a world whose stream and parts are written, with their manifest. Source: spec/memory.md 10.
pub fn assemble(world: &str, stream: Vec<u8>, parts: Vec<Vec<u8>>) -> WorldFiles {
    let manifest = Manifest {
        world_size: stream.len() as u32,
        world_heap_size: percent(stream.len(), 135).next_multiple_of(16),
        parts: parts
            .iter()
            .map(|part| ManifestPart {
                file_size: part.len() as u32,
                heap_size: percent(part.len(), 130).max(1024),
            })
            .collect(),
        ..Manifest::default()
    };
    let mut files = Files::new();
    files.insert(names::manifest(world), manifest.write());
    files.insert(names::world_stream(world), stream);
    let named = (1..).zip(parts);
    files.extend(named.map(|(number, bytes)| (names::part(world, number), bytes)));
    WorldFiles { files, manifest }
}

fn percent(bytes: usize, percent: u64) -> u32 {
    (bytes as u64 * percent / 100) as u32
}

fn atomics(world: &str, scene: &WorldScene) -> Result<Vec<SectorAtomic>> {
    let none = Paintings::new();
    let made = parallel::map(&scene.partition.sectors, |sector| {
        let names = TextureNames {
            world,
            part: sector.part,
            in_world: &scene.textures,
            in_part: (scene.part_textures)
                .get(sector.part as usize - 1)
                .unwrap_or(&none),
        };
        let pieces = sector.pieces.iter().filter_map(|i| scene.pieces.get(*i));
        atomic::sector(pieces, &names)
    });
    made.into_iter().collect()
}

fn part(world: &str, scene: &WorldScene, sectors: &[SectorAtomic], number: u32) -> Result<Vec<u8>> {
    let members = || scene.partition.of_part(number);
    // Only the textures that the part's own sectors show.
    let pieces = members().flat_map(|(_, sector)| &sector.pieces);
    let surfaces = pieces
        .filter_map(|i| scene.pieces.get(*i))
        .flat_map(|piece| piece.meshes.keys());
    let shown = surfaces.flat_map(|surface| [surface.texture, surface.dual]);
    let own = shown.flatten().filter(|t| t.scope == Scope::Part);
    let used: BTreeSet<&str> = own.map(|t| t.name).collect();
    let textures = scene.part_textures.get(number as usize - 1).into_iter();
    let textures = textures.flatten().filter(|(name, _)| used.contains(*name));
    let textures = dictionary(
        textures.map(|(name, painting)| (TextureNames::of_part(world, number, name), painting)),
    )?;
    let atomics = members()
        .filter_map(|(k, _)| {
            Some(PartAtomic {
                sector_index: k as u32,
                atomic: sectors.get(k)?.atomic.clone(),
            })
        })
        .collect();
    part_file(world, number, textures, atomics)
}

/// The file of a part.
///
/// # Errors
/// A part that outgrows the game's read buffer.
pub fn part_file(
    world: &str,
    number: u32,
    textures: TextureDictionary,
    atomics: Vec<PartAtomic>,
) -> Result<Vec<u8>> {
    let name = names::part(world, number);
    let bytes = Part::new(&name, textures, atomics).write();
    if bytes.len() as u64 >= u64::from(Part::MAX_FILE_BYTES) {
        return Err(ForgeError::Impossible(format!(
            "{name} has {} bytes, the game reads less than {}",
            bytes.len(),
            Part::MAX_FILE_BYTES
        )));
    }
    Ok(bytes)
}

/// The tree between an empty leaf below and an empty leaf above.
fn bsp(scene: &WorldScene, sectors: &[SectorAtomic], format: u32) -> World {
    let leaf = |k: u32| {
        let sector = sectors.get(k as usize)?;
        let part = scene.partition.sectors.get(k as usize)?.part;
        let streamed = StreamedSector {
            index: k as i32,
            part,
            origin: Vec3::to_array(&sector.origin),
        };
        Some((sector.bounds, streamed))
    };
    let all = sectors
        .iter()
        .map(|s| s.bounds)
        .reduce(|a, b| a.union(&b))
        .unwrap_or_default();
    let slab = |low: f32, high: f32| Aabb {
        min: [all.min[0], low, all.min[2]],
        max: [all.max[0], high, all.max[2]],
    };
    let mut bsp = Bsp::default();
    let above = bsp.plane(1, EMPTY_ABOVE);
    let below = bsp.plane(1, EMPTY_BELOW);
    let empty = bsp.leaf(slab(EMPTY_BELOW - 1.0, EMPTY_BELOW), None);
    let (inside, bounds) = bsp.tree(&scene.partition.tree, &leaf);
    let (below, _) = bsp.close(below, empty, (inside, bounds));
    let empty = bsp.leaf(slab(EMPTY_ABOVE, EMPTY_ABOVE + 1.0), None);
    let (root, _) = bsp.close(above, (below, bounds), empty);
    bsp.world(format, root)
}
