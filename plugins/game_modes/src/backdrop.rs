//! The picture behind the menu: the sea front at dusk with the big wheel, painted by code like everything the program
//! shows of its own.

use bevy::{
    asset::RenderAssetUsages,
    image::Image,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// Size of the picture, pixels: 4:3, as the game's screen.
const SIZE: UVec2 = UVec2::new(512, 384);
/// Where the sea begins, in rows from the top.
const HORIZON: i32 = 300;
/// The sky's colours from the top to the horizon, at these heights.
const SKY: [(f32, [f32; 3]); 5] = [
    (0.0, [10.0, 12.0, 34.0]),
    (0.4, [30.0, 26.0, 62.0]),
    (0.68, [74.0, 42.0, 82.0]),
    (0.86, [150.0, 66.0, 66.0]),
    (1.0, [226.0, 120.0, 66.0]),
];
/// Houses before the sky.
const HOUSE: [u8; 3] = [13, 11, 22];
/// Lit windows and the wheel's lamps.
const LAMP: [u8; 3] = [250, 196, 104];
/// Hub of the wheel, its radius and its spokes.
const HUB: Vec2 = Vec2::new(378.0, 196.0);
const RADIUS: f32 = 88.0;
const SPOKES: u32 = 16;

/// The picture, once for the whole program. `None` in an app without pictures.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Backdrop(pub Option<Handle<Image>>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Backdrop>()
        .add_systems(Startup, hang_backdrop);
}

fn hang_backdrop(images: Option<ResMut<Assets<Image>>>, mut backdrop: ResMut<Backdrop>) {
    backdrop.0 = images.map(|mut images| images.add(picture()));
}

/// The picture as far back as a screen goes: it covers the screen, and what does not fit is cut off at the top.
pub(crate) fn spawn_backdrop(parent: &mut ChildSpawnerCommands, backdrop: &Backdrop) {
    let Some(image) = backdrop.0.clone() else {
        return;
    };
    let behind = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(0),
        width: percent(100),
        height: percent(100),
        overflow: Overflow::clip(),
        ..default()
    };
    let picture = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        bottom: px(0),
        width: percent(100),
        min_height: percent(100),
        aspect_ratio: Some(SIZE.x as f32 / SIZE.y as f32),
        ..default()
    };
    parent.spawn((behind, children![(picture, ImageNode::new(image))]));
}

