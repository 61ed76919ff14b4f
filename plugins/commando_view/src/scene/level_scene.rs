//! A level laid out, and how it is.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use wonderwheel_commando::collision::Collision;
use wonderwheel_commando::gameplay::{BlockKind, Gameplay};
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::level::{ChunkFile, Level};
use wonderwheel_commando::occlusion::{LevelObjects, ObjectBits, OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::sky::Sky;
use wonderwheel_commando::tfrag;
use wonderwheel_ps2::fault::Fault;

use super::collision::CollisionScene;
use super::environment::Environment;
use super::faults::Faults;
use super::instances::{Classes, Instances};
use super::lighting::Lighting;
use super::models::{self, MaterialSource, MobyModel, ModelBuffers, ShrubModel, TieModel};
use super::pictures::{self, Materials, Picture};
use super::sky::SkyScene;
use super::terrain::{self, Terrain};
use crate::members::LooseMembers;

/// A level laid out.
#[derive(Debug, Clone, Default)]
pub struct LevelScene {
    /// The level's number.
    pub id: i32,
    /// Textures.
    pub pictures: Vec<Picture>,
    /// What triangles are drawn with.
    pub materials: Materials,
    /// Whether nothing shines through what has each of them.
    pub opaque: Vec<bool>,
    /// Terrain.
    pub terrain: Terrain,
    /// Meshes of all classes.
    pub models: ModelBuffers,
    /// Classes of ties.
    pub ties: Vec<TieModel>,
    /// Classes of shrubs.
    pub shrubs: Vec<ShrubModel>,
    /// Classes of mobys.
    pub mobys: Vec<MobyModel>,
    /// What stands where.
    pub instances: Instances,
    /// Shells.
    pub sky: SkyScene,
    /// The overlay.
    pub collision: CollisionScene,
    /// What colours are made from.
    pub lighting: Lighting,
    /// Masks by place, if the level has them and says whose bits they are.
    pub occlusion: Option<OcclusionGrid>,
    /// Background, fog, where a visit begins.
    pub environment: Environment,
    /// Where the pieces of the core data are, by name.
    pub regions: Vec<(&'static str, Range<usize>)>,
    /// Loose members that took the place of the file's.
    pub replaced: Vec<String>,
    /// What could not be read. The file is not named yet.
    pub faults: Vec<Fault>,
}

impl LevelScene {
    /// Lays a level out.
    pub fn build(level: &Level<'_>, loose: &LooseMembers) -> Self {
        let mut faults = Faults::default();
        let own = loose
            .get(CommandoKind::Gameplay)
            .and_then(|bytes| faults.read("gameplay", Gameplay::read(bytes)));
        let gameplay = own.as_ref().unwrap_or(&level.gameplay);
        let terrain_bytes = terrain_bytes(level, loose, &mut faults);
        let (occlusion, bits) = occlusion(level, loose, gameplay, &terrain_bytes, &mut faults);
        let sky = loose.get(CommandoKind::Sky).unwrap_or_else(|| level.sky());
        let sky = if sky.is_empty() {
            Sky::default()
        } else {
            faults.or_default("sky", Sky::read(sky))
        };
        let pictures = pictures::pictures_of(level, &sky.textures, &mut faults);
        let mut materials = Materials::default();
        let mut terrain = Terrain::default();
        let mut lights = Vec::new();
        for (chunk, bytes) in terrain_bytes.iter().enumerate() {
            if let Some(block) = terrain::read(bytes, &terrain_name(chunk), &mut faults) {
                terrain.add(chunk, &block, &bits.tfrags, &pictures, &mut materials);
                lights.extend_from_slice(block.lights());
            }
        }
        let mut models = ModelBuffers::default();
        let mut source = MaterialSource {
            pictures: &pictures,
            materials: &mut materials,
        };
        let ties = models::ties(level, loose, &mut source, &mut models, &mut faults);
        let shrubs = models::shrubs(level, loose, &mut source, &mut models, &mut faults);
        let mobys = models::mobys(level, loose, &mut source, &mut models, &mut faults);
        let mut lighting = Lighting::find(level.overlay(), gameplay, lights, &mut faults);
        let classes = Classes {
            ties: &ties,
            shrubs: &shrubs,
            mobys: &mobys,
        };
        let instances = Instances::build(gameplay, &classes, &bits, &mut lighting, &mut faults);
        let sky = SkyScene::build(&sky, &pictures, &mut materials);
        let collision = collision_of(level, loose, &mut faults);
        let environment = Environment::of(gameplay, &terrain, &mut faults);
        Self {
            id: level.header.id,
            opaque: opaque(&materials, &pictures),
            pictures,
            materials,
            terrain,
            models,
            ties,
            shrubs,
            mobys,
            instances,
            sky,
            collision,
            lighting,
            occlusion,
            environment,
            regions: regions(level),
            replaced: loose.names.clone(),
            faults: faults.0,
        }
    }

    /// Whether nothing shines through what has this material.
    pub fn is_opaque(&self, material: u32) -> bool {
        self.opaque.get(material as usize).copied().unwrap_or(true)
    }
}

/// The terrain blocks by chunk: the core's, which is chunk 0, and those of the others, empty where the level has none. The file of chunk 0,
/// where there is one, repeats the core's. Source: spec/commando-container.md 9.1.
fn terrain_bytes<'a>(
    level: &'a Level<'_>,
    loose: &'a LooseMembers,
    faults: &mut Faults,
) -> Vec<Cow<'a, [u8]>> {
    let core = loose
        .get(CommandoKind::Tfrag)
        .unwrap_or_else(|| level.tfrags());
    let mut blocks = vec![Cow::Borrowed(core)];
    for (number, chunk) in level.chunks.iter().enumerate().skip(1) {
        let bytes = chunk.as_ref().map(ChunkFile::decompress_tfrags);
        let bytes = bytes.map(|bytes| faults.or_default(terrain_name(number), bytes));
        blocks.push(Cow::Owned(bytes.unwrap_or_default()));
    }
    blocks
}

