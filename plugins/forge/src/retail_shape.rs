//! Worlds with the counts and sizes of the original's levels: how many parts, how many sectors, about how many bytes. No
//! beauty: every sector is a tile of hilly ground in its part's colour. Levels that have a level file on the disc get one:
//! collision mesh, path data and captions fit the tiles.

pub mod level_file;
mod settings;
pub mod table;
mod textures;
pub mod tiles;

pub use settings::settings;
pub use textures::plain_texture;

use glam::Vec3;
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{Material, RightToRender, TextureReference};
use wonderwheel_renderware::native_data::ChainOptions;
use wonderwheel_renderware::packed_chain::PackedMesh;
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};
use wonderwheel_warriors::names::{self, levels};
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;

use self::level_file::Backdrop;
use self::textures::filling;
use self::tiles::Tile;
use crate::error::{ForgeError, Result};
use crate::kit::encode::Files;
use crate::kit::encode::world::assemble;
use crate::kit::mesh::pack::pack;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{GRID, Piece, Shade, Surface, UV_GRID};
use crate::kit::parallel;
use crate::kit::partition::{Item, Partition, Tree, divide};
use crate::kit::rng::hash_unit;
use crate::recipe::RetailShapeRecipe;
use crate::retail_shape::table::{RetailLevel, RetailTable, RetailWorld};

/// Side of a sector's tile, metres.
pub const TILE: f32 = 32.0;
/// Height of the `d` world above the `s` world.
const RAISED: f32 = 0.02;
/// Most quads across a tile.
const COLUMNS: usize = 64;
/// Bytes of a strip vertex with one uv set, its share of the batches' tags included.
const VERTEX_BYTES: f32 = 22.6;
/// Bytes of an atomic without vertices.
const ATOMIC_BYTES: f32 = 690.0;
/// Bytes of the disc's level files on average: the table does not have them one by one. Source: spec/archives.md 5.1.
const LEVEL_FILE_BYTES: usize = 498_480;
/// Side of the texture that a part brings.
const PART_TEXTURE_SIDE: u32 = 64;

/// What stands for every level of the table in a recipe.
pub const ALL_LEVELS: &str = "all";

/// Gives all files of the recipe's level, or of every level of the table ([`ALL_LEVELS`]) one after the other, to `take`: never
/// more than one level is kept.
///
/// # Errors
/// A level that the table does not have.
pub fn each_file(
    recipe: &RetailShapeRecipe,
    progress: &mut dyn FnMut(&str),
    take: &mut dyn FnMut(&str, Vec<u8>),
) -> Result<()> {
    let table = RetailTable::builtin()?;
    let backdrop = Backdrop::new(recipe.seed)?;
    let seed = recipe.seed as u32;
    if recipe.level == ALL_LEVELS {
        for level in &table.0 {
            progress(&format!("shaping {}", level.name));
            each_file_of(level, seed, &backdrop, &mut |_| {}, take)?;
        }
        return Ok(());
    }
    let level = table
        .find(&recipe.level)
        .ok_or_else(|| ForgeError::UnknownLevel(recipe.level.clone()))?;
    each_file_of(level, seed, &backdrop, progress, take)
}

fn each_file_of(
    level: &RetailLevel,
    seed: u32,
    backdrop: &Backdrop,
    progress: &mut dyn FnMut(&str),
    take: &mut dyn FnMut(&str, Vec<u8>),
) -> Result<()> {
    let shaped = worlds(level, seed, false, progress)?;
    for (name, bytes) in shaped.files {
        take(&name, bytes);
    }
    let has_level_file = levels::level_number(&level.name)
        .is_some_and(|number| levels::with_level_file().any(|with| with == number));
    if has_level_file {
        progress("writing the level file");
        let mut file = backdrop.level_file(&level.name, &shaped.tiles)?;
        let room = LEVEL_FILE_BYTES.saturating_sub(file.write().len());
        let more = filling(&level.name, room, seed)?;
        file.glow_dictionary.textures.extend(more);
        let bytes = file.write();
        take(&names::level_file(&level.name), bytes);
    }
    take(&names::settings(&level.name), settings(level).into_bytes());
    Ok(())
}

