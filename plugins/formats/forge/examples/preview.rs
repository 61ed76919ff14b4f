//! Draws the demo city without an engine: a small software rasteriser with the passes, fog and blending of
//! spec/gs-pipeline.md 9, for judging art while it is made.
//!
//! `cargo run -p wonderwheel_forge --example preview -- FOLDER [NAME x y z heading pitch]...` writes PNGs. Without views it
//! writes a standard set.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use glam::{Vec2, Vec3};
use wonderwheel_forge::mesh::{Piece, Scope, Surface, TextureId, Vertex};
use wonderwheel_forge::paint::quantise::quantise;
use wonderwheel_forge::recipe::Recipe;
use wonderwheel_forge::scene::{Scene, WorldScene};
use wonderwheel_forge::textures::{Painting, poster};

const WIDTH: usize = 640;
const HEIGHT: usize = 448;
const VIEW_WINDOW: [f32; 2] = [0.637, 0.478];
const FAR: f32 = 115.0;
const FOG_START: f32 = 57.5;
const FOG: [f32; 3] = [12.0, 12.0, 5.0];
const AMBIENT: f32 = 0.2269;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(
        arguments
            .first()
            .ok_or("usage: preview FOLDER [NAME x y z heading pitch]...")?,
    );
    let Some(Recipe::City(recipe)) = Recipe::builtin("demo") else {
        return Err("no demo recipe".into());
    };
    let begin = Instant::now();
    let scene = wonderwheel_forge::city::build(&recipe, &mut |_| {})?;
    let count = |world: &WorldScene| {
        world
            .pieces
            .iter()
            .map(Piece::triangle_count)
            .sum::<usize>()
    };
    println!(
        "built in {:?}: s {} triangles in {} pieces, d {} in {}",
        begin.elapsed(),
        count(&scene.scenery),
        scene.scenery.pieces.len(),
        count(&scene.detail),
        scene.detail.pieces.len()
    );
    let renderer = Renderer::new(&scene);
    println!("textures decoded {:?}", begin.elapsed());
    let mut views: Vec<(String, [f32; 5])> = arguments[1..]
        .chunks_exact(6)
        .map(|view| {
            let number = |i: usize| view[i].parse::<f32>().unwrap_or(0.0);
            (
                view[0].clone(),
                [number(1), number(2), number(3), number(4), number(5)],
            )
        })
        .collect();
    if views.is_empty() {
        let p = scene.start.position;
        views = vec![
            ("start".into(), [p.x, p.y, p.z, scene.start.heading, 4.0]),
            ("avenue_east".into(), [-60.0, 1.8, 34.0, -80.0, 4.0]),
            ("street_south".into(), [-1.0, 1.8, -30.0, 180.0, 5.0]),
            ("second_avenue".into(), [40.0, 1.8, -38.0, 82.0, 8.0]),
            ("boardwalk".into(), [60.0, 2.6, 64.0, 84.0, 2.0]),
            ("roofs".into(), [40.0, 24.0, -10.0, 120.0, -14.0]),
            ("lot".into(), [-20.0, 1.8, -76.0, 60.0, 2.0]),
            ("above".into(), [140.0, 60.0, 110.0, 50.0, -28.0]),
        ];
    }
    let mut frames = Vec::new();
    for (name, view) in views {
        let begin = Instant::now();
        let frame = renderer.draw(&scene, view);
        frame.save(&folder.join(format!("{name}.png")))?;
        println!("{name} {:?}", begin.elapsed());
        frames.push(frame);
    }
    side_by_side(&folder.join("views.png"), &frames)?;
    for (name, canvas) in [
        ("loading_0", poster::wheel(recipe.seed)),
        ("loading_1", poster::avenue(recipe.seed)),
    ] {
        let bytes: Vec<u8> = canvas
            .texels
            .iter()
            .flat_map(|t| [t[0], t[1], t[2]])
            .map(|v| (v * 255.0) as u8)
            .collect();
        write_png(
            &folder.join(format!("{name}.png")),
            canvas.width,
            canvas.height,
            png::ColorType::Rgb,
            &bytes,
        )?;
    }
    let mut sheets: BTreeMap<String, &Painting> = BTreeMap::new();
    if arguments.len() == 1 {
        sheets.extend(
            scene
                .scenery
                .textures
                .iter()
                .map(|(n, p)| ((*n).to_owned(), p)),
        );
        sheets.extend(
            scene
                .detail
                .textures
                .iter()
                .map(|(n, p)| ((*n).to_owned(), p)),
        );
        for (n, p) in scene
            .scenery
            .part_textures
            .iter()
            .chain(&scene.detail.part_textures)
            .flatten()
        {
            sheets.entry((*n).to_owned()).or_insert(p);
        }
        for model in [&scene.sky, &scene.clouds, &scene.skyline] {
            sheets.insert(model.name.to_owned(), &model.painting);
        }
        contact_sheet(&folder.join("textures.png"), &sheets)?;
    }
    Ok(())
}

