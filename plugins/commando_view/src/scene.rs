//! A level laid out for drawing: plain data, made on a task from the level's file and what lies loose beside it.
//!
//! | Part | Module |
//! | --- | --- |
//! | textures and materials | [`pictures`] |
//! | patches, their positions and vertices | [`terrain`] |
//! | meshes of classes | [`models`] |
//! | what stands where | [`instances`] |
//! | the light pass | [`lighting`] |
//! | shells | [`sky`] |
//! | the collision overlay | [`collision`] |
//! | background, fog, where a visit begins | [`environment`] |
//!
//! Nothing here fails for one bad part: what cannot be read is left out and listed in [`LevelScene::faults`].

pub mod collision;
pub mod environment;
pub mod instances;
pub mod lighting;
pub mod models;
pub mod pictures;
pub mod sky;
pub mod terrain;

use std::collections::HashMap;
use std::ops::Range;

use wonderwheel_commando::collision::Collision;
use wonderwheel_commando::gameplay::{BlockKind, Gameplay};
use wonderwheel_commando::level::Level;
use wonderwheel_commando::occlusion::{Mapping, OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::sky::Sky;
use wonderwheel_commando::tfrag::TfragBlock;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::fault::{Fault, FaultKind};

use crate::members::LooseMembers;
use collision::CollisionScene;
use environment::Environment;
use instances::{Classes, Instances};
use lighting::Lighting;
use models::{MaterialSource, MobyModel, ModelBuffers, ShrubModel, TieModel};
use pictures::{Materials, Picture};
use sky::SkyScene;
use terrain::Terrain;

/// Triangles with one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Index of the material.
    pub material: u32,
    /// Indices of the index list that it belongs to.
    pub indices: Range<u32>,
}

/// What is seen from where.
#[derive(Debug, Clone, PartialEq)]
pub struct OcclusionScene {
    /// Masks by place.
    pub grid: OcclusionGrid,
    /// Bits of patches, ties and mobys; their counts are those of the level.
    pub mappings: OcclusionMappings,
    /// Those of the mobys that are placed, in the order of [`Instances::mobys`].
    pub mobys: Vec<Option<Mapping>>,
}

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
    /// What is seen from where, if the level says so.
    pub occlusion: Option<OcclusionScene>,
    /// Background, fog, where a visit begins.
    pub environment: Environment,
    /// Where the pieces of the core data are, by name.
    pub regions: Vec<(&'static str, Range<usize>)>,
    /// Loose members that took the place of the file's.
    pub replaced: Vec<String>,
    /// Files beside it that are named after the level and are not looked into.
    pub unused: Vec<String>,
    /// What could not be read. The file is not named yet.
    pub faults: Vec<Fault>,
}

impl LevelScene {
    /// Lays a level out.
    pub fn build(level: &Level<'_>, loose: &LooseMembers) -> Self {
        let mut faults = Faults::default();
        let own = loose
            .gameplay
            .as_deref()
            .and_then(|bytes| faults.kept("gameplay", Gameplay::read(bytes)));
        let gameplay = own.as_ref().unwrap_or(&level.gameplay);
        let blocks = terrain_blocks(level, loose, &mut faults);
        let sky = loose.sky.as_deref().unwrap_or_else(|| level.sky());
        let sky = match sky.is_empty() {
            true => Sky::default(),
            false => faults.or_default("sky", Sky::read(sky)),
        };
        let pictures = pictures::pictures_of(level, &sky.textures, &mut faults);
        let mut materials = Materials::default();
        let mut terrain = Terrain::default();
        let mut lights = Vec::new();
        for (chunk, block) in &blocks {
            terrain.add(*chunk, block, &pictures, &mut materials);
            lights.extend_from_slice(block.lights());
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
        let instances = Instances::build(gameplay, &classes, &mut lighting, &mut faults);
        let sky = SkyScene::build(&sky, &pictures, &mut materials);
        let collision = collision_of(level, loose, &mut faults);
        let occlusion = occlusion(level, loose, gameplay, &terrain, &instances, &mut faults);
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
            unused: Vec::new(),
            faults: faults.0,
        }
    }

    /// Whether nothing shines through what has this material.
    pub fn is_opaque(&self, material: u32) -> bool {
        self.opaque.get(material as usize).copied().unwrap_or(true)
    }
}