fn picture() -> Image {
    let size = Extent3d {
        width: SIZE.x,
        height: SIZE.y,
        depth_or_array_layers: 1,
    };
    Image::new(
        size,
        TextureDimension::D2,
        paint().rgba,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// Paints from far to near.
fn paint() -> Canvas {
    let mut canvas = Canvas::new();
    canvas.sky();
    canvas.stars();
    // Far houses are fainter: the dusk lies before them.
    canvas.houses(0x51, 16..58, mix(HOUSE, [110, 54, 70], 0.55), 0.12);
    canvas.wheel();
    canvas.houses(0xC7, 8..34, mix(HOUSE, [70, 36, 56], 0.3), 0.3);
    canvas.sea();
    canvas.boardwalk();
    canvas
}

struct Canvas {
    rgba: Vec<u8>,
}

impl Canvas {
    fn new() -> Self {
        Self {
            rgba: [0, 0, 0, 255].repeat((SIZE.x * SIZE.y) as usize),
        }
    }

    fn pixel(&mut self, x: i32, y: i32) -> Option<&mut [u8]> {
        let inside = (0..SIZE.x as i32).contains(&x) && (0..SIZE.y as i32).contains(&y);
        let at = inside.then(|| (y as usize * SIZE.x as usize + x as usize) * 4)?;
        self.rgba.get_mut(at..at + 3)
    }

    fn get(&self, x: i32, y: i32) -> [u8; 3] {
        let at =
            (y.clamp(0, SIZE.y as i32 - 1) * SIZE.x as i32 + x.clamp(0, SIZE.x as i32 - 1)) * 4;
        let at = at as usize;
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2]]
    }

    fn put(&mut self, x: i32, y: i32, colour: [u8; 3], strength: f32) {
        if let Some(pixel) = self.pixel(x, y) {
            let under = [pixel[0], pixel[1], pixel[2]];
            pixel.copy_from_slice(&mix(under, colour, strength));
        }
    }

    /// A round spot that fades out.
    fn glow(&mut self, centre: Vec2, radius: f32, colour: [u8; 3], strength: f32) {
        let reach = radius.ceil() as i32;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (x, y) = (centre.x.floor() as i32 + dx, centre.y.floor() as i32 + dy);
                let distance = (Vec2::new(x as f32, y as f32) - centre).length() / radius;
                let fade = (1.0 - distance).max(0.0);
                self.put(x, y, colour, strength * fade * fade);
            }
        }
    }

    fn line(&mut self, from: Vec2, to: Vec2, colour: [u8; 3], strength: f32) {
        let steps = (to - from).abs().max_element().ceil().max(1.0);
        for step in 0..=steps as i32 {
            let at = from.lerp(to, step as f32 / steps);
            self.put(at.x.round() as i32, at.y.round() as i32, colour, strength);
        }
    }

    fn sky(&mut self) {
        for y in 0..HORIZON {
            for x in 0..SIZE.x as i32 {
                // Half a step of noise keeps the bands of 8-bit colours away.
                let noise = noise(x, y, 1) as f32 / 255.0 - 0.5;
                let colour = sky_at(y as f32 / HORIZON as f32).map(|c| (c + noise).round() as u8);
                self.put(x, y, colour, 1.0);
            }
        }
        self.glow(Vec2::new(250.0, 306.0), 190.0, [255, 168, 92], 0.5);
    }

    fn stars(&mut self) {
        for star in 0..110 {
            let x = noise(star, 3, 7) as i32 * 2 + noise(star, 4, 7) as i32 % 2;
            let y = noise(star, 5, 7) as i32 * 170 / 255;
            let strength = (0.15 + noise(star, 6, 7) as f32 / 420.0) * (1.0 - y as f32 / 190.0);
            self.put(x, y, [214, 216, 240], strength.max(0.0));
        }
    }

    /// A row of houses along the horizon, some of their windows lit.
    fn houses(&mut self, seed: i32, heights: std::ops::Range<i32>, wall: [u8; 3], lit: f32) {
        let (mut x, mut house) = (-6, 0);
        while x < SIZE.x as i32 {
            let pick = |what| noise(house, what, seed) as i32;
            let width = 18 + pick(1) % 26;
            let height = heights.start + pick(2) * (heights.end - heights.start) / 256;
            let top = HORIZON - height;
            for y in top..HORIZON {
                for x in x..x + width {
                    self.put(x, y, wall, 1.0);
                }
            }
            // A water tank on one roof in three.
            if pick(3) % 3 == 0 && height > 18 {
                let left = x + 4 + pick(4) % 8;
                for y in top - 8..top {
                    for x in left..left + 6 {
                        let leg = y > top - 3 && x != left && x != left + 5;
                        self.put(x, y, wall, if leg { 0.0 } else { 1.0 });
                    }
                }
            }
            for y in (top + 4..HORIZON - 4).step_by(6) {
                for x in (x + 3..x + width - 3).step_by(5) {
                    if (noise(x, y, seed) as f32) < 255.0 * lit {
                        let strength = 0.35 + noise(y, x, seed) as f32 / 500.0;
                        self.put(x, y, LAMP, strength);
                        self.put(x + 1, y, LAMP, strength);
                        self.put(x, y + 1, LAMP, strength * 0.8);
                        self.put(x + 1, y + 1, LAMP, strength * 0.8);
                    }
                }
            }
            x += width + pick(5) % 3 - 1;
            house += 1;
        }
    }

    fn wheel(&mut self) {
        let steel = [20, 15, 28];
        let foot = HORIZON as f32;
        for side in [-1.0, 1.0] {
            for width in [0.0, 1.0, 2.0] {
                let to = Vec2::new(HUB.x + side * 40.0 + width, foot);
                self.line(HUB + Vec2::new(width - 1.0, 0.0), to, steel, 1.0);
            }
        }
        self.line(
            Vec2::new(HUB.x - 24.0, HUB.y + 62.0),
            Vec2::new(HUB.x + 24.0, HUB.y + 62.0),
            steel,
            1.0,
        );
        let on_rim = |turn: f32, radius: f32| {
            let angle = turn * std::f32::consts::TAU;
            HUB + Vec2::new(angle.cos(), angle.sin()) * radius
        };
        for ring in [RADIUS, RADIUS - 1.0, RADIUS - 9.0, 24.0] {
            for step in 0..720 {
                let (from, to) = (step as f32 / 720.0, (step + 1) as f32 / 720.0);
                self.line(on_rim(from, ring), on_rim(to, ring), steel, 0.9);
            }
        }
        for spoke in 0..SPOKES {
            let turn = spoke as f32 / SPOKES as f32;
            self.line(HUB, on_rim(turn, RADIUS), steel, 0.85);
            // A cabin hangs from each spoke.
            let hook = on_rim(turn, RADIUS + 1.0);
            for y in 1..9 {
                for x in -4..=4 {
                    let at = (hook.x.round() as i32 + x, hook.y.round() as i32 + y);
                    self.put(at.0, at.1, steel, 1.0);
                    if (3..6).contains(&y) && (-2..=2).contains(&x) && spoke % 3 != 0 {
                        self.put(at.0, at.1, LAMP, 0.6);
                    }
                }
            }
        }
        for lamp in 0..SPOKES * 3 {
            let turn = lamp as f32 / (SPOKES * 3) as f32;
            let colour = if lamp % 3 == 0 { [255, 96, 74] } else { LAMP };
            self.glow(on_rim(turn, RADIUS), 3.2, colour, 0.95);
        }
        for lamp in 0..SPOKES {
            let turn = (lamp as f32 + 0.5) / SPOKES as f32;
            self.glow(on_rim(turn, 24.0), 2.4, LAMP, 0.8);
        }
        self.glow(HUB, 16.0, [255, 120, 84], 0.75);
    }

    /// What stands above the water, mirrored, darker and broken by waves.
    fn sea(&mut self) {
        for y in HORIZON..SIZE.y as i32 {
            let depth = (y - HORIZON) as f32;
            for x in 0..SIZE.x as i32 {
                let wave = (noise(x / 6, y, 3) as f32 / 255.0 - 0.5) * (2.0 + depth * 0.16);
                let mirrored = self.get(x + wave as i32, HORIZON - 1 - (depth * 1.5) as i32);
                let dark = mix(mirrored, [8, 10, 24], 0.42 + depth / 190.0);
                self.put(x, y, dark, 1.0);
            }
        }
    }

    /// The near edge: planks and a railing, all but black.
    fn boardwalk(&mut self) {
        let (rail, floor) = (SIZE.y as i32 - 34, SIZE.y as i32 - 12);
        for x in 0..SIZE.x as i32 {
            for y in [rail, rail + 1, rail + 9] {
                self.put(x, y, HOUSE, 1.0);
            }
            for y in floor..SIZE.y as i32 {
                self.put(x, y, HOUSE, 1.0);
            }
            if x % 32 < 3 {
                for y in rail..floor {
                    self.put(x, y, HOUSE, 1.0);
                }
            }
        }
    }
}