struct Texture {
    levels: Vec<(usize, usize, Vec<[u8; 4]>)>,
    k: f32,
}

impl Texture {
    fn new(painting: &Painting) -> Self {
        let image = quantise(
            &painting.canvas,
            painting.depth,
            painting.levels,
            painting.dither,
        );
        let levels = image
            .levels
            .iter()
            .enumerate()
            .map(|(i, level)| {
                let texels = level
                    .iter()
                    .map(|t| image.palette[usize::from(*t)])
                    .collect();
                (
                    (image.width as usize >> i).max(1),
                    (image.height as usize >> i).max(1),
                    texels,
                )
            })
            .collect();
        Self {
            levels,
            k: painting.k,
        }
    }

    fn sample(&self, uv: Vec2, w: f32) -> [f32; 4] {
        let lod = (w.max(0.001).log2() + self.k).clamp(0.0, (self.levels.len() - 1) as f32);
        let (width, height, texels) = &self.levels[(lod + 0.5) as usize];
        let (x, y) = (uv.x * *width as f32 - 0.5, uv.y * *height as f32 - 0.5);
        let (fx, fy) = (x - x.floor(), y - y.floor());
        let at = |dx: i64, dy: i64| {
            let ix = (x.floor() as i64 + dx).rem_euclid(*width as i64) as usize;
            let iy = (y.floor() as i64 + dy).rem_euclid(*height as i64) as usize;
            texels[iy * width + ix].map(f32::from)
        };
        let (a, b, c, d) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
        std::array::from_fn(|i| {
            (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy
        })
    }
}

struct Renderer {
    textures: BTreeMap<String, Texture>,
}

impl Renderer {
    fn new(scene: &Scene) -> Self {
        let mut all: Vec<(String, &Painting)> = Vec::new();
        for world in [&scene.scenery, &scene.detail] {
            all.extend(world.textures.iter().map(|(n, p)| ((*n).to_owned(), p)));
        }
        for (prefix, world) in [("s", &scene.scenery), ("d", &scene.detail)] {
            for (part, paintings) in world.part_textures.iter().enumerate() {
                all.extend(
                    paintings
                        .iter()
                        .map(|(n, p)| (format!("{prefix}{}_{n}", part + 1), p)),
                );
            }
        }
        all.extend(
            scene
                .glow_textures
                .iter()
                .map(|(n, p)| ((*n).to_owned(), p)),
        );
        for model in [&scene.sky, &scene.clouds, &scene.skyline] {
            all.push((model.name.to_owned(), &model.painting));
        }
        let decoded = wonderwheel_forge::parallel::map(&all, |(_, p)| Texture::new(p));
        Self {
            textures: all.into_iter().map(|(n, _)| n).zip(decoded).collect(),
        }
    }

