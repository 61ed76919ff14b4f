//! Which lights reach a mesh: the per-viewport cull and the choice of at most eight. No Bevy world in here.
//!
//! Source: spec/lighting.md 5, 6; 0x0017ea60, 0x0017de10.

use bevy::math::Vec3;
use wonderwheel_world_streaming::view::frustum::{Frustum, FrustumSide};

/// No mesh of the world gets more lights than this, ambient and directional ones counted.
pub const MAX_LIGHTS: usize = 8;

/// Lights farther than this share of the draw distance are culled. Source: spec/lighting.md 5.
const CULL_SHARE: f32 = 0.75;

/// What a light is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LightKind {
    /// The same from everywhere.
    #[default]
    Ambient,
    /// From one direction.
    Directional,
    /// From one place, down to nothing at its radius.
    Point,
    /// As a point light, inside a cone.
    Spot,
}

impl LightKind {
    fn has_place(self) -> bool {
        matches!(self, Self::Point | Self::Spot)
    }
}

/// A light of the world, RenderWare axes, metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SceneLight {
    /// What it is.
    pub kind: LightKind,
    /// Where it stands.
    pub position: Vec3,
    /// The way it shines, unit length.
    pub direction: Vec3,
    /// Its colour now, 0..1 and above.
    pub colour: Vec3,
    /// Reach; 0 lights nothing.
    pub radius: f32,
    /// Cosine of a spot's half angle.
    pub cone_cosine: f32,
}

/// What happens when a ninth light wants in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Replacement {
    /// Quirk: the original compares with, and replaces, the kept point light of the *smallest* score, so a full list is
    /// not the nearest eight. Source: spec/lighting.md 6.
    #[default]
    Faithful,
    /// Replaces the point light of the largest score: the nearest stay.
    Improved,
}

/// The lights one mesh is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LightSelection {
    /// Sum of the ambient lights.
    pub ambient: Vec3,
    /// How many of `lights` count.
    pub count: u8,
    /// Directional, point and spot lights: indices into the frame's lights.
    pub lights: [u16; MAX_LIGHTS],
}

impl LightSelection {
    /// Ambient light alone.
    pub fn ambient(ambient: Vec3) -> Self {
        Self {
            ambient,
            ..Self::default()
        }
    }

    /// The lights that count.
    pub fn lights(&self) -> &[u16] {
        self.lights
            .get(..usize::from(self.count))
            .unwrap_or(&self.lights)
    }
}

/// The lights of the world that a camera keeps, as indices into the frame's lights.
#[derive(Debug, Clone, Default)]
pub struct LightLists {
    /// Ambient and directional lights, in record order.
    pub everywhere: Vec<u16>,
    /// Point and spot lights near enough.
    pub placed: Vec<u16>,
}

impl LightLists {
    /// Sorts the lights into the two lists and leaves out what is too far or outside the picture's left and right.
    ///
    /// Quirk: the distance test compares with a sum of squares, `(0.75 far)^2 + radius^2`.
    pub fn cull(&mut self, lights: &[SceneLight], eye: Vec3, frustum: &Frustum, far: f32) {
        self.everywhere.clear();
        self.placed.clear();
        let reach_sq = (far * CULL_SHARE) * (far * CULL_SHARE);
        // More lights than an index can name do not exist: the original's pool holds 512.
        for (index, light) in lights.iter().take(usize::from(u16::MAX)).enumerate() {
            if !light.kind.has_place() {
                self.everywhere.push(index as u16);
                continue;
            }
            let too_far =
                light.position.distance_squared(eye) >= reach_sq + light.radius * light.radius;
            let outside = [FrustumSide::Left, FrustumSide::Right]
                .iter()
                .any(|side| frustum.plane(*side).distance(light.position) < -light.radius);
            if light.radius > 0.0 && !too_far && !outside {
                self.placed.push(index as u16);
            }
        }
    }

    /// The lights for the sphere of a mesh of the world.
    pub fn select(
        &self,
        lights: &[SceneLight],
        centre: Vec3,
        radius: f32,
        replacement: Replacement,
    ) -> LightSelection {
        let mut chosen = [(0_u16, 0.0_f32); MAX_LIGHTS];
        let mut count = 0;
        for index in self.everywhere.iter().take(MAX_LIGHTS) {
            chosen[count] = (*index, 0.0);
            count += 1;
        }
        let first_placed = count;
        for index in &self.placed {
            let Some(light) = lights.get(usize::from(*index)) else {
                continue;
            };
            let touch = radius + light.radius;
            let score = light.position.distance_squared(centre) - touch * touch;
            if score > 0.0 {
                continue;
            }
            if count < MAX_LIGHTS {
                chosen[count] = (*index, score);
                count += 1;
                continue;
            }
            let kept = chosen[first_placed..].iter_mut();
            let rival = match replacement {
                Replacement::Faithful => kept.min_by(|a, b| a.1.total_cmp(&b.1)),
                Replacement::Improved => kept.max_by(|a, b| a.1.total_cmp(&b.1)),
            };
            if let Some(rival) = rival.filter(|rival| score < rival.1) {
                *rival = (*index, score);
            }
        }
        gather(lights, &chosen[..count])
    }