fn sky_at(height: f32) -> [f32; 3] {
    let above = SKY.windows(2).find(|pair| height <= pair[1].0);
    let [(from, a), (to, b)] = above.map_or([SKY[3], SKY[4]], |pair| [pair[0], pair[1]]);
    let share = ((height - from) / (to - from)).clamp(0.0, 1.0);
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

fn mix(under: [u8; 3], over: [u8; 3], strength: f32) -> [u8; 3] {
    let strength = strength.clamp(0.0, 1.0);
    std::array::from_fn(|i| {
        let (a, b) = (f32::from(under[i]), f32::from(over[i]));
        (a + (b - a) * strength).round() as u8
    })
}

/// A number from 0 to 255 that looks like chance and is the same every time.
fn noise(x: i32, y: i32, seed: i32) -> u8 {
    let mut state = (x as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add((y as u32).wrapping_mul(0x85EB_CA77))
        .wrapping_add((seed as u32).wrapping_mul(0xC2B2_AE3D));
    state ^= state >> 15;
    state = state.wrapping_mul(0x2C1B_3C6D);
    state ^= state >> 12;
    state = state.wrapping_mul(0x297A_2D39);
    (state >> 24) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dusk_grows_brighter_towards_the_horizon_and_the_wheel_is_lit() {
        let canvas = paint();
        assert_eq!(canvas.rgba.len(), 512 * 384 * 4);
        let brightness = |x, y| canvas.get(x, y).map(u32::from).iter().sum::<u32>();
        assert!(brightness(20, 4) < brightness(20, 150));
        assert!(brightness(20, 150) < brightness(20, 235));
        // The lamp at the rim's right end.
        assert!(brightness(378 + 88, 196) > 350);
    }
}
