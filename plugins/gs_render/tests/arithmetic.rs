//! The shader's arithmetic against the reference on thousands of random inputs: every cell of the frame has its own
//! vertex colour, normal, texel and depth, every row its own material and lights.

use bevy::math::Vec3;
use wonderwheel_gs_render::lights::{LightKind, LightSelection, SceneLight};
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::gs::{self, Blend, Light, Surface};
use wonderwheel_world_streaming::view::lens::Lens;

use crate::stage::{self, Chance, Corner, FAR, FOG, MeshBuilder, Stage, nearest};

/// Cells of 8 x 8 pixels.
const COLUMNS: u32 = 80;
const ROWS: u32 = 56;
const CELL: u32 = 8;
const TEXTURE_SIDE: u32 = 16;

/// One row of cells: a mesh of one draw.
struct Row {
    material: DrawMaterial,
    ambient: Vec3,
    lights: Vec<SceneLight>,
    cells: Vec<Cell>,
}

/// One cell: a flat quad.
struct Cell {
    depth: f32,
    prelight: [u8; 4],
    normal: [i8; 3],
    texel: u32,
    second_texel: u32,
    centre: Vec3,
}

fn random_row(chance: &mut Chance, row: u32) -> Row {
    let material = DrawMaterial {
        colour: std::array::from_fn(|_| {
            if chance.below(3) == 0 {
                255
            } else {
                chance.byte()
            }
        }),
        ambient: if chance.below(2) == 0 {
            1.0
        } else {
            chance.unit()
        },
        diffuse: if chance.below(2) == 0 {
            1.0
        } else {
            chance.unit()
        },
        texture: (row % 4 != 3).then(|| stage::named("random")),
        dual: (row % 3 == 1).then(|| DualLayer {
            texture: stage::named("second"),
            source_blend: [1, 2, 5, 6][chance.below(4) as usize],
            destination_blend: [1, 2, 5, 6][chance.below(4) as usize],
        }),
    };
    let colour = |chance: &mut Chance| Vec3::new(chance.unit(), chance.unit(), chance.unit()) * 0.6;
    let mut lights = Vec::new();
    if row.is_multiple_of(2) {
        let direction = Vec3::new(chance.unit() - 0.5, chance.unit() - 0.5, 1.0).normalize();
        lights.push(SceneLight {
            kind: LightKind::Directional,
            direction,
            colour: colour(chance),
            ..SceneLight::default()
        });
    }
    for _ in 0..chance.below(6) {
        let spot = chance.below(3) == 0;
        lights.push(SceneLight {
            kind: if spot {
                LightKind::Spot
            } else {
                LightKind::Point
            },
            position: Vec3::new(
                chance.unit() * 60.0 - 30.0,
                chance.unit() * 40.0 - 20.0,
                chance.unit() * 60.0,
            ),
            direction: Vec3::new(chance.unit() - 0.5, chance.unit() - 0.5, 1.0).normalize(),
            colour: colour(chance),
            radius: 10.0 + chance.unit() * 60.0,
            cone_cosine: 60.0_f32.to_radians().cos(),
        });
    }
    let cells = (0..COLUMNS)
        .map(|column| random_cell(chance, column, row))
        .collect();
    Row {
        material,
        ambient: colour(chance) * 0.5,
        lights,
        cells,
    }
}