/// The terrain blocks with their chunks: the core's, which is chunk 0, and those of the others that the level has. The file of chunk 0,
/// where there is one, repeats the core's. Source: spec/commando-container.md 9.1.
fn terrain_blocks(
    level: &Level<'_>,
    loose: &LooseMembers,
    faults: &mut Faults,
) -> Vec<(usize, TfragBlock)> {
    let mut blocks = Vec::new();
    let core = loose.tfrags.as_deref().unwrap_or_else(|| level.tfrags());
    if !core.is_empty() {
        blocks.extend(terrain::read(core, "terrain", faults).map(|block| (0, block)));
    }
    for (number, chunk) in level.chunks.iter().enumerate().skip(1) {
        let Some(chunk) = chunk else { continue };
        let what = format!("terrain of chunk {number}");
        let bytes = faults.or_default(&what, chunk.decompress_tfrags());
        if !bytes.is_empty() {
            blocks.extend(terrain::read(&bytes, &what, faults).map(|block| (number, block)));
        }
    }
    blocks
}

/// The collision of the core and of the chunks, in one overlay.
fn collision_of(level: &Level<'_>, loose: &LooseMembers, faults: &mut Faults) -> CollisionScene {
    let mut scene = CollisionScene::default();
    let mut add = |bytes: &[u8], what: &str, faults: &mut Faults| {
        if let Some(mesh) = faults.kept(what, Collision::read(bytes)) {
            scene.add(&mesh);
        }
    };
    let core = loose
        .collision
        .as_deref()
        .unwrap_or_else(|| level.collision());
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

fn occlusion(
    level: &Level<'_>,
    loose: &LooseMembers,
    gameplay: &Gameplay,
    terrain: &Terrain,
    instances: &Instances,
    faults: &mut Faults,
) -> Option<OcclusionScene> {
    let grid = loose
        .occlusion
        .as_deref()
        .unwrap_or_else(|| level.occlusion());
    if grid.is_empty() {
        return None;
    }
    let grid = faults.kept("occlusion grid", OcclusionGrid::read(grid))?;
    let block = gameplay.block(BlockKind::OcclusionMappings);
    let mappings = match (
        loose.occlusion_mappings.as_deref(),
        level.occlusion_mappings,
    ) {
        (Some(own), _) => own,
        (None, []) => block.unwrap_or_default(),
        (None, of_file) => of_file,
    };
    if mappings.is_empty() {
        faults.say("there are no occlusion mappings: everything is drawn".into());
        return None;
    }
    let mappings = faults.kept("occlusion mappings", OcclusionMappings::read(mappings))?;
    let [ties, _, mobys] = instances.counts;
    if !mappings.fits(terrain.patch_count, ties, mobys) {
        faults.say(
            "the counts of the occlusion mappings are not the level's: everything is drawn".into(),
        );
        return None;
    }
    let by_uid: HashMap<i32, Mapping> = mappings
        .mobys
        .iter()
        .rev()
        .map(|mapping| (mapping.id, *mapping))
        .collect();
    let mobys = instances
        .mobys
        .iter()
        .map(|moby| by_uid.get(&moby.uid).copied());
    Some(OcclusionScene {
        grid,
        mobys: mobys.collect(),
        mappings,
    })
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

/// What could not be read; no more of it than a person reads.
#[derive(Debug, Clone, Default)]
pub struct Faults(Vec<Fault>);

/// Faults that are kept.
const MOST_FAULTS: usize = 200;

impl Faults {
    fn add(&mut self, fault: Fault) {
        match self.0.len() {
            MOST_FAULTS => self.0.push(of_level("there are more faults than these")),
            count if count < MOST_FAULTS => self.0.push(fault),
            _ => {}
        }
    }

    /// A sentence.
    pub fn say(&mut self, sentence: String) {
        self.add(of_level(sentence));
    }

    /// That something is broken.
    pub fn tell(&mut self, what: impl std::fmt::Display, error: &FormatError) {
        self.add(Fault::of_error("", error).within(what.to_string()));
    }

    /// How many there are of something; nothing when there are none.
    pub fn count(&mut self, count: usize, of_what: &str) {
        if count > 0 {
            self.say(format!("{count} {of_what}"));
        }
    }

    /// What was read, or nothing with the fault told.
    pub fn kept<T>(&mut self, what: &str, read: Result<T, FormatError>) -> Option<T> {
        read.map_err(|error| self.tell(what, &error)).ok()
    }

    /// What was read, or the empty thing with the fault told.
    pub fn or_default<T: Default>(&mut self, what: &str, read: Result<T, FormatError>) -> T {
        self.kept(what, read).unwrap_or_default()
    }
}

/// A fault of a level as a whole.
fn of_level(words: impl Into<String>) -> Fault {
    Fault::of_file("", FaultKind::Malformed, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_thousand_faults_tells_two_hundred_and_that_there_are_more() {
        let mut faults = Faults::default();
        (0..1000).for_each(|i| faults.say(format!("fault {i}")));
        assert_eq!(faults.0.len(), MOST_FAULTS + 1);
        let last = faults.0[MOST_FAULTS].to_string();
        assert_eq!(last, "there are more faults than these");
    }
}
