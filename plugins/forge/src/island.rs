//! A level of Ratchet & Clank 2 (Going Commando) in that game's own formats: an alien meadow above the clouds, under two suns.
//!
//! | Part | Module |
//! | --- | --- |
//! | the shape of the ground, what stands where | [`land`], [`plan`] |
//! | patches in three levels of detail, each with a picture of its own | [`terrain`], [`pictures`] |
//! | light sets, light records, the table of normals | [`light`] |
//! | models, out of sheets that can be drawn in coarser steps | [`form`], [`ties`], [`shrubs`], [`mobys`] |
//! | the sky's shells | [`sky`] |
//! | two chunks over the level's core | [`islets`] |
//! | what one runs into, what is seen from where | [`collision`], [`occlusion`] |
//! | settings and instances | [`gameplay`] |
//! | a disc with the level on it | [`disc`] |
//!
//! Axes are the game's: z up, right-handed. Units are the world's; its raw units are 1,024ths.

pub mod collision;
pub mod disc;
pub mod form;
pub mod gameplay;
pub mod islets;
pub mod land;
pub mod light;
pub mod mobys;
pub mod occlusion;
pub mod pictures;
pub mod plan;
pub mod recipe;
pub mod shrubs;
pub mod sky;
pub mod terrain;
pub mod ties;

use wonderwheel_commando::core::HERO_MARKER;
use wonderwheel_commando::level::{NewChunk, NewLevel, NewTextures};
use wonderwheel_commando::texture::Texture;

use crate::content::Content;
use crate::error::Result;
use crate::island::recipe::CommandoRecipe;
use crate::kit::encode::Files;
use crate::kit::paint::Canvas;
use islets::ISLETS;
use land::Land;
use plan::{MobyKind, ShrubKind, TieKind};

impl Content for CommandoRecipe {
    fn level(&self) -> &str {
        &self.level
    }

    fn seed_mut(&mut self) -> &mut u64 {
        &mut self.seed
    }

    fn files(&self, progress: &mut dyn FnMut(&str)) -> Result<Files> {
        let level = level(self, progress)?;
        progress("writing the level's file");
        let name = format!("{}.wad", self.level);
        Ok(Files::from([(name, level.write()?)]))
    }
}

/// The level's pieces.
///
/// # Errors
/// A recipe with numbers outside of what makes sense.
pub fn level(recipe: &CommandoRecipe, progress: &mut dyn FnMut(&str)) -> Result<NewLevel> {
    recipe.check()?;
    let seed = recipe.seed;
    let land = Land::new(seed);
    let plan = plan::plan(&land, recipe.tufts, recipe.trees, seed);
    progress("painting the ground");
    let terrain = terrain::build(
        &land,
        &plan,
        recipe.lod_distance,
        recipe.texels as usize,
        seed,
    )?;
    progress("building ties, shrubs and mobys");
    let ties = TieKind::ALL
        .iter()
        .map(|kind| Ok((*kind, kind.build(seed)?)))
        .collect::<Result<Vec<_>>>()?;
    progress("making the ground solid");
    let solids = plan.ties.iter().filter_map(|stand| {
        let (_, tie) = ties.iter().find(|(kind, _)| *kind == stand.kind)?;
        Some((stand, &tie.solid))
    });
    let collisions = std::iter::once(None).chain(ISLETS.iter().map(Some));
    let collisions =
        collisions.map(|chunk| Ok(collision::build(&land, solids.clone(), chunk)?.write()?));
    let collisions: Vec<Vec<u8>> = collisions.collect::<Result<_>>()?;
    progress("looking what is seen from where");
    let mobys = gameplay::mobys(&plan);
    let occlusion = occlusion::build(&land, &plan, &mobys, &terrain.blocks)?;
    let mappings = occlusion.mappings.write()?;
    // The first chunk's file repeats the core.
    let blocks = terrain.blocks.iter().zip(&collisions);
    let chunks = blocks.map(|(tfrags, collision)| {
        Ok(NewChunk {
            tfrags: tfrags.write()?,
            collision: collision.clone(),
            sound_bank: sound_bank(),
        })
    });
    let chunks: Vec<NewChunk> = chunks.collect::<Result<_>>()?;
    let (tfrags, collision) = (chunks[0].tfrags.clone(), chunks[0].collision.clone());
    progress("painting the sky");
    let sky = sky::build(seed)?;
    Ok(NewLevel {
        id: recipe.id,
        tfrags,
        collision,
        chunks,
        occlusion: occlusion.grid.write()?,
        sky: sky.write()?,
        textures: NewTextures {
            tfrag: terrain.textures,
            moby: paint(&[pictures::crate_side, pictures::skin, pictures::eye], seed),
            tie: paint(
                &[
                    pictures::rock,
                    pictures::wall,
                    pictures::roof,
                    pictures::door,
                ],
                seed,
            ),
            shrub: paint(&[pictures::blades, pictures::bark, pictures::leaves], seed),
        },
        moby_classes: MobyKind::ALL
            .iter()
            .map(|kind| kind.build())
            .collect::<Result<_>>()?,
        shrub_classes: ShrubKind::ALL
            .iter()
            .map(|kind| kind.build(seed))
            .collect::<Result<_>>()?,
        gameplay: gameplay::build(&land, &plan, &ties, &mappings, seed)?,
        tie_classes: ties.into_iter().map(|(_, tie)| tie.class).collect(),
        hero_sequences: vec![hero_sequence()],
        overlay: light::overlay(),
        occlusion_mappings: mappings,
        sound_bank: sound_bank(),
        ..NewLevel::default()
    })
}

fn paint(painters: &[fn(u64) -> Canvas], seed: u64) -> Vec<Texture> {
    let painted = painters
        .iter()
        .map(|painter| pictures::texture(&painter(seed), 0.5));
    painted.collect()
}

/// The head of a bank without sounds: what banks are known by.
fn sound_bank() -> Vec<u8> {
    let mut bank = vec![0; 0x40];
    bank[0x18..0x1C].copy_from_slice(b"SBlk");
    bank[0x24..0x27].copy_from_slice(b"DAW");
    bank
}

/// An animation of the hero as they look from outside: four packed poses without content. Source: spec/commando-container.md
/// 9.2, 9.3.
fn hero_sequence() -> Vec<u8> {
    const FRAMES: u8 = 4;
    const FIRST_FRAME: u32 = 0x30;
    let mut sequence = vec![0; FIRST_FRAME as usize + 16 * usize::from(FRAMES)];
    // The low half of the sphere's x; the high half makes 0.5 of it.
    sequence[..2].copy_from_slice(&HERO_MARKER);
    sequence[2..4].copy_from_slice(&[0x00, 0x3F]);
    sequence[0x0C..0x10].copy_from_slice(&1.0_f32.to_le_bytes());
    sequence[0x10] = FRAMES;
    sequence[0x11] = 0xFF;
    for i in 0..u32::from(FRAMES) {
        let at = 0x1C + 4 * i as usize;
        let pose = 0xF000_0000 | (FIRST_FRAME + 16 * i);
        sequence[at..at + 4].copy_from_slice(&pose.to_le_bytes());
    }
    sequence
}
