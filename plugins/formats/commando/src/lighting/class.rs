//! Light on ties and shrubs: one colour for each normal of an instance's class, not one a vertex.

use crate::lanes::zip;
use wonderwheel_ps2::ee_float::{ONE, add, div, itof, min, mul, sqrt, sub};

use super::bank::{BlendRule, Light, LightBank};
use super::point::PointLight;
use super::record::Selection;
use super::vector::{Words3, color_word, dot, normalized, scale, sum, with_back, words};

/// Where colours of ties and shrubs are clamped: not at 255.
pub const MAX_CLASS_COLOR: u8 = 243;

/// The lights of one instance, turned into the space of its class.
///
/// Source: spec/commando-lighting.md 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassLights {
    /// A and B of the sets, then the point lights' sum. Directions point towards the light.
    lights: [Light; 3],
}

impl ClassLights {
    /// The lights that an instance's select word names. `axes` are the three columns of its matrix; their lengths do not
    /// matter. Ties blend with [`BlendRule::AllLanes`], shrubs with [`BlendRule::BackFactorsAdded`].
    pub fn new(
        bank: &LightBank,
        selection: Selection,
        axes: [[f32; 3]; 3],
        rule: BlendRule,
    ) -> Self {
        let pair = bank.pair(selection, rule);
        let turn = Turn::new(axes);
        Self {
            lights: [turn.light(pair.a), turn.light(pair.b), Light::default()],
        }
    }

    /// The same lights with those point lights that reach the instance's centre, merged into a third one. `axes` as in
    /// [`Self::new`], `center` in world units.
    #[must_use]
    pub fn with_point_lights(
        mut self,
        lights: &[PointLight],
        center: [f32; 3],
        axes: [[f32; 3]; 3],
    ) -> Self {
        let [_, _, third] = &mut self.lights;
        *third = Turn::new(axes).light(merged(lights, words(center)));
        self
    }

    /// The colour of a class normal on top of a base colour. `normal` is in 32,768ths. A tie's base is its ambient colour for
    /// the normal ([`super::color_from_5551`]), a shrub's the instance's colour with alpha 0x80.
    pub fn color(&self, normal: [i16; 3], base: [u8; 4]) -> [u8; 4] {
        let normal = normal.map(|lane| itof::<15>(i32::from(lane)));
        let [r, g, b, alpha] = base;
        let mut lanes = [r, g, b].map(color_word);
        for light in &self.lights {
            let d = with_back(dot(normal, light.direction), light.back);
            lanes = sum(lanes, scale(light.color, d));
        }
        let most = color_word(MAX_CLASS_COLOR);
        let [r, g, b] = lanes.map(|lane| min(lane, most) as u8);
        [r, g, b, alpha]
    }
}

/// From the world into a class's space.
struct Turn([Words3; 3]);

impl Turn {
    fn new(axes: [[f32; 3]; 3]) -> Self {
        Self(axes.map(|axis| normalized(words(axis))))
    }

    /// The light as the class sees it: its direction turned, and against the way it travels.
    fn light(&self, light: Light) -> Light {
        Light {
            direction: self.0.map(|axis| sub(0, dot(axis, light.direction))),
            ..light
        }
    }
}

/// One light for many: from their mean direction, with the sum of what is left of their colours.
fn merged(lights: &[PointLight], center: Words3) -> Light {
    let mut light = Light::default();
    let mut reaching = 0;
    for point in lights {
        // Out of reach, or no direction to speak of.
        if point.weighted(center).is_none() {
            continue;
        }
        reaching += 1;
        let place = words(point.position);
        let way: Words3 = zip(center, place, sub);
        let distance = sqrt(dot(way, way));
        let rest = sub(ONE, mul(div(ONE, point.radius.to_bits()), distance));
        let [r, g, b, back] = scale(words(point.color), rest);
        light = Light {
            color: sum(light.color, [r, g, b]),
            direction: sum(light.direction, scale(way, div(ONE, distance))),
            back: add(light.back, back),
        };
    }
    if reaching > 1 {
        light.direction = normalized(light.direction);
    }
    light
}

#[cfg(test)]
mod tests {
    use super::super::LightSet;
    use super::*;

    const UPRIGHT: [[f32; 3]; 3] = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]];
    /// A quarter turn about z: the class's x axis lies along the world's y.
    const TURNED: [[f32; 3]; 3] = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    const BASE: [u8; 4] = [10, 20, 30, 128];

    fn bank(color: [f32; 4], direction: [f32; 3]) -> LightBank {
        let [x, y, z] = direction;
        LightBank::new(vec![LightSet {
            color_a: color,
            direction_a: [x, y, z, 0.0],
            ..LightSet::default()
        }])
    }

    fn lights(bank: &LightBank, axes: [[f32; 3]; 3]) -> ClassLights {
        ClassLights::new(bank, Selection::One(0), axes, BlendRule::AllLanes)
    }

    #[test]
    fn a_normal_towards_the_light_is_lit() {
        let bank = bank([0.5, 0.5, 0.5, 0.0], [0.0, 0.0, -1.0]);
        let lights = lights(&bank, UPRIGHT);
        // -32768 is a whole unit, 32767 a little less: 128 * 0.5 falls one short.
        assert_eq!(lights.color([0, 0, 32767], BASE), [73, 83, 93, 128]);
        assert_eq!(lights.color([0, 0, -32768], BASE), BASE);
        assert_eq!(lights.color([32767, 0, 0], BASE), BASE);
    }

    #[test]
    fn directions_are_turned_into_the_class() {
        // Light that travels along -y falls on what faces +y: the turned class's x.
        let bank = bank([0.5, 0.5, 0.5, 0.0], [0.0, -1.0, 0.0]);
        assert_eq!(lights(&bank, TURNED).color([32767, 0, 0], BASE)[0], 73);
        assert_eq!(lights(&bank, UPRIGHT).color([0, 32767, 0], BASE)[0], 73);
        assert_eq!(lights(&bank, TURNED).color([0, 32767, 0], BASE), BASE);
    }

    #[test]
    fn ties_and_shrubs_are_clamped_at_243() {
        let bank = bank([9.0, 9.0, 9.0, 0.0], [0.0, 0.0, -1.0]);
        assert_eq!(
            lights(&bank, UPRIGHT).color([0, 0, 32767], BASE),
            [243, 243, 243, 128]
        );
    }

    #[test]
    fn point_lights_become_one_from_their_mean_direction() {
        let lamp = |x: f32, radius| PointLight {
            color: [1.0, 0.0, 0.0, 0.0],
            position: [x, 0.0, 0.0],
            radius,
        };
        let dark = lights(&LightBank::default(), UPRIGHT);
        let with = |lamps: &[PointLight]| dark.with_point_lights(lamps, [0.0; 3], UPRIGHT);
        // One lamp at half its reach: 128 * 0.5.
        assert_eq!(with(&[lamp(2.0, 4.0)]).color([-32768, 0, 0], BASE), BASE);
        let [red, ..] = with(&[lamp(2.0, 4.0)]).color([32767, 0, 0], BASE);
        assert_eq!(red, 10 + 63);
        // Two on the same side: their colours add, the direction keeps length 1 to the console's precision.
        let [red, ..] = with(&[lamp(2.0, 4.0), lamp(3.0, 4.0)]).color([32767, 0, 0], BASE);
        assert_eq!(red, 10 + 95);
        // Out of reach, and at the centre itself.
        assert_eq!(with(&[lamp(5.0, 4.0), lamp(0.0, 4.0)]), dark);
    }
}
