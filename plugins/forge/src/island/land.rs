//! The shape of the ground: a meadow on an island of rock above the clouds, with a plateau, a ramp up to it, and a pond.
//!
//! Places on the map are `[x, y]` in world units from the grid's low corner, x east and y north; heights are world units.

use glam::{Vec2, Vec3};

use crate::kit::paint::noise;
use crate::kit::trig::smoothstep;

/// Where the grid's low corner is in the world, x and y.
pub const CORNER: Vec2 = Vec2::new(100.0, 100.0);
/// The edge of a cell of the finest level, world units.
pub const CELL: f32 = 1.25;
/// Cells along a side of a patch.
pub const PATCH_CELLS: usize = 8;
/// Patches along a side of the grid.
pub const PATCHES: usize = 12;
/// Cells along a side of the grid.
pub const CELLS: usize = PATCHES * PATCH_CELLS;
/// A side of a patch, world units.
pub const PATCH_SIDE: f32 = CELL * PATCH_CELLS as f32;
/// A side of the grid, world units.
pub const SIDE: f32 = CELL * CELLS as f32;
/// The height of the pond's water.
pub const WATER: f32 = 40.0;
/// The pond's middle.
pub const POND: Vec2 = Vec2::new(85.0, 42.0);
/// The plateau's middle.
pub const PLATEAU: Vec2 = Vec2::new(36.0, 82.0);
/// The height of the plateau.
pub const PLATEAU_HEIGHT: f32 = 52.5;
/// Where the hero's ship lands.
pub const LANDING: Vec2 = Vec2::new(60.0, 17.0);

/// The footpath: from the landing place under the arch and up the ramp, and a way to the lower house.
const PATHS: [&[Vec2]; 2] = [
    &[
        LANDING,
        Vec2::new(57.0, 28.0),
        Vec2::new(60.0, 40.0),
        Vec2::new(57.0, 50.0),
        Vec2::new(63.0, 61.0),
        Vec2::new(47.0, 77.0),
        Vec2::new(38.0, 82.0),
    ],
    &[
        Vec2::new(57.0, 50.0),
        Vec2::new(70.0, 60.0),
        Vec2::new(82.0, 69.0),
    ],
];
/// The foot and the head of the ramp.
const RAMP: [Vec2; 2] = [Vec2::new(63.0, 61.0), Vec2::new(48.0, 76.0)];
/// The island's middle and how far it reaches.
const MIDDLE: Vec2 = Vec2::new(SIDE / 2.0, SIDE / 2.0);
const REACH: f32 = 52.0;
/// How deep below the meadow the cliffs begin to dissolve, and where nothing of them is left.
const HAZE: [f32; 2] = [5.0, 22.0];
/// Raw units in a world unit.
const RAW: f32 = 1024.0;
/// Heights are kept a cell further than the grid goes, for normals.
const ROW: usize = CELLS + 3;

/// What the ground is made of at a place. The parts are 1 together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cover {
    /// Grass.
    pub grass: f32,
    /// Trodden earth.
    pub path: f32,
    /// Bare rock.
    pub rock: f32,
    /// Sand.
    pub sand: f32,
}

/// The ground.
#[derive(Debug, Clone)]
pub struct Land {
    seed: u32,
    /// Whole raw units, in world units.
    heights: Vec<f32>,
}

impl Land {
    /// The land of a seed.
    pub fn new(seed: u64) -> Self {
        let seed = (seed ^ (seed >> 32)) as u32;
        let mut heights = Vec::with_capacity(ROW * ROW);
        for j in 0..ROW {
            for i in 0..ROW {
                let at = Vec2::new(i as f32 - 1.0, j as f32 - 1.0) * CELL;
                heights.push((shape(at, seed) * RAW).round() / RAW);
            }
        }
        Self { seed, heights }
    }

    /// The height of a corner of cells, 0 to [`CELLS`] each way.
    pub fn corner(&self, [i, j]: [usize; 2]) -> f32 {
        self.heights[(j + 1) * ROW + i + 1]
    }

