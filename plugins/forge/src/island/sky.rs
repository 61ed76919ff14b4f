//! The sky: a dome of colour, stars, two suns and a ringed planet, clouds, and far mesas. Drawn in this order.

use glam::{Vec2, Vec3};
use wonderwheel_commando::sky::{Shell, ShellMesh, ShellVertex, Sky, SkyTexture};
use wonderwheel_renderware::raster::PaletteSize;

use super::light::{self, HAZE};
use super::pictures;
use crate::error::{ForgeError, Result};
use crate::kit::paint::quantise::quantise;
use crate::kit::paint::{Canvas, Rgb, mix, rgb};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin, smoothstep};

/// Colours of the dome by height: the sine of the angle above the horizon.
const DOME: [(f32, Rgb); 6] = [
    (0.0, HAZE),
    (0.05, rgb(232, 206, 186)),
    (0.14, rgb(178, 202, 206)),
    (0.32, rgb(104, 176, 208)),
    (0.62, rgb(52, 122, 190)),
    (1.0, rgb(26, 66, 140)),
];
/// How far everything is from the camera; only directions count.
const RADIUS: f32 = 24.0;
/// 0x80 is opaque.
const OPAQUE: u8 = 0x80;

/// Textures of the sky, in order.
mod texture {
    pub const PLANET: u8 = 0;
    pub const WARM_SUN: u8 = 1;
    pub const COOL_SUN: u8 = 2;
    pub const CLOUDS: u8 = 3;
    pub const MESAS: u8 = 4;
}

/// Builds the sky.
///
/// # Errors
/// None that any seed gives.
pub fn build(seed: u64) -> Result<Sky> {
    let shells = [dome(), stars(seed), lamps(), clouds(), mesas()];
    let paintings = [
        pictures::planet(seed),
        pictures::sun(rgb(255, 232, 176)),
        pictures::sun(rgb(190, 222, 255)),
        pictures::clouds(seed),
        pictures::mesas(seed),
    ];
    let [r, g, b] = HAZE.map(|value| (value * 255.0) as u8);
    Ok(Sky {
        colour: [r, g, b, OPAQUE],
        textures: paintings.iter().map(sky_texture).collect::<Result<_>>()?,
        shells: shells
            .iter()
            .map(|mesh| Ok(Shell::build(mesh)?))
            .collect::<Result<_>>()?,
        ..Sky::default()
    })
}

fn sky_texture(canvas: &Canvas) -> Result<SkyTexture> {
    let image = quantise(canvas, PaletteSize::Colours256, 1, 1.0);
    let mut colours = [[0; 4]; 256];
    for (to, from) in colours.iter_mut().zip(&image.palette) {
        *to = *from;
    }
    let indices = image.levels.into_iter().next().unwrap_or_default();
    SkyTexture::new(image.width, image.height, indices, &colours).map_err(ForgeError::from)
}

/// The dome's colour in a direction.
fn dome_colour(height: f32) -> Rgb {
    let mut colour = HAZE;
    for pair in DOME.windows(2) {
        let [(low, from), (high, to)] = [pair[0], pair[1]];
        if height > low {
            colour = mix(from, to, ((height - low) / (high - low)).min(1.0));
        }
    }
    colour
}

fn direction(turn: f32, height: f32) -> Vec3 {
    let round = (1.0 - height * height).max(0.0).sqrt();
    Vec3::new(round * cos(turn * TAU), round * sin(turn * TAU), height)
}

/// A band around the horizon: rows of directions, from the lowest.
fn band(
    columns: usize,
    heights: &[f32],
    mut vertex: impl FnMut(f32, f32) -> ([u8; 4], Vec2),
) -> ShellMesh {
    let mut mesh = ShellMesh::default();
    for height in heights {
        for i in 0..=columns {
            let turn = i as f32 / columns as f32;
            let (colour, uv) = vertex(turn, *height);
            mesh.vertices.push(ShellVertex {
                position: (direction(turn, *height) * RADIUS).to_array(),
                colour,
                uv: uv.to_array(),
            });
        }
    }
    for row in 0..heights.len() - 1 {
        for i in 0..columns {
            let at = (row * (columns + 1) + i) as u32;
            let above = at + columns as u32 + 1;
            mesh.triangles
                .extend([[at, at + 1, above], [at + 1, above + 1, above]]);
        }
    }
    mesh
}

