//! The worlds of a shaped level.

use glam::Vec3;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{Material, RightToRender, TextureReference};
use wonderwheel_renderware::native_data::ChainOptions;
use wonderwheel_renderware::texture::NativeTexture;
use wonderwheel_renderware::world::{Aabb, StreamedSector, World};
use wonderwheel_warriors::part::PartAtomic;
use wonderwheel_warriors::world_stream::WorldStream;

use super::table::{RetailLevel, RetailWorld};
use super::textures::filling;
use super::tile::{TILE, Tile, columns_and_rows, grid};
use super::tile_mesh::{house, tile};
use crate::error::Result;
use crate::kit::encode::Files;
use crate::kit::encode::atomic::{SCALES, untextured};
use crate::kit::encode::bsp::Bsp;
use crate::kit::encode::noise_texture::noise_texture;
use crate::kit::encode::world::{assemble, part_file};
use crate::kit::parallel;
use crate::kit::partition::{Item, Partition, divide};
use crate::kit::rng::hash_unit;

/// Height of the `d` world above the `s` world.
const RAISED: f32 = 0.02;
/// Bytes of a strip vertex with one uv set, its share of the batches' tags included.
const VERTEX_BYTES: f32 = 22.6;
/// Bytes of an atomic without vertices.
const ATOMIC_BYTES: f32 = 690.0;
/// Side of the texture that a part brings.
const PART_TEXTURE_SIDE: u32 = 64;

/// The worlds of a level.
#[derive(Debug, Clone)]
pub struct LevelWorlds {
    /// Manifests, streams and parts.
    pub files: Files,
    /// The tiles of the `s` world, by sector.
    pub tiles: Vec<Tile>,
}

/// Shapes the worlds of a level; `houses` puts one on each tile of the `s` world.
///
/// # Errors
/// Counts that cannot be met.
pub fn worlds(
    level: &RetailLevel,
    seed: u32,
    houses: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<LevelWorlds> {
    let [scenery_bytes, detail_bytes] = shares(level);
    let world = match level.detail {
        Some(_) => format!("{}s", level.name),
        None => level.name.clone(),
    };
    progress("shaping the scenery world");
    let plan = WorldPlan {
        world: &world,
        counts: level.scenery,
        part_bytes: scenery_bytes,
        height: 0.0,
        seed,
        houses,
    };
    let mut shaped = shape(&plan)?;
    if let Some(detail) = level.detail {
        progress("shaping the detail world");
        let plan = WorldPlan {
            world: &format!("{}d", level.name),
            counts: detail,
            part_bytes: detail_bytes,
            height: RAISED,
            seed: seed ^ 0x5EED,
            houses: false,
        };
        shaped.files.extend(shape(&plan)?.files);
    }
    Ok(shaped)
}

/// Bytes of each world's parts: the table has only the sum, so it is shared by sectors and parts.
fn shares(level: &RetailLevel) -> [u64; 2] {
    let total = u64::from(level.part_bytes);
    let weight = |world: RetailWorld| u64::from(world.sectors + world.parts);
    let Some(detail) = level.detail else {
        return [total, 0];
    };
    let (s, d) = (weight(level.scenery), weight(detail));
    let scenery = total * s / (s + d);
    [scenery, total - scenery]
}

/// One world to be shaped.
struct WorldPlan<'a> {
    world: &'a str,
    counts: RetailWorld,
    part_bytes: u64,
    height: f32,
    seed: u32,
    houses: bool,
}

impl WorldPlan<'_> {
    /// What stands on the tile of sector `k`.
    fn house(&self, k: usize, origin: Vec3) -> Option<[Vec3; 2]> {
        let size = |i: i32, low: f32, high: f32| {
            let unit = hash_unit(k as i32, i, self.seed ^ 0x40);
            (low + (high - low) * unit).round()
        };
        // In the quarter of the tile to the south-east, between the nodes of routes.
        let low = origin + Vec3::new(2.0, 0.0, 2.0);
        let high = low + Vec3::new(size(0, 4.0, 7.0), size(1, 5.0, 14.0), size(2, 4.0, 7.0));
        self.houses.then_some([low, high])
    }
}

