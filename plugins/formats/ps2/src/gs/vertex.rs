//! What the vertex programs hand to the GS: colour and fog. Source: spec/gs-pipeline.md 4.1, 4.2.

use crate::array::zip_with;

/// Prelight scale with which a prelight byte of 255 is full brightness: what the numbers of gs-pipeline.md 4.1 are for.
pub const PRELIGHT_FULL_AT_255: f32 = 1.0;
/// Prelight scale with which a prelight byte of 0x80 is full brightness (lighting.md 7): the program's default.
pub const PRELIGHT_FULL_AT_128: f32 = 255.0 / 128.0;

/// From a prelight or lit byte times a material byte (255 x 255 = full) to the GS's 128 = 1.0, in the game's own rounding:
/// about 0.5 / 255, so that 255 x 255 gives 128.1. For the colour of textured geometry, and for every alpha.
/// Source: spec/gs-pipeline.md 4.1.
pub const TEXTURED_SCALE: f32 = 0.001_970_011_7;
/// From the same product to 255 = 1.0: the colour of untextured geometry. Source: spec/gs-pipeline.md 4.1.
pub const UNTEXTURED_SCALE: f32 = 1.0 / 255.0;

/// A light as the vertex programs see it. Colours are floats, 1.0 = full.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Light {
    /// The same from everywhere.
    Ambient {
        /// Colour.
        colour: [f32; 3],
    },
    /// Parallel light.
    Directional {
        /// Colour.
        colour: [f32; 3],
        /// The way the light travels, a unit vector.
        direction: [f32; 3],
    },
    /// From a point, falling off linearly to nothing at the radius.
    Point {
        /// Colour.
        colour: [f32; 3],
        /// Place, in the same axes and units as the vertex.
        position: [f32; 3],
        /// Reach, in the same units.
        radius: f32,
    },
    /// As a point light, but only inside a cone.
    Spot {
        /// Colour.
        colour: [f32; 3],
        /// Place, in the same axes and units as the vertex.
        position: [f32; 3],
        /// Axis of the cone, the way the light travels, a unit vector.
        direction: [f32; 3],
        /// Reach, in the same units.
        radius: f32,
        /// Angle between axis and rim, radians.
        half_angle: f32,
    },
}

/// A material's shares of light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Share of ambient light, kA.
    pub ambient: f32,
    /// Share of all other light, kD.
    pub diffuse: f32,
}

/// L: the light that falls on a vertex, per channel, 1.0 = full. A vertex without a normal only gets ambient light.
///
/// The falloff of points and the hard rim of spots are the best reading, not measured.
/// Source: spec/gs-pipeline.md 4.1, spec/lighting.md 7.
pub fn light_sum(
    lights: &[Light],
    surface: Surface,
    position: [f32; 3],
    normal: Option<[f32; 3]>,
) -> [f32; 3] {
    let mut sum = [0.0; 3];
    for light in lights {
        let (colour, share) = match *light {
            Light::Ambient { colour } => (colour, surface.ambient),
            Light::Directional { colour, direction } => {
                let facing = normal.map_or(0.0, |normal| -dot(normal, direction));
                (colour, surface.diffuse * facing.max(0.0))
            }
            Light::Point {
                colour,
                position: at,
                radius,
            } => {
                let share = point_share(at, radius, None, position, normal);
                (colour, surface.diffuse * share)
            }
            Light::Spot {
                colour,
                position: at,
                direction,
                radius,
                half_angle,
            } => {
                let cone = Some((direction, half_angle));
                (
                    colour,
                    surface.diffuse * point_share(at, radius, cone, position, normal),
                )
            }
        };
        for (sum, colour) in sum.iter_mut().zip(colour) {
            *sum += colour * share;
        }
    }
    sum
}

/// Facing times falloff of a point or spot light at a vertex.
fn point_share(
    at: [f32; 3],
    radius: f32,
    cone: Option<([f32; 3], f32)>,
    position: [f32; 3],
    normal: Option<[f32; 3]>,
) -> f32 {
    let towards = zip_with(at, position, |at, position| at - position);
    let distance = dot(towards, towards).sqrt();
    // In the light itself every direction is as good as another: no light.
    if !(distance > 0.0 && radius > 0.0) {
        return 0.0;
    }
    let inside = cone.is_none_or(|(direction, half_angle)| {
        -dot(direction, towards) / distance >= half_angle.cos()
    });
    if !inside {
        return 0.0;
    }
    let facing = normal.map_or(0.0, |normal| dot(normal, towards) / distance);
    facing.max(0.0) * (1.0 - distance / radius).max(0.0)
}

/// The vertex colour at the GS: Cf and Af.
///
/// `c = min(255, prelight * prelight_scale + 255 * light)`, then times the material and truncated: to 128 = 1.0 when
/// textured, to 255 = 1.0 when not. Alpha is prelight times material, to 128 = 1.0 always, and the prelight scale never
/// touches it. `light` is [`light_sum`]'s; zero for geometry that stays unlit (the glow world).
///
/// Source: spec/gs-pipeline.md 4.1.
pub fn vertex_colour(
    prelight: [u8; 4],
    light: [f32; 3],
    material: [u8; 4],
    textured: bool,
    prelight_scale: f32,
) -> [u8; 4] {
    let scale = if textured {
        TEXTURED_SCALE
    } else {
        UNTEXTURED_SCALE
    };
    let [r, g, b, alpha] = prelight;
    let [material_r, material_g, material_b, material_alpha] = material;
    let lit = zip_with([r, g, b], light, |prelight, light| {
        (f32::from(prelight) * prelight_scale + 255.0 * light).min(255.0)
    });
    let [r, g, b] = zip_with(
        lit,
        [material_r, material_g, material_b],
        |lit, material| (lit * f32::from(material) * scale) as u8,
    );
    let alpha = (f32::from(alpha) * f32::from(material_alpha) * TEXTURED_SCALE) as u8;
    [r, g, b, alpha]
}

