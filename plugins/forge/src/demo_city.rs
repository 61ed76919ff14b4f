//! The demo city: a few blocks by the sea at night.

pub mod building;
pub mod facade;
pub mod files;
pub mod fire_escape;
pub mod ground;
pub mod haze;
pub mod loading;
pub mod lots;
pub mod markings;
pub mod objects;
pub mod pack;
pub mod paths;
pub mod plan;
pub mod props;
pub mod railway;
pub mod recipe;
pub mod roof;
pub mod scene;
pub mod sea;
pub mod settings;
pub mod shore;
pub mod skyline;
pub mod solid;
pub mod street_lamp;
pub mod walls;
pub mod wheel;

use glam::Vec3;
use wonderwheel_warriors::occluder::Occluder;

use crate::content::Content;
use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::scene::{PointLight, Scene, Start};
use crate::error::Result;
use crate::kit::background::{glow, sky};
use crate::kit::encode::Files;
use crate::kit::encode::world::WorldScene;
use crate::kit::light::bake::Lighting;
use crate::kit::light::occlusion::{Blocker, Occlusion};
use crate::kit::light::{BakedLamp, LampColour};
use crate::kit::mesh::pack::pack;
use crate::kit::mesh::{GRID, Piece, Scope};
use crate::kit::paint::{Painting, Paintings};
use crate::kit::parallel;
use crate::kit::partition::{Item, Partition, divide};
use crate::textures::glow::halos;
use crate::textures::{catalogue, signs, sky as heavens};

impl Content for CityRecipe {
    fn level(&self) -> &str {
        &self.level
    }

    fn seed_mut(&mut self) -> &mut u64 {
        &mut self.seed
    }

    fn files(&self, progress: &mut dyn FnMut(&str)) -> Result<Files> {
        self.check()?;
        let scene = build(self, progress)?;
        files::files(self, &scene, progress)
    }
}

/// Bytes that a piece counts for by itself.
const PIECE_WEIGHT: u32 = 60;
/// Bytes that each material of a piece counts for.
const MATERIAL_WEIGHT: u32 = 60;
/// Bytes that a material counts for whose picture each part brings itself: where shops are, parts hold less else.
const OWN_PICTURE_WEIGHT: u32 = 3000;
/// Bytes that a square metre counts for, so that wide empty surfaces make sectors of their own.
const AREA_WEIGHT: u32 = 4;
/// Bytes of one strip vertex.
const VERTEX_WEIGHT: u32 = 24;

/// The whole city, painted, lit and divided.
///
/// # Errors
/// A recipe that asks for more sectors than there are pieces.
pub fn build(recipe: &CityRecipe, progress: &mut dyn FnMut(&str)) -> Result<Scene> {
    let seed = recipe.seed;
    progress("planning the streets");
    let plan = plan::Plan::new(recipe);
    progress("building the houses");
    let lamps = street_lamp::places(recipe);
    let mut scenery = ground::pieces(&plan);
    let houses = parallel::map(&plan.houses, |house| building::build(house, recipe));
    scenery.extend(houses.into_iter().flatten());
    scenery.extend(lamps.iter().map(street_lamp::build));
    scenery.extend(street_lamp::festoons(&lamps));
    scenery.extend(railway::pieces());
    scenery.extend(shore::pieces(seed));
    scenery.extend(props::pieces(&plan, recipe));
    let partition = divide(&items(&scenery), recipe.parts[0], recipe.sectors[0])?;

    progress("laying out what lies on streets and walls");
    let baked = resolve(&scenery, &partition, seed);
    let mut detail = markings::pieces(&plan);
    detail.extend(walls::pieces(&plan, seed));
    detail.extend(lots::pieces(&plan, seed));
    detail.extend(haze::steam());
    let taken = markings::footprints(&detail);
    detail.extend(markings::scattered(&plan, seed, &taken));
    detail.extend(props::car_shadows(recipe));
    detail.extend(sea::pieces());
    detail.extend(haze::pieces(&baked));
    let detail_partition = divide(&items(&detail), recipe.parts[1], recipe.sectors[1])?;

    progress("baking the light");
    let blocker = |house: &plan::House| Blocker {
        rect: house.rect,
        height: house.top(),
    };
    let blockers = plan.houses.iter().map(blocker).collect();
    let lighting = Lighting::new(baked, Occlusion::new(blockers));
    let painting = |canvas| Painting::pal8(canvas).levels(1);
    let mut background = [
        sky::dome(painting(heavens::dusk(seed as u32)).dithered(2.2)),
        sky::clouds(painting(heavens::clouds(seed as u32))),
        skyline::build(&plan, &lamps, seed),
    ];
    let mut glow_piece = glow::build(&lamps);
    lighting.bake(&mut scenery);
    lighting.bake(&mut detail);
    let models = background.iter_mut().map(|model| &mut model.piece);
    for piece in models.chain([&mut glow_piece]) {
        lighting.bake(std::slice::from_mut(piece));
    }

    progress("measuring what is solid and where people walk");
    let solid = solid::build(&plan, recipe);
    let path_data = paths::build(&plan, recipe)?;

    progress("painting the textures");
    let of_parts = |partition: &Partition, paint: fn(u64, u32) -> Paintings| {
        let parts: Vec<u32> = (1..=partition.parts).collect();
        parallel::map(&parts, |part| paint(seed, *part))
    };
    let [sky, clouds, skyline] = background;
    Ok(Scene {
        scenery: WorldScene {
            textures: catalogue::scenery(seed),
            part_textures: of_parts(&partition, catalogue::scenery_part),
            pieces: scenery,
            partition,
        },
        detail: WorldScene {
            textures: catalogue::detail(seed),
            part_textures: of_parts(&detail_partition, catalogue::detail_part),
            pieces: detail,
            partition: detail_partition,
        },
        sky,
        clouds,
        skyline,
        glow: glow_piece,
        glow_textures: halos(),
        occluders: occluders(),
        solid,
        path_data,
        objects: objects::placed(recipe),
        lights: lights(),
        start: Start {
            position: Vec3::new(21.0, 1.85, 28.6),
            heading: 83.0,
        },
    })
}

