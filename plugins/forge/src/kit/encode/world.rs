//! A streamed world: manifest, world stream, parts.

use glam::Vec3;
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};
use wonderwheel_warriors::manifest::{Manifest, ManifestPart};
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;

use crate::demo_city::scene::WorldScene;
use crate::error::{ForgeError, Result};
use crate::kit::encode::Files;
use crate::kit::encode::atomic::{self, SectorAtomic, TextureNames};
use crate::kit::parallel;
use crate::kit::partition::Tree;
use crate::textures::{catalogue::Paintings, dictionary};

/// Height above which a world has an empty leaf, and depth below which it has another: two thirds of the original's leaves
/// are empty, and readers must meet some.
const EMPTY_ABOVE: f32 = 80.0;
const EMPTY_BELOW: f32 = -20.0;

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
    let mut tree = TreeBuilder {
        scene,
        sectors: &sectors,
        planes: Vec::new(),
        leaves: Vec::new(),
    };
    let root = tree.with_empty_leaves();
    let TreeBuilder { planes, leaves, .. } = tree;
    let two_sets = scene
        .pieces
        .iter()
        .any(|p| p.meshes.keys().any(|s| s.dual.is_some()));
    let format = if two_sets && world.ends_with('s') {
        World::TWO_UV_SETS_FORMAT
    } else {
        World::ONE_UV_SET_FORMAT
    };
    let textures = dictionary(
        scene
            .textures
            .iter()
            .map(|(name, painting)| ((*name).to_owned(), painting)),
    )?;
    let bsp = World::new(format, Vec::new(), planes, leaves, root);
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
    files.extend(
        parts
            .into_iter()
            .zip(1..)
            .map(|(bytes, number)| (names::part(world, number), bytes)),
    );
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
            in_part: scene
                .part_textures
                .get(sector.part as usize - 1)
                .unwrap_or(&none),
        };
        atomic::sector(
            sector.pieces.iter().filter_map(|i| scene.pieces.get(*i)),
            &names,
        )
    });
    made.into_iter().collect()
}

fn part(world: &str, scene: &WorldScene, sectors: &[SectorAtomic], number: u32) -> Result<Vec<u8>> {
    let members = || {
        scene
            .partition
            .sectors
            .iter()
            .enumerate()
            .filter(|(_, sector)| sector.part == number)
    };
    // Only the textures that the part's own sectors show.
    let used = |name: &str| {
        members()
            .flat_map(|(_, s)| &s.pieces)
            .filter_map(|i| scene.pieces.get(*i))
            .any(|piece| {
                piece
                    .meshes
                    .keys()
                    .flat_map(|s| [s.texture, s.dual])
                    .flatten()
                    .any(|t| t.scope == crate::kit::mesh::Scope::Part && t.name == name)
            })
    };
    let textures = scene
        .part_textures
        .get(number as usize - 1)
        .into_iter()
        .flatten()
        .filter(|(name, _)| used(name));
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

struct TreeBuilder<'a> {
    scene: &'a WorldScene,
    sectors: &'a [SectorAtomic],
    planes: Vec<Plane>,
    leaves: Vec<AtomicSector>,
}

impl TreeBuilder<'_> {
    /// The tree between an empty leaf below and an empty leaf above.
    fn with_empty_leaves(&mut self) -> Node {
        let all = self
            .sectors
            .iter()
            .map(|s| s.bounds)
            .reduce(|a, b| a.union(&b))
            .unwrap_or_default();
        let slab = |low: f32, high: f32| Aabb {
            min: [all.min[0], low, all.min[2]],
            max: [all.max[0], high, all.max[2]],
        };
        let above = self.plane(1, EMPTY_ABOVE);
        let below = self.plane(1, EMPTY_BELOW);
        let (left, bounds) = self.empty(slab(EMPTY_BELOW - 1.0, EMPTY_BELOW));
        let (right, inside) = self.node(&self.scene.partition.tree);
        self.close(below, [(left, bounds), (right, inside)]);
        let (top, bounds) = self.empty(slab(EMPTY_ABOVE, EMPTY_ABOVE + 1.0));
        self.close(above, [(Node::Plane(below), inside), (top, bounds)]);
        Node::Plane(above)
    }

    fn node(&mut self, tree: &Tree) -> (Node, Aabb) {
        match tree {
            Tree::Sector(k) => self.sector(*k),
            Tree::Plane {
                axis,
                value,
                left,
                right,
            } => {
                let plane = self.plane(*axis, *value);
                let left = self.node(left);
                let right = self.node(right);
                self.close(plane, [left, right]);
                (Node::Plane(plane), left.1.union(&right.1))
            }
        }
    }

    /// Planes stand before their subtrees in the stream, so a place is taken first and filled later.
    fn plane(&mut self, axis: u8, value: f32) -> u32 {
        let placeholder = Node::Sector(0);
        self.planes.push(Plane {
            axis,
            value,
            left_extent: value,
            right_extent: value,
            left: placeholder,
            right: placeholder,
        });
        self.planes.len() as u32 - 1
    }

    fn close(&mut self, plane: u32, [(left, left_box), (right, right_box)]: [(Node, Aabb); 2]) {
        if let Some(plane) = self.planes.get_mut(plane as usize) {
            let axis = usize::from(plane.axis);
            plane.left = left;
            plane.right = right;
            plane.left_extent = left_box.max[axis];
            plane.right_extent = right_box.min[axis];
        }
    }

    fn empty(&mut self, bounds: Aabb) -> (Node, Aabb) {
        self.leaves.push(AtomicSector::streamed(bounds, None));
        (Node::Sector(self.leaves.len() as u32 - 1), bounds)
    }

    fn sector(&mut self, k: u32) -> (Node, Aabb) {
        let Some(sector) = self.sectors.get(k as usize) else {
            return self.empty(Aabb::default());
        };
        let part = self
            .scene
            .partition
            .sectors
            .get(k as usize)
            .map_or(0, |s| s.part);
        let streamed = StreamedSector {
            index: k as i32,
            part,
            origin: Vec3::to_array(&sector.origin),
        };
        self.leaves
            .push(AtomicSector::streamed(sector.bounds, Some(streamed)));
        (Node::Sector(self.leaves.len() as u32 - 1), sector.bounds)
    }
}
