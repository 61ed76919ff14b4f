//! Two islets beside the island, each a chunk of its own: where the eye is over one, its terrain and collision take the core's place. A
//! chunk holds its islet and the half of the island that lies towards it.

use glam::{Vec2, Vec3};
use wonderwheel_commando::gameplay::ChunkPlane;

use super::land::{CELL, CORNER, PATCH_CELLS, PATCH_SIDE, PATCHES, SIDE};

/// Islets.
pub const ISLETS: [Islet; 2] = [
    Islet {
        middle: Vec2::new(60.0, 135.0),
        away: Vec2::Y,
    },
    Islet {
        middle: Vec2::new(135.0, 60.0),
        away: Vec2::X,
    },
];
/// How high an islet's top is, and its rim below it.
pub const TOP: f32 = 46.0;
const FALL: f32 = 5.0;
/// How far beyond the island's grid the border to a chunk lies.
const BORDER: f32 = 6.0;

/// One of them.
#[derive(Debug, Clone, Copy)]
pub struct Islet {
    /// Its middle on the map.
    pub middle: Vec2,
    /// From the island's middle to it.
    pub away: Vec2,
}

impl Islet {
    /// Its low corner on the map; it is as large as a patch.
    fn low(&self) -> Vec2 {
        self.middle - PATCH_SIDE / 2.0
    }

    /// Where a corner of its cells is in the world, 0 to [`PATCH_CELLS`] each way: a flat top that falls off towards the rim.
    pub fn corner(&self, [i, j]: [usize; 2]) -> Vec3 {
        let half = PATCH_CELLS as f32 / 2.0;
        let from_middle = (Vec2::new(i as f32, j as f32) - half) / half;
        let steep = from_middle.length_squared();
        let at = self.low() + Vec2::new(i as f32, j as f32) * CELL;
        (at + CORNER).extend(TOP - FALL * steep * steep / 4.0)
    }

    /// Whether a square of the island's grid is in the half that the chunk repeats.
    pub fn repeats(&self, [x, y]: [usize; 2]) -> bool {
        let half = PATCHES / 2;
        (if self.away == Vec2::X { x } else { y }) >= half
    }

    /// Points by which it is seen, in map coordinates.
    pub fn points(&self) -> Vec<Vec3> {
        let corners = [[0, 0], [4, 4], [8, 0], [0, 8], [8, 8]];
        corners
            .map(|corner| self.corner(corner) - CORNER.extend(0.0) + Vec3::Z)
            .into()
    }

    /// The border to its chunk.
    pub fn border(&self) -> ChunkPlane {
        let at = Vec2::splat(SIDE / 2.0) + self.away * (SIDE / 2.0 + BORDER) + CORNER;
        ChunkPlane {
            point: at.extend(0.0).to_array(),
            plane_count: ISLETS.len() as i32,
            normal: self.away.extend(0.0).to_array(),
            ..ChunkPlane::default()
        }
    }
}