fn dome() -> ShellMesh {
    let mut heights = vec![-1.0, -0.6, -0.2, 0.0];
    heights.extend((1..=14).map(|i| {
        let t = i as f32 / 14.0;
        t * t * (1.5 - 0.5 * t)
    }));
    let warm = light::to_warm_sun();
    let cool = light::to_cool_sun();
    band(32, &heights, |turn, height| {
        let way = direction(turn, height);
        let near = |sun: Vec3, reach: f32| {
            smoothstep(reach, 1.0, way.dot(sun)) * smoothstep(-0.05, 0.1, height)
        };
        let colour = dome_colour(height);
        let colour = mix(colour, rgb(255, 226, 170), 0.55 * near(warm, 0.5));
        let colour = mix(colour, rgb(206, 228, 250), 0.4 * near(cool, 0.6));
        let [r, g, b] = colour.map(|value| (value * 255.0 + 0.5) as u8);
        ([r, g, b, OPAQUE], Vec2::ZERO)
    })
}

/// Small kites high up, where the sky is dark enough.
fn stars(seed: u64) -> ShellMesh {
    let mut rng = Rng::new(seed, "stars");
    let mut mesh = ShellMesh::default();
    for _ in 0..170 {
        let way = direction(rng.unit(), rng.range(0.3, 0.99));
        let right = way.cross(Vec3::Z).normalize_or(Vec3::X);
        let up = right.cross(way);
        let size = rng.range(0.0012, 0.0034);
        let glow = smoothstep(0.3, 0.8, way.z) * rng.range(40.0, 110.0);
        let colour = [236, 244, 255, glow as u8];
        push_square(&mut mesh, way, right * size, up * size, colour);
    }
    // A coloured shell has no texture coordinates.
    for vertex in &mut mesh.vertices {
        vertex.uv = [0.0; 2];
    }
    mesh.textures = None;
    mesh
}

/// Two suns and a planet with a ring.
fn lamps() -> ShellMesh {
    let mut mesh = ShellMesh {
        textures: Some(Vec::new()),
        ..ShellMesh::default()
    };
    let planet = Vec3::new(-0.24, 0.90, 0.37).normalize();
    for (way, size, texture, tilt) in [
        (planet, 0.21, texture::PLANET, 0.35),
        (light::to_warm_sun(), 0.26, texture::WARM_SUN, 0.0),
        (light::to_cool_sun(), 0.15, texture::COOL_SUN, 0.0),
    ] {
        let right = way.cross(Vec3::Z).normalize();
        let up = right.cross(way);
        let (s, c) = (sin(tilt), cos(tilt));
        let (right, up) = (right * c + up * s, up * c - right * s);
        push_square(
            &mut mesh,
            way,
            right * size,
            up * size,
            [0x80, 0x80, 0x80, OPAQUE],
        );
        if let Some(textures) = &mut mesh.textures {
            textures.extend([texture; 2]);
        }
    }
    mesh
}

fn push_square(mesh: &mut ShellMesh, way: Vec3, right: Vec3, up: Vec3, colour: [u8; 4]) {
    let first = mesh.vertices.len() as u32;
    for (x, y) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        mesh.vertices.push(ShellVertex {
            position: ((way + right * x + up * y) * RADIUS).to_array(),
            colour,
            uv: [(x + 1.0) / 2.0, (1.0 - y) / 2.0],
        });
    }
    mesh.triangles
        .extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
}

/// A flat layer of clouds, seen from below.
fn clouds() -> ShellMesh {
    let heights = [0.05, 0.09, 0.14, 0.2, 0.28, 0.38, 0.5, 0.65, 0.82, 0.97];
    let mesh = band(32, &heights, |turn, height| {
        let way = direction(turn, height);
        let flat = way.truncate() / (height + 0.12);
        let alpha = smoothstep(0.05, 0.2, height) * (1.0 - 0.65 * smoothstep(0.4, 0.95, height));
        let colour = [0x80, 0x80, 0x80, (alpha * f32::from(OPAQUE)) as u8];
        (colour, flat * 0.42 + Vec2::splat(7.0))
    });
    tiled(&mesh, texture::CLOUDS)
}

/// A ring of mesas in the distance, their feet in the haze.
fn mesas() -> ShellMesh {
    let mesh = band(48, &[-0.045, 0.13], |turn, height| {
        let v = if height > 0.0 { 0.0 } else { 1.0 };
        ([0x80, 0x80, 0x80, OPAQUE], Vec2::new(turn * 4.0, v))
    });
    tiled(&mesh, texture::MESAS)
}

/// A mesh with one texture over and over. Textures of the sky end at their borders instead of repeating, so the mesh is cut there.
fn tiled(mesh: &ShellMesh, texture: u8) -> ShellMesh {
    let mut out = ShellMesh::default();
    for triangle in &mesh.triangles {
        let polygon = triangle
            .map(|corner| mesh.vertices[corner as usize])
            .to_vec();
        for piece in tiles(&polygon, 0).iter().flat_map(|strip| tiles(strip, 1)) {
            let first = out.vertices.len() as u32;
            out.triangles
                .extend((2..piece.len() as u32).map(|i| [first, first + i - 1, first + i]));
            out.vertices.extend(piece);
        }
    }
    out.textures = Some(vec![texture; out.triangles.len()]);
    out
}

