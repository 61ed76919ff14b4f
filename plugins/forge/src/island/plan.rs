//! What stands where.

use glam::{Vec2, Vec3};

use super::land::{self, CORNER, Land, SIDE};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin};

/// A class of ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TieKind {
    /// A natural arch over the footpath.
    Arch,
    /// A round house with a roof like a mushroom's.
    House,
    /// A boulder.
    Boulder,
}

/// A class of shrubs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShrubKind {
    /// A tuft of grass.
    Tuft,
    /// A tree with a billboard.
    Tree,
}

/// A class of mobys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MobyKind {
    /// A crate.
    Crate,
    /// A creature that hops.
    Hopper,
}

/// One thing in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand<K> {
    /// What.
    pub kind: K,
    /// Where, world units.
    pub at: Vec3,
    /// Turned about z, radians.
    pub turn: f32,
    /// Larger than its class by.
    pub size: f32,
}

impl<K> Stand<K> {
    /// A thing at a place of the map, sunk into the ground by so much.
    fn on(land: &Land, kind: K, map: Vec2, turn: f32, size: f32, sunk: f32) -> Self {
        Self {
            kind,
            at: land.place(map) - Vec3::Z * sunk,
            turn,
            size,
        }
    }

    /// Four columns from the class's axes to the world's. The corner is what the disc has there.
    pub fn matrix(&self) -> [[f32; 4]; 4] {
        let (s, c) = (sin(self.turn) * self.size, cos(self.turn) * self.size);
        let [x, y, z] = self.at.to_array();
        [
            [c, s, 0.0, 0.0],
            [-s, c, 0.0, 0.0],
            [0.0, 0.0, self.size, 0.0],
            [x, y, z, 0.01],
        ]
    }

    /// Where a point of its class is in the world.
    pub fn world(&self, point: Vec3) -> Vec3 {
        let (s, c) = (sin(self.turn), cos(self.turn));
        let turned = Vec3::new(
            c * point.x - s * point.y,
            s * point.x + c * point.y,
            point.z,
        );
        self.at + turned * self.size
    }
}

/// A ball that keeps the sun from the ground, in world units.
#[derive(Debug, Clone, Copy)]
pub struct Shade {
    /// Its middle.
    pub middle: Vec3,
    /// Its radius.
    pub radius: f32,
}

/// Everything that stands on the ground.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Ties.
    pub ties: Vec<Stand<TieKind>>,
    /// Shrubs.
    pub shrubs: Vec<Stand<ShrubKind>>,
    /// Mobys.
    pub mobys: Vec<Stand<MobyKind>>,
}

/// Half the arch's width, and its height, to the middle of the stone.
pub const ARCH: [f32; 2] = [5.6, 7.0];
/// Width, height and foot of the tree's billboard.
pub const TREE_PICTURE: [f32; 3] = [5.6, 5.6, 0.0];
/// The balls of a tree's crown: middle and radius.
pub const CROWN: [(Vec3, f32); 4] = [
    (Vec3::new(0.1, 0.0, 4.1), 1.35),
    (Vec3::new(-0.95, 0.35, 3.3), 0.95),
    (Vec3::new(0.9, 0.55, 3.2), 0.9),
    (Vec3::new(0.25, -0.9, 3.05), 0.85),
];

const HOUSES: [(Vec2, f32, f32); 3] = [
    (Vec2::new(31.0, 85.5), -0.7, 1.1),
    (Vec2::new(43.0, 88.5), -1.4, 0.85),
    (Vec2::new(85.0, 71.5), -2.3, 1.0),
];
const BOULDERS: [(Vec2, f32); 9] = [
    (Vec2::new(49.5, 38.5), 1.5),
    (Vec2::new(51.5, 40.0), 0.8),
    (Vec2::new(70.5, 36.0), 1.1),
    (Vec2::new(96.5, 53.0), 1.7),
    (Vec2::new(73.0, 92.0), 2.2),
    (Vec2::new(28.0, 55.0), 1.9),
    (Vec2::new(31.0, 57.5), 0.9),
    (Vec2::new(76.0, 21.0), 1.2),
    (Vec2::new(46.0, 18.5), 1.0),
];
const CRATES: [(Vec2, f32, f32); 7] = [
    (Vec2::new(66.5, 20.0), 0.3, 0.0),
    (Vec2::new(68.0, 20.6), 0.5, 0.0),
    (Vec2::new(67.2, 20.2), 0.9, 1.2),
    (Vec2::new(52.8, 33.2), 0.2, 0.0),
    (Vec2::new(80.6, 73.4), 0.6, 0.0),
    (Vec2::new(79.4, 74.4), 1.1, 0.0),
    (Vec2::new(36.2, 90.0), 0.4, 0.0),
];
const HOPPERS: [(Vec2, f32); 4] = [
    (Vec2::new(70.0, 44.5), 0.4),
    (Vec2::new(72.5, 47.5), -2.0),
    (Vec2::new(63.5, 31.0), 2.6),
    (Vec2::new(43.0, 78.5), -0.8),
];