    fn draw(&self, scene: &Scene, [x, y, z, heading, pitch]: [f32; 5]) -> Frame {
        let mut frame = Frame::new();
        let (h, p) = (heading.to_radians(), pitch.to_radians());
        // Heading 0 looks along -z and turns counter-clockwise.
        let forward = Vec3::new(-h.sin() * p.cos(), p.sin(), -h.cos() * p.cos());
        let right = forward.cross(Vec3::Y).normalize();
        let eye = Vec3::new(x, y, z);
        let camera = Camera {
            eye,
            forward,
            right,
            up: right.cross(forward),
            near: 0.1,
            far: FAR,
        };
        let mut pass =
            |camera: &Camera, piece: &Piece, name: &dyn Fn(TextureId) -> String, state: State| {
                for (surface, triangles) in &piece.meshes {
                    let texture = surface.texture.and_then(|t| self.textures.get(&name(t)));
                    let dual = surface.dual.and_then(|t| self.textures.get(&name(t)));
                    for triangle in triangles {
                        frame.triangle(
                            camera,
                            surface,
                            texture,
                            0,
                            triangle,
                            State {
                                test: texture.is_some(),
                                ..state
                            },
                        );
                        if dual.is_some() {
                            frame.triangle(
                                camera,
                                surface,
                                dual,
                                1,
                                triangle,
                                State {
                                    test: false,
                                    ..state
                                },
                            );
                        }
                    }
                }
            };
        let state = State {
            cull: false,
            fog: false,
            z_write: false,
            test: true,
            lit: true,
        };
        let around = Camera {
            eye: Vec3::ZERO,
            near: 0.05,
            far: 5.0,
            ..camera
        };
        pass(
            &around,
            &scene.sky.piece,
            &|_| scene.sky.name.to_owned(),
            state,
        );
        pass(
            &around,
            &scene.clouds.piece,
            &|_| scene.clouds.name.to_owned(),
            state,
        );
        let beyond = Camera {
            near: 39.0,
            far: 560.0,
            ..camera
        };
        pass(
            &beyond,
            &scene.skyline.piece,
            &|_| scene.skyline.name.to_owned(),
            State {
                z_write: true,
                ..state
            },
        );
        frame.depth.fill(0.0);
        let mut pass =
            |camera: &Camera, piece: &Piece, name: &dyn Fn(TextureId) -> String, state: State| {
                for (surface, triangles) in &piece.meshes {
                    let texture = surface.texture.and_then(|t| self.textures.get(&name(t)));
                    let dual = surface.dual.and_then(|t| self.textures.get(&name(t)));
                    for triangle in triangles {
                        frame.triangle(
                            camera,
                            surface,
                            texture,
                            0,
                            triangle,
                            State {
                                test: texture.is_some(),
                                ..state
                            },
                        );
                        if dual.is_some() {
                            frame.triangle(
                                camera,
                                surface,
                                dual,
                                1,
                                triangle,
                                State {
                                    test: false,
                                    ..state
                                },
                            );
                        }
                    }
                }
            };
        let state = State {
            cull: false,
            fog: true,
            z_write: true,
            test: true,
            lit: false,
        };
        pass(&camera, &scene.glow, &|t| t.name.to_owned(), state);
        let state = State {
            cull: true,
            lit: true,
            ..state
        };
        for (prefix, world) in [("s", &scene.scenery), ("d", &scene.detail)] {
            for sector in &world.partition.sectors {
                for piece in sector.pieces.iter().map(|i| &world.pieces[*i]) {
                    let bounds = piece.bounds();
                    let (lo, hi) = (Vec3::from_array(bounds.min), Vec3::from_array(bounds.max));
                    if ((lo + hi) * 0.5 - eye).dot(forward) < -(hi - lo).length() {
                        continue;
                    }
                    let name = |t: TextureId| match t.scope {
                        Scope::World => t.name.to_owned(),
                        Scope::Part => format!("{prefix}{}_{}", sector.part, t.name),
                    };
                    pass(&camera, piece, &name, state);
                }
            }
        }
        frame
    }
}

#[derive(Clone, Copy)]
struct Camera {
    eye: Vec3,
    forward: Vec3,
    right: Vec3,
    up: Vec3,
    near: f32,
    far: f32,
}

#[derive(Clone, Copy)]
struct State {
    cull: bool,
    fog: bool,
    z_write: bool,
    test: bool,
    lit: bool,
}

/// A corner in view space: right, up, depth; uv; colour.
#[derive(Clone, Copy)]
struct Corner {
    p: Vec3,
    uv: Vec2,
    colour: [f32; 4],
}

struct Frame {
    colour: Vec<[f32; 3]>,
    depth: Vec<f32>,
}

impl Frame {
    fn new() -> Self {
        Self {
            colour: vec![FOG; WIDTH * HEIGHT],
            depth: vec![0.0; WIDTH * HEIGHT],
        }
    }

