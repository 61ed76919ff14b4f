//! Which houses stand between a lamp and a point.

use glam::{Vec2, Vec3};

/// A box standing on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blocker {
    /// `x0, z0, x1, z1`, metres.
    pub rect: [f32; 4],
    /// Metres above the street.
    pub height: f32,
}

const CELL: f32 = 16.0;
const CELLS: usize = 64;

/// All blockers, found by place.
#[derive(Debug, Clone)]
pub struct Occlusion {
    blockers: Vec<Blocker>,
    cells: Vec<Vec<u32>>,
}

impl Occlusion {
    /// An index over the blockers.
    pub fn new(blockers: Vec<Blocker>) -> Self {
        let mut cells = vec![Vec::new(); CELLS * CELLS];
        for (i, b) in blockers.iter().enumerate() {
            let [x0, z0, x1, z1] = b.rect;
            for cell in covered(Vec2::new(x0, z0), Vec2::new(x1, z1)) {
                if let Some(list) = cells.get_mut(cell) {
                    list.push(i as u32);
                }
            }
        }
        Self { blockers, cells }
    }

    /// Whether the straight way from `a` to `b` runs through a blocker. Points on a blocker's skin are outside it.
    pub fn blocked(&self, a: Vec3, b: Vec3) -> bool {
        let (low, high) = (
            Vec2::new(a.x.min(b.x), a.z.min(b.z)),
            Vec2::new(a.x.max(b.x), a.z.max(b.z)),
        );
        self.near(low, high).any(|blocker| crosses(blocker, a, b))
    }

    /// Metres from a point on the ground to the nearest blocker, not looked for beyond `reach`.
    pub fn distance(&self, p: Vec3, reach: f32) -> f32 {
        let at = Vec2::new(p.x, p.z);
        self.near(at - reach, at + reach)
            .map(|b| {
                let dx = (b.rect[0] - p.x).max(p.x - b.rect[2]).max(0.0);
                let dz = (b.rect[1] - p.z).max(p.z - b.rect[3]).max(0.0);
                (dx * dx + dz * dz).sqrt()
            })
            .fold(reach, f32::min)
    }

    /// The blockers of the cells between two corners; one that covers several comes several times.
    fn near(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = &Blocker> {
        let cells = covered(low, high).filter_map(|cell| self.cells.get(cell));
        cells
            .flatten()
            .filter_map(|i| self.blockers.get(*i as usize))
    }
}

fn covered(low: Vec2, high: Vec2) -> impl Iterator<Item = usize> {
    let cell =
        |v: f32| ((v / CELL).floor() as i32 + CELLS as i32 / 2).clamp(0, CELLS as i32 - 1) as usize;
    let (x0, x1, z0, z1) = (cell(low.x), cell(high.x), cell(low.y), cell(high.y));
    (z0..=z1).flat_map(move |z| (x0..=x1).map(move |x| z * CELLS + x))
}

/// Slab test against the blocker shrunk by 10 cm, so that its own walls are not in their own shadow.
fn crosses(blocker: &Blocker, a: Vec3, b: Vec3) -> bool {
    const SKIN: f32 = 0.1;
    let [x0, z0, x1, z1] = blocker.rect;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    let d = b - a;
    for (from, step, low, high) in [
        (a.x, d.x, x0 + SKIN, x1 - SKIN),
        (a.z, d.z, z0 + SKIN, z1 - SKIN),
        (a.y, d.y, -10.0, blocker.height - SKIN),
    ] {
        if step.abs() < 1e-6 {
            if from < low || from > high {
                return false;
            }
        } else {
            let (t0, t1) = ((low - from) / step, (high - from) / step);
            enter = enter.max(t0.min(t1));
            leave = leave.min(t0.max(t1));
        }
    }
    enter < leave
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> Occlusion {
        Occlusion::new(vec![Blocker {
            rect: [0.0, 0.0, 10.0, 10.0],
            height: 8.0,
        }])
    }

    #[test]
    fn a_house_hides_what_is_behind_it_and_not_its_own_front() {
        let house = house();
        let lamp = Vec3::new(5.0, 5.0, 14.0);
        assert!(!house.blocked(lamp, Vec3::new(5.0, 1.0, 10.0)));
        assert!(house.blocked(lamp, Vec3::new(5.0, 1.0, -1.0)));
        assert!(!house.blocked(Vec3::new(5.0, 12.0, 14.0), Vec3::new(5.0, 12.0, -4.0)));
    }

    #[test]
    fn distance_is_zero_at_the_wall_and_grows_away_from_it() {
        let house = house();
        assert_eq!(house.distance(Vec3::new(5.0, 0.0, 10.0), 4.0), 0.0);
        assert_eq!(house.distance(Vec3::new(5.0, 0.0, 12.0), 4.0), 2.0);
        assert_eq!(house.distance(Vec3::new(5.0, 0.0, 90.0), 4.0), 4.0);
    }
}
