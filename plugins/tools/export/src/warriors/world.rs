//! Streamed worlds: a node a sector. Source: spec/renderware.md 8.6 and 9.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_json::{Value, json};
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::world::{Aabb, AtomicSector, StreamedSector};
use wonderwheel_warriors::names::{self, WorldSlot};

use super::look::{Shelf, Style};
use super::mesh;
use super::part::PartReader;
use super::source::{LevelExporter, WorldSource};
use crate::error::{ExportError, Result};
use crate::scene::{MeshId, Node, NodeId, Transform, number, numbers};

/// How long a sector takes to appear when its part has been read. Source: spec/gs-pipeline.md 10.
const FADE_IN_MS: u32 = 1_000;
/// The player camera's far clip, where the draw distance begins and which it never passes. Source: spec/world-addenda.md 5.1.
const DRAW_DISTANCE: f32 = 115.0;
/// Where fog begins unless a script changes it, as a share of the draw distance. Source: spec/gs-pipeline.md 4.2.
const FOG_START: f32 = 0.5;

/// A leaf of the world that has an atomic.
struct Sector<'a> {
    leaf: usize,
    bounds: Aabb,
    streamed: StreamedSector,
    name: String,
    world: &'a WorldSource,
}

impl LevelExporter<'_> {
    /// A node of a world's sectors. Textures are looked for in the part, in its world, in the level's other worlds.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn world(&mut self, world: &WorldSource, worlds: &[WorldSource]) -> Result<Option<NodeId>> {
        let leaves = world.stream.world.sectors.iter().enumerate();
        let sectors = leaves.filter_map(|(leaf, sector)| Sector::new(leaf, sector, world));
        let wanted: Vec<Sector<'_>> = sectors.filter(|sector| self.wants(&sector.name)).collect();
        let mut by_part: BTreeMap<u32, Vec<&Sector<'_>>> = BTreeMap::new();
        for sector in &wanted {
            let own = by_part.entry(sector.streamed.part);
            own.or_default().push(sector);
        }
        let others = worlds.iter().filter(|other| other.name != world.name);
        let shelves: Vec<Shelf<'_>> = std::iter::once(world)
            .chain(others)
            .map(|world| Shelf {
                file: &world.file,
                dictionary: &world.stream.dictionary,
            })
            .collect();
        let mut nodes = BTreeMap::new();
        for (part, sectors) in by_part {
            self.part(world, part, &sectors, &shelves, &mut nodes)?;
        }
        // In the order of the tree, whichever part brought them.
        let children = nodes.into_values().collect();
        let stream = &world.stream;
        let extras = json!({
            "slot": world.slot.letter().to_string(),
            "bounds": bounds_value(&stream.world.bounds()),
            "parts": stream.part_count,
            "leaves": stream.world.sectors.len(),
            "drawn": match world.slot {
                WorldSlot::Scenery => "before objects",
                WorldSlot::Detail => "after objects",
            },
            "prelight_scale": number(self.options.prelight.scale()),
            "fade_in_ms": FADE_IN_MS,
            "draw_distance": number(DRAW_DISTANCE),
            "fog_start": number(FOG_START),
        });
        self.glb.group(&world.name, children, Some(extras))
    }

    /// The sectors that a part brings.
    fn part(
        &mut self,
        world: &WorldSource,
        part: u32,
        sectors: &[&Sector<'_>],
        shelves: &[Shelf<'_>],
        nodes: &mut BTreeMap<usize, NodeId>,
    ) -> Result<()> {
        let file = names::part(&world.name, part);
        let mut missing: BTreeMap<u32, &Sector<'_>> = BTreeMap::new();
        for sector in sectors {
            let index = sector.streamed.index.cast_unsigned();
            match missing.entry(index) {
                Entry::Vacant(entry) => {
                    entry.insert(sector);
                }
                // Only the first is ever drawn.
                Entry::Occupied(_) => {
                    let leaf = sector.leaf;
                    let what = format!("leaf {leaf}: sector {index} stands there twice");
                    self.notes.wrong(&world.file, what);
                }
            }
        }
        let mut why = None;
        let parts = world.stream.part_count;
        if !(1..=parts).contains(&part) {
            let what = format!("sectors of part {part}, and there are {parts}");
            self.notes.wrong(&world.file, what);
        } else if let Some(bytes) = self.read(&file) {
            let read = self.part_atomics(&file, &bytes, shelves, &mut missing, nodes);
            why = read.err();
        }
        for (index, sector) in missing {
            let reason = match &why {
                Some(error) => error.to_string(),
                None => format!("sector {index} has no atomic"),
            };
            self.notes.wrong(&file, &reason);
            let node = sector.node(None, Some(reason.into()));
            nodes.insert(sector.leaf, self.glb.node(&node)?);
        }
        Ok(())
    }

    /// Goes through a part's atomics and takes the sectors that they are for out of `missing`.
    fn part_atomics(
        &mut self,
        file: &str,
        bytes: &[u8],
        shelves: &[Shelf<'_>],
        missing: &mut BTreeMap<u32, &Sector<'_>>,
        nodes: &mut BTreeMap<usize, NodeId>,
    ) -> wonderwheel_ps2::error::Result<()> {
        let mut part = PartReader::open(bytes)?;
        for fault in std::mem::take(&mut part.faults) {
            self.notes.wrong(file, fault);
        }
        let dictionary = std::mem::take(&mut part.dictionary);
        let own = Shelf {
            file,
            dictionary: &dictionary,
        };
        let shelves = [&[own], shelves].concat();
        while let Some(read) = part.next_atomic()? {
            let Some(sector) = missing.get(&read.sector).copied() else {
                continue;
            };
            let made = match &read.atomic {
                Ok(atomic) => self.sector_mesh(sector, atomic, &shelves),
                Err(error) => Err(error.to_string()),
            };
            let (mesh, problem) = match made {
                Ok(mesh) => (mesh, None),
                Err(problem) => {
                    self.notes
                        .wrong(file, format!("sector {}: {problem}", read.sector));
                    (None, Some(Value::from(problem)))
                }
            };
            self.counts.sectors += usize::from(mesh.is_some());
            let node = self.glb.node(&sector.node(mesh, problem));
            if let Some(node) = self.noted_in(file, node) {
                nodes.insert(sector.leaf, node);
                missing.remove(&read.sector);
            }
        }
        Ok(())
    }

    /// The mesh of a sector; `None` for one without triangles, the reason for one that cannot be made.
    fn sector_mesh(
        &mut self,
        sector: &Sector<'_>,
        atomic: &Atomic,
        shelves: &[Shelf<'_>],
    ) -> Result<Option<MeshId>, String> {
        let Some(geometry) = atomic.geometry.as_deref() else {
            return Err("an atomic without its geometry".to_owned());
        };
        let extras = json!({
            "position_scale": number(atomic.scales().position),
            "uv_scale": number(atomic.scales().uv),
        });
        let made = mesh::of_geometry(geometry, atomic.scales());
        let triangles = made.map_err(|error| error.to_string())?;
        let materials = &geometry.materials;
        let style = Style::default();
        let (name, extras) = (&sector.name, Some(extras));
        let mesh = self.triangles_mesh(name, &triangles, materials, shelves, style, extras);
        mesh.map_err(|error| error.to_string())
    }

    /// A mesh of triangles and materials of the game; `None` without triangles.
    ///
    /// # Errors
    /// As [`crate::glb::GlbBuilder::mesh`], and for a material that is not in the list.
    pub fn triangles_mesh(
        &mut self,
        name: &str,
        triangles: &[mesh::Triangles],
        materials: &[wonderwheel_renderware::material::Material],
        shelves: &[Shelf<'_>],
        style: Style,
        extras: Option<Value>,
    ) -> Result<Option<MeshId>> {
        let mut looks = Vec::with_capacity(triangles.len());
        for triangles in triangles {
            let material = materials.get(triangles.material as usize).ok_or_else(|| {
                let found = format!("{} of {}", triangles.material, materials.len());
                ExportError::malformed(name, "a material of the list", found)
            })?;
            let translucent = triangles.is_translucent();
            let material = self.material(material, shelves, style, translucent)?;
            looks.push((triangles.colours(&self.game.table), material));
        }
        let both = triangles.iter().zip(&looks);
        let primitives: Vec<_> = both
            .map(|(triangles, (colours, material))| triangles.primitive(colours, *material))
            .collect();
        if primitives.is_empty() {
            return Ok(None);
        }
        self.mesh(name, &primitives, extras).map(Some)
    }
}

impl<'a> Sector<'a> {
    fn new(leaf: usize, sector: &AtomicSector, world: &'a WorldSource) -> Option<Self> {
        let streamed = sector.streamed_atomic()?;
        Some(Self {
            leaf,
            bounds: sector.bounds(),
            streamed,
            name: format!("{}/{}", world.name, streamed.index),
            world,
        })
    }

    fn node(&self, mesh: Option<MeshId>, missing: Option<Value>) -> Node {
        let mut extras = json!({
            "world": self.world.name,
            "sector": self.streamed.index,
            "leaf": self.leaf,
            "part": self.streamed.part,
            "bounds": bounds_value(&self.bounds),
        });
        if let (Some(missing), Some(extras)) = (missing, extras.as_object_mut()) {
            extras.insert("missing".into(), missing);
        }
        Node {
            transform: Transform::at(self.streamed.origin),
            mesh,
            extras: Some(extras),
            ..Node::named(&self.name)
        }
    }
}

/// A box for extras.
pub(super) fn bounds_value(bounds: &Aabb) -> Value {
    json!({"min": numbers(&bounds.min), "max": numbers(&bounds.max)})
}