/// F at view depth `w`: 255 (no fog) up to `start`, 0 from `far` on, linear between, truncated.
///
/// `far` is the camera's far clip, `start` where fog begins, both in metres. Source: spec/gs-pipeline.md 4.2.
pub fn fog_value(far: f32, start: f32, w: f32) -> u8 {
    (255.0 * (far - w) / (far - start)).clamp(0.0, 255.0) as u8
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 4] = [255; 4];
    /// Script ambient 0 plus 0.07 plus brightness 40/255.
    const NIGHT: [f32; 3] = [0.226_863; 3];

    fn textured(prelight: u8, light: [f32; 3], scale: f32) -> u8 {
        vertex_colour(
            [prelight, prelight, prelight, 255],
            light,
            WHITE,
            true,
            scale,
        )[0]
    }

    #[test]
    fn lit_prelight_comes_out_as_measured_in_running_frames() {
        for (prelight, expected) in [(60, 59), (70, 64), (0, 29)] {
            assert_eq!(textured(prelight, NIGHT, PRELIGHT_FULL_AT_255), expected);
        }
    }

    #[test]
    fn with_0x80_as_full_brightness_only_the_prelight_counts_double() {
        for (prelight, expected) in [(60, 89), (70, 99), (0, 29)] {
            assert_eq!(textured(prelight, NIGHT, PRELIGHT_FULL_AT_128), expected);
        }
        let half = vertex_colour([0, 0, 0, 128], [0.0; 3], WHITE, true, PRELIGHT_FULL_AT_128);
        assert_eq!(half[3], 64);
    }

    #[test]
    fn a_tint_multiplies_after_the_light() {
        let colour = vertex_colour(WHITE, [0.0; 3], [136, 136, 136, 255], true, 1.0);
        assert_eq!(colour, [68, 68, 68, 128]);
    }

    #[test]
    fn light_saturates_before_the_material() {
        assert_eq!(textured(250, [0.5; 3], PRELIGHT_FULL_AT_255), 128);
    }

    #[test]
    fn untextured_colours_go_up_to_255_and_their_alpha_to_128() {
        assert_eq!(
            vertex_colour(WHITE, [0.0; 3], WHITE, false, 1.0),
            [255, 255, 255, 128]
        );
    }

    #[test]
    fn fading_in_crosses_the_alpha_test_at_material_alpha_128() {
        for (alpha, expected) in [(127, 63), (128, 64), (255, 128)] {
            let colour = vertex_colour(WHITE, [0.0; 3], [255, 255, 255, alpha], true, 1.0);
            assert_eq!(colour[3], expected);
        }
    }

    #[test]
    fn fog_is_linear_in_view_depth_between_start_and_far() {
        for (w, expected) in [
            (57.5, 255),
            (86.25, 127),
            (115.0, 0),
            (200.0, 0),
            (1.0, 255),
        ] {
            assert_eq!(fog_value(115.0, 57.5, w), expected);
        }
    }

    #[test]
    fn a_lamp_overhead_lights_by_angle_and_distance() {
        let lamp = Light::Point {
            colour: [1.0, 0.5, 0.0],
            position: [0.0, 4.0, 0.0],
            radius: 8.0,
        };
        let surface = Surface {
            ambient: 1.0,
            diffuse: 0.5,
        };
        let up = Some([0.0, 1.0, 0.0]);
        assert_eq!(
            light_sum(&[lamp], surface, [0.0; 3], up),
            [0.25, 0.125, 0.0]
        );
        assert_eq!(
            light_sum(&[lamp], surface, [0.0; 3], Some([0.0, -1.0, 0.0])),
            [0.0; 3]
        );
        assert_eq!(light_sum(&[lamp], surface, [0.0, -4.0, 0.0], up), [0.0; 3]);
        assert_eq!(light_sum(&[lamp], surface, [0.0, 4.0, 0.0], up), [0.0; 3]);
    }

    #[test]
    fn a_spot_is_a_point_light_inside_its_cone() {
        let spot = |half_angle| Light::Spot {
            colour: [1.0; 3],
            position: [0.0, 4.0, 0.0],
            direction: [0.0, -1.0, 0.0],
            radius: 8.0,
            half_angle,
        };
        let surface = Surface {
            ambient: 1.0,
            diffuse: 1.0,
        };
        let up = Some([0.0, 1.0, 0.0]);
        // 45 degrees off the axis.
        let aside = [4.0, 0.0, 0.0];
        assert_eq!(light_sum(&[spot(0.5)], surface, [0.0; 3], up), [0.5; 3]);
        assert_eq!(light_sum(&[spot(0.7)], surface, aside, up), [0.0; 3]);
        assert!(light_sum(&[spot(0.8)], surface, aside, up)[0] > 0.0);
    }

    #[test]
    fn without_a_normal_only_ambient_light_counts() {
        let lights = [
            Light::Ambient { colour: [0.2; 3] },
            Light::Directional {
                colour: [1.0; 3],
                direction: [0.0, -1.0, 0.0],
            },
        ];
        let surface = Surface {
            ambient: 0.5,
            diffuse: 1.0,
        };
        assert_eq!(light_sum(&lights, surface, [0.0; 3], None), [0.1; 3]);
        assert_eq!(
            light_sum(&lights, surface, [0.0; 3], Some([0.0, 1.0, 0.0])),
            [1.1; 3]
        );
    }
}