    /// The lights for the background: those that are everywhere, no others.
    pub fn background(&self, lights: &[SceneLight]) -> LightSelection {
        let mut chosen = [(0, 0.0); MAX_LIGHTS];
        let count = self.everywhere.len().min(MAX_LIGHTS);
        for (slot, index) in chosen.iter_mut().zip(&self.everywhere) {
            slot.0 = *index;
        }
        gather(lights, &chosen[..count])
    }
}

fn gather(lights: &[SceneLight], chosen: &[(u16, f32)]) -> LightSelection {
    let mut selection = LightSelection::default();
    for (index, _) in chosen {
        match lights.get(usize::from(*index)) {
            Some(light) if light.kind == LightKind::Ambient => selection.ambient += light.colour,
            Some(_) => {
                selection.lights[usize::from(selection.count)] = *index;
                selection.count += 1;
            }
            None => {}
        }
    }
    selection
}

#[cfg(test)]
mod tests {
    use wonderwheel_world_streaming::view::camera::GameCamera;

    use super::*;

    const GREY: f32 = 0.227;

    fn ambient() -> SceneLight {
        SceneLight {
            colour: Vec3::splat(GREY),
            ..SceneLight::default()
        }
    }

    fn point(x: f32, radius: f32) -> SceneLight {
        SceneLight {
            kind: LightKind::Point,
            position: Vec3::new(x, 0.0, 10.0),
            radius,
            ..SceneLight::default()
        }
    }

    fn lists(lights: &[SceneLight]) -> LightLists {
        let mut lists = LightLists::default();
        let frustum = GameCamera::default().frustum(115.0);
        lists.cull(lights, Vec3::ZERO, &frustum, 115.0);
        lists
    }

    /// The lights of a sphere of 5 metres in the middle of the picture.
    fn select(lights: &[SceneLight], replacement: Replacement) -> LightSelection {
        let centre = Vec3::new(0.0, 0.0, 10.0);
        lists(lights).select(lights, centre, 5.0, replacement)
    }

    #[test]
    fn twelve_overlapping_point_lights_leave_room_for_one_ambient_and_seven() {
        let lights: Vec<_> = std::iter::once(ambient())
            .chain((0..12).map(|_| point(0.0, 4.0)))
            .collect();
        let selection = select(&lights, Replacement::Faithful);
        assert_eq!(selection.ambient, Vec3::splat(GREY));
        assert_eq!(selection.lights(), [1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_light_that_does_not_touch_the_sphere_is_left_out() {
        let lights = [point(0.0, 2.0), point(7.1, 2.0), point(6.9, 2.0)];
        let selection = select(&lights, Replacement::Improved);
        assert_eq!(
            selection.lights(),
            [0, 2],
            "centres apart by less than 5 + 2"
        );
    }

    #[test]
    fn the_faithful_rule_gives_up_the_best_light_and_the_improved_one_the_worst() {
        // Scores fall with the distance: light 0 is the nearest of the first eight, light 8 nearer still.
        let mut lights: Vec<_> = (0..8).map(|i| point(1.0 + i as f32 * 0.1, 4.0)).collect();
        lights.push(point(0.0, 4.0));
        let faithful = select(&lights, Replacement::Faithful);
        assert_eq!(faithful.lights(), [8, 1, 2, 3, 4, 5, 6, 7]);
        let improved = select(&lights, Replacement::Improved);
        assert_eq!(improved.lights(), [0, 1, 2, 3, 4, 5, 6, 8]);
    }

    #[test]
    fn the_cull_compares_with_a_sum_of_squares() {
        // 0.75 * 115 = 86.25; with radius 20 the reach is sqrt(86.25^2 + 20^2) = 88.54, not 106.25.
        let at = |z: f32| SceneLight {
            position: Vec3::new(0.0, 0.0, z),
            ..point(0.0, 20.0)
        };
        let lights = [at(88.0), at(89.0)];
        assert_eq!(lists(&lights).placed, [0]);
    }

    #[test]
    fn lights_beside_the_picture_or_without_a_radius_are_culled() {
        let at = |x: f32, radius: f32| SceneLight {
            position: Vec3::new(x, 0.0, 10.0),
            ..point(0.0, radius)
        };
        // Half width at 10 m: 6.371. The plane leans, so a sphere of 1 at 8 is wholly outside, at 7 it is not.
        let lights = [at(8.0, 1.0), at(-8.0, 1.0), at(7.0, 1.0), at(0.0, 0.0)];
        assert_eq!(lists(&lights).placed, [2]);
    }

    #[test]
    fn the_background_gets_only_what_is_everywhere() {
        let sun = SceneLight {
            kind: LightKind::Directional,
            direction: -Vec3::Y,
            ..SceneLight::default()
        };
        let lights = [ambient(), point(0.0, 50.0), sun];
        let selection = lists(&lights).background(&lights);
        assert_eq!(
            (selection.ambient, selection.lights()),
            (Vec3::splat(GREY), [2].as_slice())
        );
    }
}