fn random_cell(chance: &mut Chance, column: u32, row: u32) -> Cell {
    // Positions are sixteen bits of 1/256 metre: up to 128 m.
    let depth =
        (2.0 + chance.unit() * 98.0 + if chance.below(8) == 0 { 13.0 } else { 0.0 }).floor();
    let window = Lens::PLAYER.view_window();
    let x = ((column as f32 + 0.5) / COLUMNS as f32 * 2.0 - 1.0) * window.x * depth;
    let y = (1.0 - (row as f32 + 0.5) / ROWS as f32 * 2.0) * window.y * depth;
    let normal = Vec3::new(chance.unit() - 0.5, chance.unit() - 0.5, -chance.unit())
        .normalize_or(Vec3::NEG_Z)
        * 127.0;
    let texels = TEXTURE_SIDE * TEXTURE_SIDE;
    Cell {
        depth,
        prelight: std::array::from_fn(|i| {
            if i == 3 && chance.below(2) == 0 {
                255
            } else {
                chance.byte()
            }
        }),
        normal: normal.to_array().map(|part| part as i8),
        texel: chance.below(texels),
        second_texel: chance.below(texels),
        centre: Vec3::new(-x, y, depth),
    }
}

/// Five pixels square. All four corners share colour, normal and texel, and one light where it is even enough.
fn quad(cell: &Cell) -> [Corner; 4] {
    let window = Lens::PLAYER.view_window();
    let half = cell.depth * window.x / 640.0 * 2.5;
    let corner = |dx: f32, dy: f32| Corner {
        position: cell.centre + Vec3::new(-dx * half, dy * half, 0.0),
        uv: [cell.texel, cell.second_texel].map(|texel| {
            let at = |index: u32| (index as f32 + 0.5) / TEXTURE_SIDE as f32;
            [at(texel % TEXTURE_SIDE), at(texel / TEXTURE_SIDE)]
        }),
        colour: cell.prelight,
        normal: cell.normal,
    };
    [
        corner(-1.0, 1.0),
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
    ]
}

fn random_texture(chance: &mut Chance) -> Vec<[u8; 4]> {
    let texel = |chance: &mut Chance| {
        let [red, green, blue] = std::array::from_fn(|_| chance.byte());
        [red, green, blue, chance.below(129) as u8]
    };
    (0..TEXTURE_SIDE * TEXTURE_SIDE)
        .map(|_| texel(chance))
        .collect()
}

/// What the GS leaves in the cell; `None` where the light changes so fast across it that its pixels differ.
fn expected(
    row: &Row,
    cell: &Cell,
    textures: &[Vec<[u8; 4]>; 2],
    prelight_scale: f32,
) -> Option<[u8; 4]> {
    let mut lights = vec![Light::Ambient {
        colour: row.ambient.to_array(),
    }];
    lights.extend(row.lights.iter().map(reference_light));
    let surface = Surface {
        ambient: row.material.ambient,
        diffuse: row.material.diffuse,
    };
    let textured = row.material.texture.is_some();
    let normal = cell.normal.map(|part| f32::from(part) / 127.0);
    let corners = quad(cell).map(|corner| {
        let position = corner
            .position
            .to_array()
            .map(|metres| (metres * 256.0).round() / 256.0);
        let light = gs::light_sum(&lights, surface, position, Some(normal));
        gs::vertex_colour(
            cell.prelight,
            light,
            row.material.colour,
            textured,
            prelight_scale,
        )
    });
    let colour = corners[0];
    if corners
        .iter()
        .any(|corner| (0..4).any(|i| corner[i].abs_diff(colour[i]) > 1))
    {
        return None;
    }
    let fog = gs::fog_value(FAR, FOG.start, cell.depth);
    let shaded = |texel: Option<[u8; 4]>| {
        let colour = texel.map_or(colour, |texel| gs::modulate(texel, colour));
        gs::fog(colour, fog, FOG.colour)
    };
    let [red, green, blue] = FOG.colour;
    let base = textured.then(|| textures[0][cell.texel as usize]);
    let pixel = Blend::ALPHA.apply(shaded(base), [red, green, blue, 128]);
    let Some(dual) = &row.material.dual else {
        return Some(pixel);
    };
    // The vertex colour is the base's, also in the second pass.
    let second = shaded(Some(textures[1][cell.second_texel as usize]));
    let blend = gs::dual_blend(dual.source_blend, dual.destination_blend);
    Some(blend.apply(second, pixel))
}

