//! The demo level, forged once, and its worlds read back.

use std::sync::OnceLock;
use std::time::Instant;

use wonderwheel_forge::{ForgedGame, Recipe, forge};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::bin_mesh::Mesh;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::native_data::Chain;
use wonderwheel_renderware::packed_chain::{PackedMesh, decode_packed};
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;

/// A world as its readers give it.
pub struct ReadWorld {
    pub name: String,
    pub manifest: Manifest,
    pub stream: WorldStream,
    pub parts: Vec<Part>,
}

pub fn forged(name: &str) -> ForgedGame {
    let recipe = Recipe::builtin(name).unwrap_or_else(|| panic!("no recipe {name}"));
    forge(&recipe, &mut |_| {}).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The demo, forged once for all tests.
pub fn demo() -> &'static ForgedGame {
    static DEMO: OnceLock<ForgedGame> = OnceLock::new();
    DEMO.get_or_init(|| {
        let begin = Instant::now();
        let game = forged("demo");
        println!("forged the demo in {:?}", begin.elapsed());
        game
    })
}

pub fn read_world(game: &ForgedGame, world: &str) -> ReadWorld {
    let file = |name: String| {
        game.files
            .get(&name)
            .unwrap_or_else(|| panic!("no file {name}"))
    };
    let manifest = Manifest::read(file(names::manifest(world))).unwrap();
    let stream = WorldStream::read(file(names::world_stream(world))).unwrap();
    let parts = (1..=stream.part_count)
        .map(|i| {
            let name = names::part(world, i);
            let part =
                Part::read(file(name.clone())).unwrap_or_else(|error| panic!("{name}: {error}"));
            part.check_name(&name).unwrap();
            part
        })
        .collect();
    ReadWorld {
        name: world.to_owned(),
        manifest,
        stream,
        parts,
    }
}

/// A world's atomics, part by part.
pub fn atomics(worlds: &[ReadWorld]) -> impl Iterator<Item = &Geometry> {
    let parts = worlds.iter().flat_map(|world| &world.parts);
    parts.flat_map(|part| &part.atomics).map(geometry)
}

/// The geometry of a part's atomic.
pub fn geometry(entry: &PartAtomic) -> &Geometry {
    entry.atomic.geometry.as_ref().unwrap()
}

/// Names of a material's textures.
pub fn texture_names(material: &Material) -> impl Iterator<Item = &str> {
    let dual = material.dual().map(|(texture, _, _)| texture);
    let textures = material.texture.iter().chain(dual);
    textures.map(|texture| texture.name.as_str())
}

/// Checks that a pass of validation finds nothing.
pub fn clean(what: &str, validate: impl FnOnce(&mut Findings)) {
    let mut findings = Findings::new();
    validate(&mut findings);
    assert!(findings.is_empty(), "{what}: {findings:?}");
}

/// The demo's two worlds, read once.
pub fn demo_worlds() -> &'static [ReadWorld; 2] {
    static WORLDS: OnceLock<[ReadWorld; 2]> = OnceLock::new();
    WORLDS.get_or_init(|| ["demos", "demod"].map(|world| read_world(demo(), world)))
}

/// A mesh's vertices.
pub fn unpacked(mesh: &Mesh, chain: &Chain) -> PackedMesh {
    let mut packed = PackedMesh::default();
    decode_packed(chain, true, mesh.vertex_count, &mut packed).unwrap();
    packed
}

/// One sector's triangles: world positions in position units, one list a material.
pub struct SectorMesh {
    pub index: u32,
    pub part: u32,
    pub bounds: Aabb,
    pub scale: f32,
    pub meshes: Vec<(Option<String>, Vec<[[i64; 3]; 3]>)>,
}

impl ReadWorld {
    /// Number of leaves that stream a sector.
    pub fn streamed(&self) -> usize {
        let leaves = self.stream.world.sectors.iter();
        leaves
            .filter(|leaf| leaf.streamed_atomic().is_some())
            .count()
    }

    /// Decodes every sector's atomic.
    pub fn sectors(&self) -> Vec<SectorMesh> {
        let mut out = Vec::new();
        for (number, part) in (1..).zip(&self.parts) {
            for entry in &part.atomics {
                let mut leaves = self.stream.world.sectors.iter();
                let found = leaves.find_map(|leaf| {
                    let streamed = leaf.streamed_atomic()?;
                    (streamed.index == entry.sector_index as i32).then_some((leaf, streamed))
                });
                let (leaf, streamed) =
                    found.unwrap_or_else(|| panic!("no leaf for sector {}", entry.sector_index));
                let scale = entry.atomic.scales().position;
                let geometry = geometry(entry);
                let mut meshes = Vec::new();
                for (mesh, chain) in geometry.chains() {
                    let packed = unpacked(mesh, chain);
                    let origin = streamed.origin.map(|v| f64::from(v) / f64::from(scale));
                    let world = |i: u32| -> [i64; 3] {
                        let p = packed.positions[i as usize];
                        std::array::from_fn(|axis| i64::from(p[axis]) + origin[axis].round() as i64)
                    };
                    let triangles = packed.strip_triangles().map(|t| t.map(world)).collect();
                    let texture = geometry.materials[mesh.material as usize]
                        .texture
                        .as_ref()
                        .map(|t| t.name.clone());
                    meshes.push((texture, triangles));
                }
                out.push(SectorMesh {
                    index: entry.sector_index,
                    part: number,
                    bounds: leaf.bounds(),
                    scale,
                    meshes,
                });
            }
        }
        out
    }
}