fn items(pieces: &[Piece]) -> Vec<Item> {
    parallel::map(pieces, |piece| {
        let bounds = piece.bounds();
        let (min, max) = (Vec3::from_array(bounds.min), Vec3::from_array(bounds.max));
        let area = (max.x - min.x) * (max.z - min.z);
        let textures = piece.meshes.keys().filter_map(|surface| surface.texture);
        let own_pictures = textures.filter(|t| t.scope == Scope::Part).count();
        Item {
            middle: (min + max) * 0.5,
            weight: PIECE_WEIGHT
                + MATERIAL_WEIGHT * piece.meshes.len() as u32
                + OWN_PICTURE_WEIGHT * own_pictures as u32
                + AREA_WEIGHT * area as u32
                + VERTEX_WEIGHT * strip_vertices(piece),
        }
    })
}

/// Vertices of the strips that the piece would make on its own.
fn strip_vertices(piece: &Piece) -> u32 {
    let origin = piece.vertices().next().map_or(Vec3::ZERO, |v| v.position);
    let lengths = piece.meshes.values().map(|triangles| {
        pack(triangles, origin, GRID, 1, true).map_or(0, |mesh| mesh.positions.len())
    });
    lengths.sum::<usize>() as u32
}

/// The lamps with their colours: those of signs follow from the part that they ended up in.
fn resolve(pieces: &[Piece], partition: &Partition, seed: u64) -> Vec<BakedLamp> {
    let mut out = Vec::new();
    for sector in &partition.sectors {
        for piece in sector.pieces.iter().filter_map(|i| pieces.get(*i)) {
            out.extend(piece.lamps.iter().map(|lamp| BakedLamp {
                lamp: *lamp,
                colour: match lamp.colour {
                    LampColour::Fixed(colour) => colour,
                    LampColour::Sign(index) => signs::colour(seed, sector.part, index),
                    LampColour::Upright(half) => signs::upright_colour(seed, sector.part, half),
                },
            }));
        }
    }
    out
}

/// Walls of the game's own kind: endless upwards, so they stand only along the northern edge, behind which there is nothing.
fn occluders() -> Vec<Occluder> {
    plan::BLOCKS
        .iter()
        .filter(|b| b[1] - b[0] > 40.0)
        .map(|[x0, x1]| {
            // Game axes: z up, y to the north.
            let (a, b) = ([*x0, 119.0, 0.0], [*x1, 119.0, 0.0]);
            let up = |p: [f32; 3]| [p[0], p[1], p[2] + 1.0];
            Occluder {
                points: [a, b, up(a), up(b)],
            }
        })
        .collect()
}

/// Lights that the game moves over the scenery: they flicker or shine beyond what is baked.
fn lights() -> Vec<PointLight> {
    let light = |x: f32, y: f32, z: f32, colour: [f32; 3], radius: f32| PointLight {
        position: Vec3::new(x, y, z),
        colour,
        radius,
    };
    vec![
        light(63.0, 4.2, 37.0, [0.55, 0.10, 0.16], 14.0),
        light(-1.0, 4.2, 37.0, [0.10, 0.34, 0.46], 14.0),
        light(-65.0, 4.2, 15.0, [0.42, 0.30, 0.10], 13.0),
        light(30.0, 3.0, 108.0, [0.30, 0.34, 0.44], 16.0),
        light(96.0, 3.0, -88.0, [0.40, 0.40, 0.34], 18.0),
    ]
}