/// The parts of a polygon between whole numbers of a texture coordinate, moved to between 0 and 1.
fn tiles(polygon: &[ShellVertex], axis: usize) -> Vec<Vec<ShellVertex>> {
    let values = polygon.iter().map(|vertex| vertex.uv[axis]);
    let low = values.clone().fold(f32::INFINITY, f32::min).floor();
    let high = values.fold(f32::NEG_INFINITY, f32::max).ceil();
    let tile = |number: i32| {
        let start = number as f32;
        let mut tile = cut(&cut(polygon, axis, start, 1.0), axis, start + 1.0, -1.0);
        for vertex in &mut tile {
            vertex.uv[axis] = (vertex.uv[axis] - start).clamp(0.0, 1.0);
        }
        tile
    };
    let tiles = (low as i32..high as i32).map(tile);
    tiles.filter(|tile| tile.len() > 2).collect()
}

/// The part of a polygon on one side of a texture coordinate.
fn cut(polygon: &[ShellVertex], axis: usize, border: f32, side: f32) -> Vec<ShellVertex> {
    let inside = |vertex: &ShellVertex| (vertex.uv[axis] - border) * side;
    let mut out = Vec::new();
    for (i, to) in polygon.iter().enumerate() {
        let from = &polygon[(i + polygon.len() - 1) % polygon.len()];
        if inside(from) * inside(to) < 0.0 {
            out.push(between(from, to, axis, border));
        }
        if inside(to) >= 0.0 {
            out.push(*to);
        }
    }
    out
}

/// The vertex between two others at a texture coordinate, the same from either end.
fn between(a: &ShellVertex, b: &ShellVertex, axis: usize, border: f32) -> ShellVertex {
    let (a, b) = if a.uv[axis] < b.uv[axis] {
        (a, b)
    } else {
        (b, a)
    };
    let part = (border - a.uv[axis]) / (b.uv[axis] - a.uv[axis]);
    let mut uv = Vec2::from(a.uv).lerp(b.uv.into(), part).to_array();
    uv[axis] = border;
    let colour = |i: usize| {
        let [from, to] = [a, b].map(|vertex| f32::from(vertex.colour[i]));
        (from + (to - from) * part).round() as u8
    };
    ShellVertex {
        position: Vec3::from(a.position)
            .lerp(b.position.into(), part)
            .to_array(),
        colour: std::array::from_fn(colour),
        uv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;

    #[test]
    fn the_sky_has_its_shells_and_breaks_no_rule() {
        let sky = build(1979).unwrap();
        let textured: Vec<_> = sky.shells.iter().map(Shell::is_textured).collect();
        assert_eq!(textured, [false, false, true, true, true]);
        let mut findings = Findings::new();
        sky.validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(Sky::read(&sky.write().unwrap()).unwrap(), sky);
    }

    #[test]
    fn no_texture_is_asked_for_outside_of_its_borders_and_all_of_the_band_is_covered() {
        let sky = build(1979).unwrap();
        for mesh in sky.shells.iter().map(Shell::mesh) {
            for vertex in &mesh.vertices {
                assert!(
                    vertex.uv.iter().all(|value| (0.0..=1.0).contains(value)),
                    "{vertex:?}"
                );
            }
        }
        // A square of two textures by one and a half, 1 by 1 units large.
        let corner = |x: f32, y: f32| ShellVertex {
            position: [x, y, 1.0],
            colour: [0x80; 4],
            uv: [2.0 * x + 0.5, 1.5 * y],
        };
        let square = ShellMesh {
            vertices: vec![
                corner(0.0, 0.0),
                corner(1.0, 0.0),
                corner(1.0, 1.0),
                corner(0.0, 1.0),
            ],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            textures: None,
        };
        let tiled = tiled(&square, 3);
        let area = tiled.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|at| Vec3::from(tiled.vertices[at as usize].position));
            (b - a).cross(c - a).length() / 2.0
        });
        assert!((area.sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(
            tiled
                .vertices
                .iter()
                .all(|v| v.uv.iter().all(|uv| (0.0..=1.0).contains(uv)))
        );
    }

    #[test]
    fn below_the_horizon_is_nothing_but_haze() {
        assert_eq!(dome_colour(-0.4), HAZE);
        assert_eq!(dome_colour(1.0), DOME[5].1);
    }
}