    fn triangle(
        &mut self,
        camera: &Camera,
        surface: &Surface,
        texture: Option<&Texture>,
        set: usize,
        t: &[Vertex; 3],
        state: State,
    ) {
        let corners = t.map(|v| {
            let d = v.position - camera.eye;
            let scale = if texture.is_some() {
                0.001_970_011_7
            } else {
                1.0 / 255.0
            };
            let channel = |i: usize| {
                let prelight = f32::from(v.colour[i]) * 255.0 / 128.0;
                let lit = if state.lit {
                    (prelight + 255.0 * AMBIENT).min(255.0)
                } else {
                    prelight.min(255.0)
                };
                (lit * f32::from(surface.colour[i]) * scale).floor()
            };
            let alpha =
                (f32::from(v.colour[3]) * f32::from(surface.colour[3]) * 0.001_970_011_7).floor();
            Corner {
                p: Vec3::new(d.dot(camera.right), d.dot(camera.up), d.dot(camera.forward)),
                uv: v.uv[set],
                colour: [channel(0), channel(1), channel(2), alpha],
            }
        });
        let mut polygon = Vec::with_capacity(4);
        for i in 0..3 {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            if a.p.z >= camera.near {
                polygon.push(a);
            }
            if (a.p.z >= camera.near) != (b.p.z >= camera.near) {
                let s = (camera.near - a.p.z) / (b.p.z - a.p.z);
                polygon.push(Corner {
                    p: a.p.lerp(b.p, s),
                    uv: a.uv.lerp(b.uv, s),
                    colour: std::array::from_fn(|c| a.colour[c] + (b.colour[c] - a.colour[c]) * s),
                });
            }
        }
        for i in 2..polygon.len() {
            self.fill(
                camera,
                texture,
                [polygon[0], polygon[i - 1], polygon[i]],
                state,
            );
        }
    }

    fn fill(&mut self, camera: &Camera, texture: Option<&Texture>, c: [Corner; 3], state: State) {
        let screen = c.map(|c| {
            Vec2::new(
                (c.p.x / (c.p.z * VIEW_WINDOW[0]) * 0.5 + 0.5) * WIDTH as f32,
                (0.5 - c.p.y / (c.p.z * VIEW_WINDOW[1]) * 0.5) * HEIGHT as f32,
            )
        });
        let area = (screen[1] - screen[0]).perp_dot(screen[2] - screen[0]);
        // y runs down, so counter-clockwise is negative.
        if area == 0.0 || (state.cull && area > 0.0) {
            return;
        }
        let (x0, x1) = range(screen.map(|p| p.x), WIDTH);
        let (y0, y1) = range(screen.map(|p| p.y), HEIGHT);
        for y in y0..y1 {
            for x in x0..x1 {
                let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let b = [
                    (screen[1] - p).perp_dot(screen[2] - p) / area,
                    (screen[2] - p).perp_dot(screen[0] - p) / area,
                    (screen[0] - p).perp_dot(screen[1] - p) / area,
                ];
                if b.iter().any(|b| *b < 0.0) {
                    continue;
                }
                let q: f32 = (0..3).map(|i| b[i] / c[i].p.z).sum();
                let at = y * WIDTH + x;
                let w = 1.0 / q;
                if w > camera.far || q < self.depth[at] {
                    continue;
                }
                let uv = (0..3).map(|i| c[i].uv * (b[i] / c[i].p.z)).sum::<Vec2>() / q;
                let mut colour: [f32; 4] =
                    std::array::from_fn(|k| (0..3).map(|i| b[i] * c[i].colour[k]).sum());
                if let Some(texture) = texture {
                    let texel = texture.sample(uv, w);
                    colour = std::array::from_fn(|k| (texel[k] * colour[k] / 128.0).min(255.0));
                }
                if state.fog {
                    let f = ((FAR - w) / (FAR - FOG_START)).clamp(0.0, 1.0);
                    for (channel, fog) in colour.iter_mut().zip(FOG) {
                        *channel = *channel * f + fog * (1.0 - f);
                    }
                }
                let a = (colour[3] / 128.0).min(1.0);
                for (stored, new) in self.colour[at].iter_mut().zip(colour) {
                    *stored += (new - *stored) * a;
                }
                if state.z_write && (!state.test || colour[3] >= 64.0) {
                    self.depth[at] = q;
                }
            }
        }
    }