/// The worlds of a level.
#[derive(Debug, Clone)]
pub struct Shaped {
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
) -> Result<Shaped> {
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
    let mut shaped = plan.shape()?;
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
        shaped.files.extend(plan.shape()?.files);
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

/// The square of tiles that a world's sectors are, the first row in the north; its last row may be short.
fn columns_and_rows(sectors: u32) -> [u32; 2] {
    let columns = (sectors as f32).sqrt().ceil().max(1.0) as u32;
    [columns, sectors.div_ceil(columns)]
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

    fn shape(&self) -> Result<Shaped> {
        shape(self)
    }
}

fn shape(plan: &WorldPlan<'_>) -> Result<Shaped> {
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
        let tile = partition
            .sectors
            .get(k)
            .and_then(|s| s.pieces.first())
            .copied()
            .unwrap_or(0);
        middle(tile as u32)
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
    let mut tree = TreeWriter {
        partition: &partition,
        bounds: &bounds,
        place: &place,
        planes: Vec::new(),
        leaves: Vec::new(),
    };
    let (root, _) = tree.node(&partition.tree);
    let bsp = World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        tree.planes,
        tree.leaves,
        root,
    );
    let bare = WorldStream::new(
        counts.parts,
        TextureDictionary::new(Vec::new()),
        bsp.clone(),
    )
    .write()
    .len();
    let textures = filling(world, (counts.bytes as usize).saturating_sub(bare), seed)?;
    let stream = WorldStream::new(counts.parts, TextureDictionary::new(textures), bsp).write();
    Ok(Shaped {
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
    let members: Vec<usize> = partition
        .sectors
        .iter()
        .enumerate()
        .filter(|(_, s)| s.part == number)
        .map(|(k, _)| k)
        .collect();
    // Parts differ by a fifth; the last few bytes do not matter.
    let budget = budget as f32 * (0.9 + 0.2 * hash_unit(number as i32, 7, seed));
    let texture = (budget > 40_000.0)
        .then(|| {
            plain_texture(
                &format!("{world}_p{number:02}"),
                PART_TEXTURE_SIDE,
                1,
                seed ^ number,
            )
        })
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
        let material = match &texture {
            Some(texture) => Material::textured(TextureReference::new(
                &texture.name,
                texture.sampling,
                texture.mip_plugin,
            )),
            None => Material::default(),
        };
        let material = Material {
            right_to_render: Some(RightToRender::ONE_UV_SET),
            ..material
        };
        let scales = Scales {
            position: GRID,
            uv: UV_GRID,
            word: 0,
        };
        let mut materials = vec![material];
        let mut meshes = vec![(0, mesh)];
        if let Some(corners) = shape.house {
            meshes.push((1, house(corners, shape.origin)?));
            materials.push(Material {
                right_to_render: Some(RightToRender::ONE_UV_SET),
                ..Material::default()
            });
            let [low, high] = corners.map(|corner| corner.to_array());
            bounds = bounds.union(&Aabb {
                min: low,
                max: high,
            });
        }
        let geometry = Geometry::packed(materials, &meshes, scales, &ChainOptions::default());
        atomics.push(PartAtomic {
            sector_index: k as u32,
            atomic: Atomic::standalone(geometry, scales),
        });
        sectors.push((k, bounds, shape));
    }
    let name = names::part(world, number);
    let bytes = Part::new(
        &name,
        TextureDictionary::new(texture.into_iter().collect()),
        atomics,
    )
    .write();
    if bytes.len() as u64 >= u64::from(Part::MAX_FILE_BYTES) {
        return Err(ForgeError::Impossible(format!(
            "{name} has {} bytes",
            bytes.len()
        )));
    }
    Ok((bytes, sectors))
}

/// Columns and rows of quads whose strip comes nearest to a number of vertices.
fn grid(vertices: usize) -> [usize; 2] {
    let candidates = (1..=COLUMNS).map(|columns| {
        let row = 2 * (columns + 1) + 2;
        let rows = ((vertices + 2) as f32 / row as f32).round().max(1.0) as usize;
        (
            [columns, rows],
            (rows * row - 2).abs_diff(vertices),
            columns.abs_diff(rows),
        )
    });
    // Among equally near ones the squarest.
    candidates
        .min_by_key(|(_, miss, lopsided)| (miss / 4, *lopsided))
        .map_or([1, 1], |(grid, _, _)| grid)
}

/// How high a corner of a tile's grid lies above its edges, metres: they are level, so that tiles meet.
fn lift([column, row]: [usize; 2], [columns, rows]: [usize; 2], seed: u32) -> f32 {
    if column == 0 || row == 0 || column == columns || row == rows {
        return 0.0;
    }
    5.0 * hash_unit(column as i32, row as i32, seed)
        * hash_unit(column as i32 / 4, row as i32 / 4, seed ^ 1)
}

/// A house: a plain block in grey.
fn house([low, high]: [Vec3; 2], origin: Vec3) -> Result<PackedMesh> {
    let mut piece = Piece::new();
    piece.block(
        Surface::plain([255; 4]),
        low,
        high,
        4.0,
        Shade::LIT,
        Faces::STANDING,
    );
    for vertex in piece.vertices_mut() {
        let light = 42.0 + 18.0 * vertex.normal.x + 12.0 * vertex.normal.y;
        let [r, g, b] = [1.0, 0.94, 0.86].map(|tint| (light * tint) as u8);
        vertex.colour = [r, g, b, 255];
    }
    let triangles: Vec<_> = piece.meshes.into_values().flatten().collect();
    pack(&triangles, origin, GRID, 1, true)
}

/// A tile of hills as one strip, and its box.
fn tile(shape: &Tile, part: u32) -> (PackedMesh, Aabb) {
    let Tile { origin, seed, .. } = *shape;
    let [columns, rows] = shape.grid;
    let mut mesh = PackedMesh {
        uv_sets: 1,
        ..PackedMesh::default()
    };
    let tint = [0, 1, 2].map(|c| 24.0 + 72.0 * hash_unit(part as i32, c, 99));
    let (mut low, mut high) = ([i16::MAX; 3], [i16::MIN; 3]);
    let mut vertex = |column: usize, row: usize| {
        let lift = lift([column, row], shape.grid, seed);
        let at = |i: usize, n: usize| ((i as f32 / n as f32 - 0.5) * TILE / GRID).round() as i16;
        let p = [at(column, columns), (lift / GRID) as i16, at(row, rows)];
        for axis in 0..3 {
            low[axis] = low[axis].min(p[axis]);
            high[axis] = high[axis].max(p[axis]);
        }
        mesh.positions.push([p[0], p[1], p[2], 0]);
        let uv = |i: usize, n: usize| (i as f32 / n as f32 * 8.0 / UV_GRID) as i16;
        mesh.uvs.push([uv(column, columns), uv(row, rows), 0, 0]);
        let light = 0.55 + 0.45 * hash_unit(column as i32, row as i32, seed ^ 2);
        mesh.colours.push([
            (tint[0] * light) as u8,
            (tint[1] * light) as u8,
            (tint[2] * light) as u8,
            255,
        ]);
        mesh.normals.push([0, 127, 0, 0]);
    };
    for row in 0..rows {
        // The row's first vertex twice and its last one twice: joins of an even length keep the winding.
        if row > 0 {
            vertex(0, row);
        }
        for column in 0..=columns {
            vertex(column, row);
            vertex(column, row + 1);
        }
        if row + 1 < rows {
            vertex(columns, row + 1);
        }
    }
    let world = |p: [i16; 3]| std::array::from_fn(|axis| f32::from(p[axis]) * GRID + origin[axis]);
    (
        mesh,
        Aabb {
            min: world(low),
            max: world(high),
        },
    )
}

struct TreeWriter<'a> {
    partition: &'a Partition,
    bounds: &'a [Aabb],
    place: &'a dyn Fn(usize) -> Vec3,
    planes: Vec<Plane>,
    leaves: Vec<AtomicSector>,
}