    /// The direction away from the ground at a corner of cells.
    pub fn normal(&self, [i, j]: [usize; 2]) -> Vec3 {
        let at = (j + 1) * ROW + i + 1;
        let slope =
            |step: usize| (self.heights[at + step] - self.heights[at - step]) / (2.0 * CELL);
        Vec3::new(-slope(1), -slope(ROW), 1.0).normalize()
    }

    /// The height of the ground at a place: that of the triangle there.
    pub fn height(&self, at: Vec2) -> f32 {
        let cells = (at / CELL).clamp(Vec2::ZERO, Vec2::splat(CELLS as f32 - 0.001));
        let [i, j] = [cells.x as usize, cells.y as usize];
        let (u, v) = (cells.x - i as f32, cells.y - j as f32);
        let [a, b, c, d] =
            [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]].map(|corner| self.corner(corner));
        if u + v <= 1.0 {
            a + (b - a) * u + (c - a) * v
        } else {
            d + (c - d) * (1.0 - u) + (b - d) * (1.0 - v)
        }
    }

    /// Where a place of the map is in the world.
    pub fn place(&self, at: Vec2) -> Vec3 {
        (at + CORNER).extend(self.height(at))
    }

    /// How steep the ground is at a place: height over length.
    pub fn slope(&self, at: Vec2) -> f32 {
        let rise = |step: Vec2| (self.height(at + step) - self.height(at - step)) / CELL;
        let half = CELL / 2.0;
        Vec2::new(rise(Vec2::X * half), rise(Vec2::Y * half)).length()
    }

    /// What the ground is made of at a place.
    pub fn cover(&self, at: Vec2) -> Cover {
        let rough = self.noise(at, 2.2, 50) - 0.5;
        let rock = smoothstep(0.62, 1.0, self.slope(at) + 0.5 * rough).max(smoothstep(
            1.5,
            -0.5,
            self.inside(at) + 3.0 * rough,
        ));
        let is_shore = smoothstep(21.0, 17.0, at.distance(POND));
        let sand = is_shore * smoothstep(WATER + 1.15, WATER + 0.55, self.height(at) + 0.5 * rough);
        let path = smoothstep(1.9, 1.2, path_distance(at) + 1.3 * rough).max(smoothstep(
            5.4,
            4.6,
            at.distance(LANDING) + 1.5 * rough,
        ));
        let rock = rock * (1.0 - path * 0.9);
        let sand = sand * (1.0 - rock);
        let path = (path * (1.0 - sand)).min(1.0 - rock);
        Cover {
            grass: (1.0 - rock - sand - path).max(0.0),
            path,
            rock,
            sand,
        }
    }

    /// How much of the ground has dissolved into the clouds at a height: 0 to 1.
    pub fn haze(&self, at: Vec2) -> f32 {
        let [begin, end] = HAZE;
        smoothstep(begin, end, WATER - self.height(at))
    }

    /// How far inside the island's edge a place is; below 0 outside.
    pub fn inside(&self, at: Vec2) -> f32 {
        inside(at, self.seed)
    }

    /// Whether a patch has anything that has not dissolved.
    pub fn has_patch(&self, [x, y]: [usize; 2]) -> bool {
        let [begin_x, begin_y] = [x * PATCH_CELLS, y * PATCH_CELLS];
        let mut corners = (0..=PATCH_CELLS)
            .flat_map(|j| (0..=PATCH_CELLS).map(move |i| [begin_x + i, begin_y + j]));
        let [_, end] = HAZE;
        corners.any(|corner| WATER - self.corner(corner) < end)
    }

    /// Noise of 0 to 1 with lumps of `size` world units.
    pub fn noise(&self, at: Vec2, size: f32, salt: u32) -> f32 {
        lumps(at, size, self.seed ^ salt)
    }
}

/// How far a place is from the footpath's middle.
pub fn path_distance(at: Vec2) -> f32 {
    let legs = PATHS.iter().flat_map(|path| path.windows(2));
    legs.map(|leg| along(at, [leg[0], leg[1]]).1)
        .fold(f32::INFINITY, f32::min)
}

