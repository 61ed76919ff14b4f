//! Prelight: every vertex gets the light that reaches it.

use std::collections::HashMap;

use glam::Vec3;

use crate::kit::light::BakedLamp;
use crate::kit::light::occlusion::Occlusion;
use crate::kit::mesh::{Piece, Vertex};
use crate::kit::parallel;

/// A prelight byte of full brightness. Source: spec/lighting.md 7; the level's ambient comes on top while it is drawn.
pub const FULL: f32 = 128.0;

const CELL: f32 = 16.0;

/// The light of a level.
#[derive(Debug)]
pub struct Lighting {
    lamps: Vec<BakedLamp>,
    cells: HashMap<(i32, i32), Vec<u32>>,
    occlusion: Occlusion,
}

impl Lighting {
    /// All lamps, and what stands in their way.
    pub fn new(lamps: Vec<BakedLamp>, occlusion: Occlusion) -> Self {
        let mut cells: HashMap<(i32, i32), Vec<u32>> = HashMap::new();
        for (i, baked) in lamps.iter().enumerate() {
            let (p, r) = (baked.lamp.position, baked.lamp.radius);
            for z in cell(p.z - r)..=cell(p.z + r) {
                for x in cell(p.x - r)..=cell(p.x + r) {
                    cells.entry((x, z)).or_default().push(i as u32);
                }
            }
        }
        Self {
            lamps,
            cells,
            occlusion,
        }
    }

    /// Fills the colours of all pieces, on all cores.
    pub fn bake(&self, pieces: &mut [Piece]) {
        let colours = parallel::map(pieces, |piece| {
            let mut known: HashMap<[u32; 6], Vec3> = HashMap::new();
            piece
                .vertices()
                .map(|v| self.colour(v, &mut known))
                .collect::<Vec<[u8; 4]>>()
        });
        for (piece, colours) in pieces.iter_mut().zip(colours) {
            for (vertex, colour) in piece.vertices_mut().zip(colours) {
                vertex.colour = colour;
            }
        }
    }

    fn colour(&self, v: &Vertex, known: &mut HashMap<[u32; 6], Vec3>) -> [u8; 4] {
        let [px, py, pz] = v.position.to_array().map(f32::to_bits);
        let [nx, ny, nz] = v.normal.to_array().map(f32::to_bits);
        let light = if v.shade.open > 0.0 {
            *known
                .entry([px, py, pz, nx, ny, nz])
                .or_insert_with(|| self.light(v.position, v.normal))
        } else {
            Vec3::ZERO
        };
        // Rarely above full: the sum is bent towards 1.05 instead of cut.
        let sum = (light * v.shade.open + Vec3::from_array(v.shade.glow)).to_array();
        let byte = |x: f32| (bend(x) * FULL + 0.5) as u8;
        [byte(sum[0]), byte(sum[1]), byte(sum[2]), 255]
    }

    /// Light at a point of a surface, 1.0 = full brightness.
    pub fn light(&self, p: Vec3, n: Vec3) -> Vec3 {
        let upward = (n.y * 0.5 + 0.5).clamp(0.0, 1.0);
        // The sky's last blue from above, the dusk's warmth from the west.
        let mut sum = Vec3::new(0.088, 0.102, 0.148) * (0.55 + 0.65 * upward);
        sum += Vec3::new(0.116, 0.070, 0.048)
            * (-n.x).max(0.0)
            * (0.4 + 0.6 * (p.y / 14.0).clamp(0.0, 1.0));
        let here = p + n * 0.15;
        if let Some(list) = self.cells.get(&(cell(p.x), cell(p.z))) {
            for baked in list.iter().filter_map(|i| self.lamps.get(*i as usize)) {
                let lamp = &baked.lamp;
                let way = lamp.position - p;
                let distance = way.length();
                if distance >= lamp.radius {
                    continue;
                }
                let facing = n.dot(way / distance.max(0.01));
                let falloff = 1.0 - distance / lamp.radius;
                let strength = lamp.strength * falloff * falloff * (facing * 0.85 + 0.15).max(0.0);
                if strength > 0.004 && !self.occlusion.blocked(lamp.position, here) {
                    sum += Vec3::from_array(baked.colour) * strength;
                }
            }
        }
        // Corners: the ground darkens towards a wall.
        if n.y > 0.7 {
            sum *= 0.55 + 0.45 * (self.occlusion.distance(p, 2.5) / 2.5);
        }
        sum
    }
}

/// Unchanged below 0.8, then ever slower towards 1.08.
fn bend(x: f32) -> f32 {
    const KNEE: f32 = 0.8;
    const TOP: f32 = 1.08;
    if x <= KNEE {
        x
    } else {
        TOP - (TOP - KNEE) * (TOP - KNEE) / (x - KNEE + TOP - KNEE)
    }
}

fn cell(v: f32) -> i32 {
    (v / CELL).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::light::occlusion::Blocker;
    use crate::kit::light::{Haze, Lamp, LampColour};

    fn lamp(position: Vec3) -> BakedLamp {
        let colour = [1.0, 0.8, 0.5];
        BakedLamp {
            lamp: Lamp {
                position,
                radius: 12.0,
                strength: 1.0,
                colour: LampColour::Fixed(colour),
                haze: Haze::None,
            },
            colour,
        }
    }

    /// A lamp 5 metres above the origin, among these.
    fn lighting(blockers: Vec<Blocker>) -> Lighting {
        let lamps = vec![lamp(Vec3::new(0.0, 5.0, 0.0))];
        Lighting::new(lamps, Occlusion::new(blockers))
    }

    #[test]
    fn light_falls_off_with_distance() {
        let lighting = lighting(Vec::new());
        let at = |x: f32| lighting.light(Vec3::new(x, 0.0, 0.0), Vec3::Y).x;
        assert!(at(0.0) > at(4.0) && at(4.0) > at(8.0) && at(8.0) > at(11.9));
    }

    #[test]
    fn a_house_throws_a_shadow() {
        let house = Blocker {
            rect: [2.0, -3.0, 6.0, 3.0],
            height: 9.0,
        };
        let [open, shut] = [Vec::new(), vec![house]].map(|blockers| {
            lighting(blockers)
                .light(Vec3::new(9.0, 0.0, 0.0), Vec3::Y)
                .x
        });
        assert!(shut < open);
    }

    #[test]
    fn brightness_stays_close_to_full() {
        assert_eq!(bend(0.5), 0.5);
        assert!(bend(50.0) < 1.08 && bend(1.0) > 0.9);
    }
}
