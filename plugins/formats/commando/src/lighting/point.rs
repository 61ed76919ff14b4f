//! Point lights: effects bring them while the game runs.

use wonderwheel_ps2::ee_float::{ONE, add, div, is_negative, itof, min, mul, sqrt, sub};

use super::directional::inward_normal;
use super::normal_table::NormalTable;
use super::record::LightRecord;
use super::vector::{WHITE, Words3, color_word, dot, scale, sum, with_back, words};
use crate::lanes::zip;

/// A light with a place and a reach.
///
/// Source: spec/commando-lighting.md 6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PointLight {
    /// Red, green, blue, where 1.0 is 128 steps, and the back factor.
    pub color: [f32; 4],
    /// World units, z up.
    pub position: [f32; 3],
    /// How far it reaches, in world units. Its strength falls to nothing there.
    pub radius: f32,
}

impl PointLight {
    /// What the light makes of a vertex's present colour. `origin` is the patch's, `position` the vertex's relative to it,
    /// both in 1,024ths of a world unit. Lights are applied one after the other.
    ///
    /// A vertex at the light itself is left as it is: the console would divide by zero there.
    pub fn light(
        &self,
        table: &NormalTable,
        record: &LightRecord,
        origin: [i32; 3],
        position: [i16; 3],
        color: [u8; 4],
    ) -> [u8; 4] {
        let vertex = zip(origin, position, |origin, position| {
            // The console's conversion has 12 fraction bits; shifting makes it 10.
            let origin = itof::<12>(origin.wrapping_shl(2));
            add(itof::<12>(i32::from(position) << 2), origin)
        });
        let Some(toward) = self.weighted(vertex) else {
            return color;
        };
        let lanes @ [.., back] = words(self.color);
        let d = with_back(dot(inward_normal(table, record), toward), back);
        let lit = sum(color.map(color_word), scale(lanes, d));
        let [r, g, b, alpha] = lit;
        let [r, g, b] = [r, g, b].map(|lane| min(lane, WHITE) as u8);
        [r, g, b, alpha as u8]
    }

    /// The way from the light to a point, with length `1 - distance / radius`. `None` out of reach and at the light itself.
    pub(super) fn weighted(&self, point: Words3) -> Option<Words3> {
        let light = words(self.position);
        let radius = self.radius.to_bits();
        let way: Words3 = zip(point, light, sub);
        let distance_sq = dot(way, way);
        if is_negative(sub(mul(radius, radius), distance_sq)) {
            return None;
        }
        let distance = sqrt(distance_sq);
        if distance == 0 {
            return None;
        }
        let falloff = sub(ONE, mul(div(ONE, radius), distance));
        Some(scale(way, mul(falloff, div(ONE, distance))))
    }

    /// Whether the game attaches the light to something with this bounding sphere, in world units. It counts the light as 8
    /// units larger than it is, because it looks again only after the light has moved that far.
    pub fn touches(&self, center: [f32; 3], radius: f32) -> bool {
        let [x, y, z] = zip(self.position, center, |a, b| a - b);
        let reach = self.radius + 8.0 + radius;
        x * x + y * y + z * z < reach * reach
    }
}

/// The slots of the point-light bank that a patch's list word names: nibbles from the low end, ended by 15, at most four. A
/// word of 0xFFFF, which all known files have, names none.
pub fn point_light_slots(list: u16) -> impl Iterator<Item = u8> {
    (0..4)
        .map(move |i| (list >> (4 * i) & 15) as u8)
        .take_while(|slot| *slot != 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: LightRecord = LightRecord {
        position_offset: 0,
        azimuth: 0,
        elevation: 64,
        color: 0x94A5,
        select: 0,
    };

    /// Above the origin of the world.
    fn lamp(height: f32, radius: f32) -> PointLight {
        PointLight {
            color: [1.0, 0.5, 0.0, -0.5],
            position: [0.0, 0.0, height],
            radius,
        }
    }

    fn lit(light: PointLight, record: LightRecord, position: [i16; 3]) -> [u8; 4] {
        let table = NormalTable::rounded();
        light.light(&table, &record, [0; 3], position, [40, 40, 40, 128])
    }

    #[test]
    fn strength_falls_to_nothing_at_the_radius() {
        // Half way: 128 * 0.5 and 64 * 0.5. Alpha gets w times d: 128 - 32.
        assert_eq!(lit(lamp(2.0, 4.0), UP, [0; 3]), [104, 72, 40, 96]);
        // At the radius exactly, kept and without strength; outside, skipped.
        assert_eq!(lit(lamp(2.0, 2.0), UP, [0; 3]), [40, 40, 40, 128]);
        let at = |height: f32| lamp(height, 2.0).weighted([0; 3]);
        assert_eq!(at(2.0), Some([0, 0, 0x8000_0000]));
        assert_eq!(at(2.0_f32.next_up()), None);
        assert_eq!(at(0.0), None);
    }

    #[test]
    fn places_count_from_the_patch_s_origin_in_1024ths() {
        let table = NormalTable::rounded();
        let lit =
            |origin, position| lamp(3.0, 4.0).light(&table, &UP, origin, position, [0, 0, 0, 128]);
        // One unit up: half strength again.
        assert_eq!(lit([0; 3], [0, 0, 1024]), [64, 32, 0, 96]);
        assert_eq!(lit([0, 0, 2048], [0, 0, -1024]), [64, 32, 0, 96]);
    }

    #[test]
    fn the_far_side_gets_the_back_factor_s_part() {
        let down = LightRecord {
            elevation: 192,
            ..UP
        };
        // d = -0.5, d * w = 0.25.
        assert_eq!(lit(lamp(2.0, 4.0), down, [0; 3]), [72, 56, 40, 112]);
    }

    #[test]
    fn a_list_word_names_at_most_four_slots() {
        let slots = |word| point_light_slots(word).collect::<Vec<_>>();
        assert_eq!(slots(0xFFFF), []);
        assert_eq!(slots(0xFF31), [1, 3]);
        assert_eq!(slots(0x4321), [1, 2, 3, 4]);
        assert_eq!(slots(0x1F02), [2, 0]);
    }

    #[test]
    fn a_light_touches_what_is_within_eight_units_more_than_its_reach() {
        let light = lamp(0.0, 2.0);
        assert!(light.touches([12.9, 0.0, 0.0], 3.0));
        assert!(!light.touches([13.0, 0.0, 0.0], 3.0));
    }
}