    fn save(&self, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let bytes: Vec<u8> = self
            .colour
            .iter()
            .flatten()
            .map(|v| v.clamp(0.0, 255.0) as u8)
            .collect();
        write_png(path, WIDTH, HEIGHT, png::ColorType::Rgb, &bytes)
    }
}

fn range(v: [f32; 3], limit: usize) -> (usize, usize) {
    let low = v
        .iter()
        .copied()
        .fold(f32::MAX, f32::min)
        .floor()
        .clamp(0.0, limit as f32);
    let high = v
        .iter()
        .copied()
        .fold(f32::MIN, f32::max)
        .ceil()
        .clamp(0.0, limit as f32);
    (low as usize, high as usize)
}

/// All views in two columns.
fn side_by_side(path: &Path, frames: &[Frame]) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = (2 * WIDTH, frames.len().div_ceil(2) * HEIGHT);
    let mut bytes = vec![0; width * height * 3];
    for (i, frame) in frames.iter().enumerate() {
        for (k, colour) in frame.colour.iter().enumerate() {
            let (x, y) = (i % 2 * WIDTH + k % WIDTH, i / 2 * HEIGHT + k / WIDTH);
            for c in 0..3 {
                bytes[(y * width + x) * 3 + c] = colour[c].clamp(0.0, 255.0) as u8;
            }
        }
    }
    write_png(path, width, height, png::ColorType::Rgb, &bytes)
}

/// All textures side by side over a chequered ground.
fn contact_sheet(
    path: &Path,
    paintings: &BTreeMap<String, &Painting>,
) -> Result<(), Box<dyn std::error::Error>> {
    const CELL: usize = 260;
    const COLUMNS: usize = 8;
    let rows = paintings.len().div_ceil(COLUMNS);
    let (width, height) = (CELL * COLUMNS, CELL * rows);
    let mut bytes = vec![0; width * height * 3];
    for (i, (name, painting)) in paintings.iter().enumerate() {
        println!("{:2} {:2} {name}", i / COLUMNS, i % COLUMNS);
        let image = quantise(&painting.canvas, painting.depth, 1, painting.dither);
        for (k, texel) in image.levels[0].iter().enumerate() {
            let (tx, ty) = (k % painting.canvas.width, k / painting.canvas.width);
            let (x, y) = (i % COLUMNS * CELL + tx, i / COLUMNS * CELL + ty);
            let ground = if (tx / 8 + ty / 8) % 2 == 0 {
                60.0
            } else {
                110.0
            };
            let t = image.palette[usize::from(*texel)];
            let a = f32::from(t[3]) / 128.0;
            for c in 0..3 {
                bytes[(y * width + x) * 3 + c] = (f32::from(t[c]) * a + ground * (1.0 - a)) as u8;
            }
        }
    }
    write_png(path, width, height, png::ColorType::Rgb, &bytes)
}

fn write_png(
    path: &Path,
    width: usize,
    height: usize,
    colour: png::ColorType,
    bytes: &[u8],
) -> Result<(), Box<dyn std::error::Error>> {
    let mut encoder = png::Encoder::new(
        std::io::BufWriter::new(std::fs::File::create(path)?),
        width as u32,
        height as u32,
    );
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(bytes)?;
    Ok(())
}