fn terrain_name(chunk: usize) -> String {
    match chunk {
        0 => "terrain".to_owned(),
        number => format!("terrain of chunk {number}"),
    }
}

/// The collision of the core and of the chunks, in one overlay: what a chunk repeats is there once.
fn collision_of(level: &Level<'_>, loose: &LooseMembers, faults: &mut Faults) -> CollisionScene {
    let (mut scene, mut laid) = (CollisionScene::default(), HashSet::new());
    let mut add = |bytes: &[u8], what: &str, faults: &mut Faults| {
        if let Some(mesh) = faults.read(what, Collision::read(bytes)) {
            scene.add(&mesh, &mut laid);
        }
    };
    let core = loose.get(CommandoKind::Collision);
    let core = core.unwrap_or_else(|| level.collision());
    if !core.is_empty() {
        add(core, "collision", faults);
    }
    for (number, chunk) in level.chunks.iter().enumerate().skip(1) {
        let Some(chunk) = chunk else { continue };
        let what = format!("collision of chunk {number}");
        let bytes = faults.or_default(&what, chunk.decompress_collision());
        if !bytes.is_empty() {
            add(&bytes, &what, faults);
        }
    }
    scene
}

/// Of each material; one without a texture is.
fn opaque(materials: &Materials, pictures: &[Picture]) -> Vec<bool> {
    let of = materials.list.iter().map(|material| {
        let sampled = material
            .texture
            .and_then(|texture| materials.textures.get(texture));
        let picture = sampled.and_then(|sampled| pictures.get(sampled.picture));
        picture.is_none_or(Picture::is_opaque)
    });
    of.collect()
}

/// The grid and the bits of all objects. Without a grid or mappings that can be read, everything is seen.
fn occlusion(
    level: &Level<'_>,
    loose: &LooseMembers,
    gameplay: &Gameplay,
    terrain: &[Cow<'_, [u8]>],
    faults: &mut Faults,
) -> (Option<OcclusionGrid>, ObjectBits) {
    // What cannot be read is reported where it is laid out.
    let count = |bytes: &Cow<'_, [u8]>| tfrag::triangle_counts(bytes).unwrap_or_default();
    let patches: Vec<Vec<u8>> = terrain.iter().map(count).collect();
    let ties = gameplay.tie_instances().unwrap_or_default();
    let mobys = gameplay.moby_instances().unwrap_or_default();
    let objects = LevelObjects {
        patches: &patches,
        ties: &ties,
        mobys: &mobys,
    };
    let nothing_hidden = || (None, ObjectBits::all_seen(&objects));
    let grid = loose.get(CommandoKind::Occlusion);
    let grid = grid.unwrap_or_else(|| level.occlusion());
    if grid.is_empty() {
        return nothing_hidden();
    }
    let Some(grid) = faults.read("occlusion grid", OcclusionGrid::read(grid)) else {
        return nothing_hidden();
    };
    let block = gameplay.block(BlockKind::OcclusionMappings);
    let mappings = loose.get(CommandoKind::OcclusionMappings).or(block);
    let mappings = mappings.unwrap_or(level.occlusion_mappings);
    if mappings.is_empty() {
        faults.say("there are no occlusion mappings: everything is drawn".into());
        return nothing_hidden();
    }
    let Some(mappings) = faults.read("occlusion mappings", OcclusionMappings::read(mappings))
    else {
        return nothing_hidden();
    };
    let bits = ObjectBits::resolve(&mappings, &objects);
    if bits.is_terrain_stale {
        let sentence =
            "occlusion is out of date: its records are of other terrain, all of which is drawn";
        faults.say(sentence.into());
    }
    faults.count(
        bits.bad_bits,
        "objects have an occlusion bit that no mask has, and are always drawn",
    );
    (Some(grid), bits)
}

fn regions(level: &Level<'_>) -> Vec<(&'static str, Range<usize>)> {
    let regions = &level.regions;
    vec![
        ("terrain", regions.tfrags.clone()),
        ("occlusion", regions.occlusion.clone()),
        ("sky", regions.sky.clone()),
        ("collision", regions.collision.clone()),
        ("textures", regions.textures.clone()),
        ("hero sequences", regions.hero_sequences.clone()),
    ]
}