/// Plans a land. `tufts` and `trees` are how many there should be.
pub fn plan(land: &Land, tufts: u32, trees: u32, seed: u64) -> Plan {
    let mut plan = Plan::default();
    let arch = Vec2::new(58.7, 35.0);
    let mut tie = |kind, map, turn, size, sunk| {
        plan.ties.push(Stand::on(land, kind, map, turn, size, sunk));
    };
    tie(TieKind::Arch, arch, -0.245, 1.0, 0.9);
    for (map, turn, size) in HOUSES {
        tie(TieKind::House, map, turn, size, 0.35);
    }
    let mut rng = Rng::new(seed, "boulders");
    for (map, size) in BOULDERS {
        tie(
            TieKind::Boulder,
            map,
            rng.range(0.0, TAU),
            size,
            0.45 * size,
        );
    }
    let mut moby = |kind, map, turn, sunk| {
        plan.mobys.push(Stand::on(land, kind, map, turn, 1.0, sunk));
    };
    for (map, turn, above) in CRATES {
        moby(MobyKind::Crate, map, turn, -above);
    }
    for (map, turn) in HOPPERS {
        moby(MobyKind::Hopper, map, turn, 0.0);
    }
    plan.add_trees(land, trees, &mut Rng::new(seed, "trees"));
    plan.add_tufts(land, tufts, &mut Rng::new(seed, "tufts"));
    plan
}

/// Places are looked for at most so often for each thing.
const TRIES: u32 = 60;

impl Plan {
    fn add_trees(&mut self, land: &Land, count: u32, rng: &mut Rng) {
        for _ in 0..count * TRIES {
            if self.shrubs.len() >= count as usize {
                return;
            }
            let map = Vec2::new(rng.unit(), rng.unit()) * SIDE;
            // Groves, and not where people walk or look.
            let is_grove = land.noise(map, 16.0, 70) > 0.5;
            let is_free = land::path_distance(map) > 4.2
                && map.distance(land::LANDING) > 10.0
                && map.distance(land::POND) > 17.0
                && self.nearest(map) > 4.2;
            if is_grove && is_free && stands_on_grass(land, map, 0.45) {
                let (turn, size) = (rng.range(0.0, TAU), rng.range(0.8, 1.35));
                let tree = Stand::on(land, ShrubKind::Tree, map, turn, size, 0.15);
                self.shrubs.push(tree);
            }
        }
    }

    fn add_tufts(&mut self, land: &Land, count: u32, rng: &mut Rng) {
        let trees = self.shrubs.len();
        for i in 0..count * TRIES {
            if self.shrubs.len() - trees >= count as usize {
                return;
            }
            let map = Vec2::new(rng.unit(), rng.unit()) * SIDE;
            let path = land::path_distance(map);
            // Two of three along the way.
            let is_wanted = i % 3 == 0 || (2.4..7.5).contains(&path);
            let lumps = land.noise(map, 5.0, 71) > 0.42;
            if is_wanted && lumps && path > 2.2 && stands_on_grass(land, map, 0.7) {
                let (turn, size) = (rng.range(0.0, TAU), rng.range(0.7, 1.3));
                let tuft = Stand::on(land, ShrubKind::Tuft, map, turn, size, 0.05);
                self.shrubs.push(tuft);
            }
        }
    }

    /// How far the nearest thing is on the map.
    fn nearest(&self, map: Vec2) -> f32 {
        let ties = self.ties.iter().map(|tie| tie.at);
        let shrubs = self.shrubs.iter().map(|shrub| shrub.at);
        let mobys = self.mobys.iter().map(|moby| moby.at);
        let all = ties.chain(shrubs).chain(mobys);
        all.map(|at| (at.truncate() - CORNER).distance(map))
            .fold(f32::INFINITY, f32::min)
    }

    /// What throws shadows.
    pub fn shades(&self) -> Vec<Shade> {
        let mut shades = Vec::new();
        let mut add = |middle: Vec3, radius: f32| shades.push(Shade { middle, radius });
        for tie in &self.ties {
            match tie.kind {
                TieKind::Arch => {
                    for i in 0..=20 {
                        let v = i as f32 / 20.0;
                        add(tie.world(arch_middle(v)), arch_radius(v));
                    }
                }
                TieKind::House => {
                    for i in 0..5 {
                        add(tie.world(Vec3::Z * (0.8 + i as f32)), 2.4 * tie.size);
                    }
                    add(tie.world(Vec3::Z * 5.2), 3.3 * tie.size);
                }
                TieKind::Boulder => add(tie.world(Vec3::Z * 0.5), 1.35 * tie.size),
            }
        }
        for shrub in &self.shrubs {
            match shrub.kind {
                ShrubKind::Tuft => add(shrub.world(Vec3::Z * 0.1), 0.4 * shrub.size),
                ShrubKind::Tree => {
                    for (middle, radius) in CROWN {
                        add(shrub.world(middle), radius * shrub.size);
                    }
                    for i in 0..6 {
                        let middle = Vec3::Z * (0.3 + 0.45 * i as f32);
                        add(shrub.world(middle), 0.26 * shrub.size);
                    }
                }
            }
        }
        for moby in &self.mobys {
            let (height, radius) = match moby.kind {
                MobyKind::Crate => (0.5, 0.75),
                MobyKind::Hopper => (0.9, 0.6),
            };
            add(moby.world(Vec3::Z * height), radius);
        }
        shades
    }
}

/// The middle of the arch's stone, from foot (0) to foot (1).
pub fn arch_middle(v: f32) -> Vec3 {
    let [width, height] = ARCH;
    let angle = v * TAU / 2.0;
    Vec3::new(-width * cos(angle), 0.0, height * sin(angle))
}

/// How thick the arch's stone is there.
pub fn arch_radius(v: f32) -> f32 {
    let from_top = (2.0 * v - 1.0).abs();
    1.15 + 1.25 * from_top * from_top
}

fn stands_on_grass(land: &Land, map: Vec2, steepest: f32) -> bool {
    let cover = land.cover(map);
    cover.grass > 0.75 && land.inside(map) > 3.5 && land.slope(map) < steepest
}