fn reference_light(light: &SceneLight) -> Light {
    let (colour, position, direction) = (
        light.colour.to_array(),
        light.position.to_array(),
        light.direction.to_array(),
    );
    match light.kind {
        LightKind::Ambient => Light::Ambient { colour },
        LightKind::Directional => Light::Directional { colour, direction },
        LightKind::Point => Light::Point {
            colour,
            position,
            radius: light.radius,
        },
        LightKind::Spot => Light::Spot {
            colour,
            position,
            direction,
            radius: light.radius,
            half_angle: light.cone_cosine.acos(),
        },
    }
}

fn run(test: &str, prelight_scale: PrelightScale, seed: u64) {
    let Some(mut app) = stage::app(test, Present::None) else {
        return;
    };
    app.world_mut().resource_mut::<GsSettings>().prelight_scale = prelight_scale;
    let mut chance = Chance::new(seed);
    let textures = [random_texture(&mut chance), random_texture(&mut chance)];
    let rows: Vec<Row> = (0..ROWS).map(|row| random_row(&mut chance, row)).collect();

    let mut stage = Stage::new(&mut app);
    for (name, texels) in ["random", "second"].into_iter().zip(&textures) {
        stage.texture(name, nearest(TEXTURE_SIDE, TEXTURE_SIDE, texels.clone()));
    }
    for row in &rows {
        let first = stage.app.world().resource::<GsScene>().lights.len();
        stage
            .app
            .world_mut()
            .resource_mut::<GsScene>()
            .lights
            .extend_from_slice(&row.lights);
        let mut selection = LightSelection::ambient(row.ambient);
        selection.count = row.lights.len() as u8;
        for (slot, index) in selection
            .lights
            .iter_mut()
            .zip(first..first + row.lights.len())
        {
            *slot = index as u16;
        }
        let mut builder = MeshBuilder::default();
        builder.material(row.material.clone());
        for cell in &row.cells {
            builder.quad(quad(cell));
        }
        stage.place(Layer::Scenery, builder.finish(), Vec3::ZERO, selection);
    }
    let picture = stage.picture();

    let mut compared = 0_usize;
    let mut histogram = [0_usize; 256];
    let mut worst = (0, String::new());
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.cells.iter().enumerate() {
            let Some(expected) = expected(row, cell, &textures, prelight_scale.factor()) else {
                continue;
            };
            compared += 1;
            let middle = CELL / 2;
            let drawn = picture
                .pixel(x as u32 * CELL + middle, y as u32 * CELL + middle)
                .expect("inside");
            let off = (0..3)
                .map(|i| drawn[i].abs_diff(expected[i]))
                .max()
                .unwrap_or(0);
            histogram[usize::from(off)] += 1;
            if off > worst.0 {
                worst = (
                    off,
                    format!("cell {x}, {y}: {drawn:?} instead of {expected:?}"),
                );
            }
        }
    }
    let within =
        |tolerance: usize| histogram[..=tolerance].iter().sum::<usize>() as f64 / compared as f64;
    assert!(
        compared >= 3_000,
        "{test}: only {compared} cells are evenly lit"
    );
    // Each of the two passes rounds where the GS drops the fraction, and a vertex colour on the edge of a whole number may
    // fall to either side.
    assert!(
        within(2) >= 0.995 && worst.0 <= 4,
        "{test}: {:.2} % within 2; {}",
        within(2) * 100.0,
        worst.1
    );
    assert!(
        within(1) >= 0.95,
        "{test}: {:.2} % within 1",
        within(1) * 100.0
    );
}

#[test]
fn four_thousand_random_pixels_match_the_reference_with_0x80_as_full_brightness() {
    run("arithmetic, half", PrelightScale::Half, 0x5EED_0001);
}

#[test]
fn four_thousand_random_pixels_match_the_reference_with_255_as_full_brightness() {
    run("arithmetic, full", PrelightScale::Full, 0x5EED_0002);
}