impl TreeWriter<'_> {
    fn node(&mut self, tree: &Tree) -> (Node, Aabb) {
        match tree {
            Tree::Sector(k) => {
                let index = *k as usize;
                let bounds = self.bounds.get(index).copied().unwrap_or_default();
                let part = self.partition.sectors.get(index).map_or(0, |s| s.part);
                let streamed = StreamedSector {
                    index: *k as i32,
                    part,
                    origin: (self.place)(index).to_array(),
                };
                self.leaves
                    .push(AtomicSector::streamed(bounds, Some(streamed)));
                (Node::Sector(self.leaves.len() as u32 - 1), bounds)
            }
            Tree::Plane {
                axis,
                value,
                left,
                right,
            } => {
                let at = self.planes.len();
                let placeholder = Node::Sector(0);
                self.planes.push(Plane {
                    axis: *axis,
                    value: *value,
                    left_extent: *value,
                    right_extent: *value,
                    left: placeholder,
                    right: placeholder,
                });
                let (left, left_box) = self.node(left);
                let (right, right_box) = self.node(right);
                if let Some(plane) = self.planes.get_mut(at) {
                    let axis = usize::from(*axis);
                    (plane.left, plane.right) = (left, right);
                    (plane.left_extent, plane.right_extent) =
                        (left_box.max[axis], right_box.min[axis]);
                }
                (Node::Plane(at as u32), left_box.union(&right_box))
            }
        }
    }
}
