//! What the level says of itself, and the instances of ties, shrubs and mobys.

use glam::Vec3;
use wonderwheel_commando::gameplay::{
    BlockKind, Gameplay, InstanceTable, LevelSettings, MobyInstance, ShrubInstance, TieAmbients,
    TieInstance, write_class_list,
};
use wonderwheel_commando::lighting::color_to_5551;

use super::islets::{ISLETS, Islet};
use super::land::{self, Land};
use super::light::{self, HAZE};
use super::plan::{MobyKind, Plan, ShrubKind, Stand, TieKind};
use super::ties::{self, Tie};
use crate::error::Result;
use crate::kit::rng::Rng;
use crate::kit::trig::TAU;

/// Where fog begins and is full, world units, and how much of a colour stays there: 255 is all of it.
const FOG_DISTANCE: [f32; 2] = [45.0, 320.0];
const FOG_INTENSITY: [f32; 2] = [255.0, 96.0];
/// How far below the meadow the hero dies.
const DEATH_HEIGHT: f32 = 8.0;
/// Mobys that may be made while the level runs.
const SPAWNABLE: u32 = 64;

/// A plan's mobys as they are placed, numbered from 1. Those that hop are seen from everywhere: a place says nothing about them.
pub fn mobys(plan: &Plan) -> Vec<MobyInstance> {
    let stands = plan.mobys.iter().zip(1..);
    stands
        .map(|(stand, uid)| moby_instance(stand, uid))
        .collect()
}

/// Builds the gameplay of a plan. `mappings` is the occlusion mappings' block.
///
/// # Errors
/// None for a plan of this size.
pub fn build(
    land: &Land,
    plan: &Plan,
    ties: &[(TieKind, Tie)],
    mappings: &[u8],
    seed: u64,
) -> Result<Gameplay> {
    let tie_instances = plan.ties.iter().enumerate().map(|(i, stand)| {
        let kind = ties.iter().find(|(kind, _)| *kind == stand.kind);
        let draw_distance = kind.map_or(0, |(_, tie)| tie.draw_distance);
        tie_instance(i as i32, stand, draw_distance)
    });
    let mut rng = Rng::new(seed, "shrub colours");
    let shrubs = plan
        .shrubs
        .iter()
        .map(|stand| shrub_instance(land, stand, &mut rng));
    let mut mobys = InstanceTable::new(mobys(plan));
    mobys.head[0] = SPAWNABLE;
    let numbers = |classes: &[i32]| write_class_list(classes);
    Ok(Gameplay::lay_out([
        (BlockKind::LevelSettings, settings(land).write()),
        (BlockKind::Lights, light::bank().write()?),
        (
            BlockKind::TieClasses,
            numbers(&TieKind::ALL.map(|kind| kind.class().into())),
        ),
        (
            BlockKind::TieInstances,
            InstanceTable::new(tie_instances.collect()).write(),
        ),
        (BlockKind::TieAmbients, ambients(plan)?.write()),
        (
            BlockKind::ShrubClasses,
            numbers(&ShrubKind::ALL.map(|kind| kind.class().into())),
        ),
        (
            BlockKind::ShrubInstances,
            InstanceTable::new(shrubs.collect()).write(),
        ),
        (
            BlockKind::MobyClasses,
            numbers(&MobyKind::ALL.map(MobyKind::class)),
        ),
        (BlockKind::MobyInstances, mobys.write()),
        (BlockKind::OcclusionMappings, mappings.to_vec()),
    ])?)
}

fn settings(land: &Land) -> LevelSettings {
    let haze = HAZE.map(|value| (value * 255.0) as i32);
    LevelSettings {
        background: haze,
        fog: haze,
        fog_distance: FOG_DISTANCE,
        fog_intensity: FOG_INTENSITY,
        death_height: DEATH_HEIGHT,
        ship_position: land.place(land::LANDING).to_array(),
        // Along the footpath.
        ship_rotation: TAU / 4.0,
        ship_path_and_cuboids: [-1; 3],
        chunk_planes: ISLETS.iter().map(Islet::border).collect(),
        ..LevelSettings::plain()
    }
}

fn tie_instance(i: i32, stand: &Stand<TieKind>, draw_distance: i32) -> TieInstance {
    TieInstance {
        class: stand.kind.class().into(),
        draw_distance,
        occlusion_index: i,
        matrix: stand.matrix(),
        light: light::THINGS.into(),
        uid: 1000 + i,
        ..TieInstance::default()
    }
}

/// For each normal the light of the sky from above and of the meadow from below.
fn ambients(plan: &Plan) -> Result<TieAmbients> {
    let sky = Vec3::new(66.0, 74.0, 92.0);
    let ground = Vec3::new(50.0, 48.0, 32.0);
    let colour = |normal: Vec3| {
        let [r, g, b] = ground
            .lerp(sky, 0.5 + 0.5 * normal.z)
            .to_array()
            .map(|value| value as u8);
        color_to_5551([r, g, b, 0x80])
    };
    let colours = ties::even_directions().map(colour);
    let mut ambients = TieAmbients::default();
    for i in 0..plan.ties.len() {
        ambients.push(i as i16, &colours)?;
    }
    Ok(ambients)
}

fn shrub_instance(land: &Land, stand: &Stand<ShrubKind>, rng: &mut Rng) -> ShrubInstance {
    let map = stand.at.truncate() - land::CORNER;
    let shade = light::shadow(land, map);
    let base = match stand.kind {
        ShrubKind::Tuft => Vec3::new(62.0, 66.0, 66.0),
        ShrubKind::Tree => Vec3::new(64.0, 62.0, 76.0),
    };
    let [r, g, b] = (base * rng.range(0.88, 1.12) * (1.0 - 0.25 * shade)).to_array();
    let light = if shade > 0.5 {
        light::SHADE
    } else {
        light::THINGS
    };
    ShrubInstance {
        class: stand.kind.class().into(),
        draw_distance: stand.kind.draw_distance(),
        matrix: stand.matrix(),
        colour: [r, g, b].map(|value| value as i32),
        light: light.into(),
        ..ShrubInstance::default()
    }
}

fn moby_instance(stand: &Stand<MobyKind>, uid: i32) -> MobyInstance {
    let is_crate = stand.kind == MobyKind::Crate;
    MobyInstance {
        size: MobyInstance::SIZE,
        uid,
        bolts: if is_crate { 5 } else { 12 },
        class: stand.kind.class(),
        scale: stand.size,
        draw_distance: if is_crate { 90 } else { 120 },
        update_distance: 100,
        unknown_38: [32, 64],
        position: stand.at.to_array(),
        rotation: [0.0, 0.0, stand.turn],
        group: -1,
        pvar_index: -1,
        occlusion: i32::from(!is_crate),
        colour: [104, 106, 112],
        light: light::THINGS.into(),
        ..MobyInstance::default()
    }
}
