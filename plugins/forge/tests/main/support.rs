//! The demo level, forged once, and its worlds read back.

use std::sync::OnceLock;
use std::time::Instant;

use wonderwheel_forge::{ForgedGame, Recipe, forge};
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::Part;
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

/// The demo's two worlds, read once.
pub fn demo_worlds() -> &'static [ReadWorld; 2] {
    static WORLDS: OnceLock<[ReadWorld; 2]> = OnceLock::new();
    WORLDS.get_or_init(|| ["demos", "demod"].map(|world| read_world(demo(), world)))
}

/// One sector's triangles: world positions in position units, one list a material.
pub struct SectorMesh {
    pub index: u32,
    pub part: u32,
    pub bounds: wonderwheel_renderware::world::Aabb,
    pub scale: f32,
    pub meshes: Vec<(Option<String>, Vec<[[i64; 3]; 3]>)>,
}

impl ReadWorld {
    /// Decodes every sector's atomic.
    pub fn sectors(&self) -> Vec<SectorMesh> {
        let mut out = Vec::new();
        for (number, part) in (1..).zip(&self.parts) {
            for entry in &part.atomics {
                let leaf = self
                    .stream
                    .world
                    .sectors
                    .iter()
                    .find(|leaf| {
                        leaf.streamed_atomic()
                            .is_some_and(|s| s.index == entry.sector_index as i32)
                    })
                    .unwrap_or_else(|| panic!("no leaf for sector {}", entry.sector_index));
                let streamed = leaf.streamed_atomic().unwrap();
                let scale = entry.atomic.scales().position;
                let geometry = entry.atomic.geometry.as_ref().unwrap();
                let mut meshes = Vec::new();
                for (mesh, chain) in geometry.chains() {
                    let mut packed = wonderwheel_renderware::packed_chain::PackedMesh::default();
                    wonderwheel_renderware::packed_chain::decode_packed(
                        chain,
                        true,
                        mesh.vertex_count,
                        &mut packed,
                    )
                    .unwrap();
                    let world = |i: u32| -> [i64; 3] {
                        let p = packed.positions[i as usize];
                        std::array::from_fn(|axis| {
                            i64::from(p[axis])
                                + (f64::from(streamed.origin[axis]) / f64::from(scale)).round()
                                    as i64
                        })
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