fn shape(plan: &WorldPlan<'_>) -> Result<LevelWorlds> {
    let WorldPlan {
        world,
        counts,
        part_bytes,
        height,
        seed,
        ..
    } = *plan;
    let [columns, rows] = columns_and_rows(counts.sectors);
    let middle = |k: u32| {
        let (column, row) = ((k % columns) as f32, (k / columns) as f32);
        Vec3::new(
            (column - columns as f32 * 0.5 + 0.5) * TILE,
            height,
            (row - rows as f32 * 0.5 + 0.5) * TILE,
        )
    };
    // A hair's breadth apart, so that a plane can cut a row of tiles at any place.
    let apart = |k: u32| Vec3::new((k / columns) as f32, 0.0, (k % columns) as f32) * 0.01;
    let items: Vec<Item> = (0..counts.sectors)
        .map(|k| Item {
            middle: middle(k) + apart(k),
            weight: 1,
        })
        .collect();
    let partition = divide(&items, counts.parts, counts.sectors)?;
    let place = |k: usize| {
        let sector = partition.sectors.get(k);
        let tile = sector.and_then(|sector| sector.pieces.first());
        middle(tile.map_or(0, |tile| *tile as u32))
    };

    let numbers: Vec<u32> = (1..=counts.parts).collect();
    let budget = part_bytes / u64::from(counts.parts);
    let made = parallel::map(&numbers, |number| {
        part(plan, &partition, &place, *number, budget)
    });
    let mut parts = Vec::new();
    let mut bounds = vec![Aabb::default(); partition.sectors.len()];
    let mut made_tiles: Vec<(usize, Tile)> = Vec::new();
    for made in made {
        let (bytes, sectors) = made?;
        parts.push(bytes);
        for (k, sector, tile) in sectors {
            if let Some(place) = bounds.get_mut(k) {
                *place = sector;
            }
            made_tiles.push((k, tile));
        }
    }
    made_tiles.sort_by_key(|(k, _)| *k);
    let leaf = |k: u32| {
        let sector = partition.sectors.get(k as usize)?;
        let streamed = StreamedSector {
            index: k as i32,
            part: sector.part,
            origin: place(k as usize).to_array(),
        };
        Some((*bounds.get(k as usize)?, streamed))
    };
    let mut bsp = Bsp::default();
    let (root, _) = bsp.tree(&partition.tree, &leaf);
    let bsp = bsp.world(World::ONE_UV_SET_FORMAT, root);
    let stream = |textures: Vec<NativeTexture>| {
        let dictionary = TextureDictionary::new(textures);
        WorldStream::new(counts.parts, dictionary, bsp.clone()).write()
    };
    let room = (counts.bytes as usize).saturating_sub(stream(Vec::new()).len());
    let stream = stream(filling(world, room, seed)?);
    Ok(LevelWorlds {
        files: assemble(world, stream, parts).files,
        tiles: made_tiles.into_iter().map(|(_, tile)| tile).collect(),
    })
}

/// One part, and its sectors' numbers, boxes and tiles.
fn part(
    plan: &WorldPlan<'_>,
    partition: &Partition,
    place: &dyn Fn(usize) -> Vec3,
    number: u32,
    budget: u64,
) -> Result<(Vec<u8>, Vec<(usize, Aabb, Tile)>)> {
    let (world, seed) = (plan.world, plan.seed);
    let members: Vec<usize> = partition.of_part(number).map(|(k, _)| k).collect();
    // Parts differ by a fifth; the last few bytes do not matter.
    let budget = budget as f32 * (0.9 + 0.2 * hash_unit(number as i32, 7, seed));
    let name = format!("{world}_p{number:02}");
    let texture = (budget > 40_000.0)
        .then(|| noise_texture(&name, PART_TEXTURE_SIDE, 1, seed ^ number))
        .transpose()?;
    let texture_bytes = if texture.is_some() {
        (PART_TEXTURE_SIDE * PART_TEXTURE_SIDE) as f32 + 1_500.0
    } else {
        0.0
    };
    let each = (budget - texture_bytes - 60.0) / members.len().max(1) as f32;
    let mut atomics = Vec::new();
    let mut sectors = Vec::new();
    for k in members {
        let vertices = ((each - ATOMIC_BYTES) / VERTEX_BYTES).max(4.0) as usize;
        let shape = Tile {
            origin: place(k),
            grid: grid(vertices),
            seed: seed ^ k as u32,
            house: plan.house(k, place(k)),
        };
        let (mesh, mut bounds) = tile(&shape, number);
        let reference = |texture: &NativeTexture| {
            TextureReference::new(&texture.name, texture.sampling, texture.mip_plugin)
        };
        let material = match &texture {
            Some(texture) => Material {
                right_to_render: Some(RightToRender::ONE_UV_SET),
                ..Material::textured(reference(texture))
            },
            None => untextured(),
        };
        let mut materials = vec![material];
        let mut meshes = vec![(0, mesh)];
        if let Some(corners) = shape.house {
            meshes.push((1, house(corners, shape.origin)?));
            materials.push(untextured());
            let [min, max] = corners.map(|corner| corner.to_array());
            bounds = bounds.union(&Aabb { min, max });
        }
        let geometry = Geometry::packed(materials, &meshes, SCALES, &ChainOptions::default());
        atomics.push(PartAtomic {
            sector_index: k as u32,
            atomic: Atomic::standalone(geometry, SCALES),
        });
        sectors.push((k, bounds, shape));
    }
    let textures = TextureDictionary::new(texture.into_iter().collect());
    Ok((part_file(world, number, textures, atomics)?, sectors))
}