/// How far along a line a place is, 0 to 1, and how far beside it.
fn along(at: Vec2, [from, to]: [Vec2; 2]) -> (f32, f32) {
    let way = to - from;
    let t = ((at - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
    (t, at.distance(from + way * t))
}

fn lumps(at: Vec2, size: f32, seed: u32) -> f32 {
    // No place of the map is as far away as a period.
    noise::value(at.x / size, at.y / size, (4096, 4096), seed)
}

fn inside(at: Vec2, seed: u32) -> f32 {
    let ragged = 9.0 * (lumps(at, 17.0, seed ^ 20) - 0.5) + 3.0 * (lumps(at, 5.0, seed ^ 21) - 0.5);
    REACH + ragged - at.distance(MIDDLE)
}

fn shape(at: Vec2, seed: u32) -> f32 {
    let wave = |size: f32, salt: u32| lumps(at, size, seed ^ salt) - 0.5;
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let edge = inside(at, seed);
    let mut z = 41.6 + 3.4 * wave(27.0, 1) + 1.5 * wave(12.0, 2) + 0.3 * wave(4.0, 3);
    // Knolls along the edge, but not where one lands and walks.
    let knolls = smoothstep(22.0, 9.0, edge) * smoothstep(0.42, 0.74, wave(21.0, 4) + 0.5);
    let open =
        smoothstep(9.0, 26.0, at.distance(LANDING)) * smoothstep(3.0, 10.0, path_distance(at));
    z += 6.5 * knolls * open;
    let from_plateau = at.distance(PLATEAU) + 6.0 * wave(11.0, 5) + 2.0 * wave(4.0, 6);
    let top = PLATEAU_HEIGHT + 1.2 * wave(9.0, 7);
    z = mix(z, top, smoothstep(19.0, 15.4, from_plateau));
    let (climb, beside) = along(at, RAMP);
    let ramp = mix(41.2, PLATEAU_HEIGHT, smoothstep(0.0, 1.0, climb));
    z = mix(z, ramp, smoothstep(4.6, 2.2, beside));
    z = mix(z, 41.4, smoothstep(8.0, 4.5, at.distance(LANDING)));
    let from_pond = at.distance(POND) + 4.0 * wave(9.0, 8);
    z = mix(z, WATER + 0.8, smoothstep(24.0, 16.5, from_pond)).max(WATER + 0.45);
    z = mix(z, WATER - 2.4, smoothstep(14.0, 8.0, from_pond));
    // Cliffs in ledges.
    let out = (1.2 - edge).max(0.0);
    z - 2.5 * out - (2.4 * wave(5.0, 9) + 1.6) * smoothstep(0.0, 2.5, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_height_is_that_of_the_triangle() {
        let land = Land::new(1);
        for corner in [[40, 40], [41, 40], [40, 41], [0, 0], [95, 95]] {
            let at = Vec2::new(corner[0] as f32, corner[1] as f32) * CELL;
            assert!((land.height(at) - land.corner(corner)).abs() < 1e-3);
        }
        let middle = Vec2::new(40.5, 40.5) * CELL;
        let edge = (land.corner([41, 40]) + land.corner([40, 41])) / 2.0;
        assert!((land.height(middle) - edge).abs() < 1e-3);
    }

    #[test]
    fn the_pond_holds_water_and_nothing_else_does() {
        for seed in 0..8 {
            let land = Land::new(seed);
            assert!(land.height(POND) < WATER - 1.5);
            for i in 0..64 {
                let angle = i as f32 / 64.0 * crate::kit::trig::TAU;
                let way = Vec2::new(crate::kit::trig::cos(angle), crate::kit::trig::sin(angle));
                assert!(land.height(POND + way * 17.5) > WATER, "{seed} {i}");
            }
        }
    }

    #[test]
    fn covers_are_whole() {
        let land = Land::new(3);
        for i in 0..400 {
            let at = Vec2::new((i % 20) as f32 * 6.0, (i / 20) as f32 * 6.0);
            let Cover {
                grass,
                path,
                rock,
                sand,
            } = land.cover(at);
            assert!((grass + path + rock + sand - 1.0).abs() < 1e-3, "{at}");
        }
    }
}
