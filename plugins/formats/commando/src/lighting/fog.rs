//! Fog over distance.

/// The fog of a level's settings.
///
/// How the two intensities spread over distance is inferred: linear in view depth, as the Graphics Synthesizer's fog factor.
/// Source: spec/commando-lighting.md 8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// View depth where it begins, in world units.
    pub near: f32,
    /// View depth from which it grows no thicker.
    pub far: f32,
    /// Factor up to `near`; 255 is none.
    pub near_intensity: f32,
    /// Factor from `far` on.
    pub far_intensity: f32,
}

impl Fog {
    /// The Graphics Synthesizer's fog factor F at a view depth: the part, in 255ths, that a pixel keeps of its own colour.
    pub fn factor(&self, depth: f32) -> u8 {
        let span = self.far - self.near;
        let part = if span > 0.0 {
            ((depth - self.near) / span).clamp(0.0, 1.0)
        } else if depth < self.far {
            0.0
        } else {
            1.0
        };
        // A conversion keeps to the byte's range, and takes not-a-number for 0.
        (self.near_intensity + (self.far_intensity - self.near_intensity) * part) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_is_linear_between_near_and_far() {
        let fog = Fog {
            near: 10.0,
            far: 30.0,
            near_intensity: 255.0,
            far_intensity: 55.0,
        };
        let factors = [0.0, 10.0, 20.0, 30.0, 99.0].map(|depth| fog.factor(depth));
        assert_eq!(factors, [255, 255, 155, 55, 55]);
    }

    #[test]
    fn fog_without_an_extent_is_a_step() {
        let fog = Fog {
            near: 5.0,
            far: 5.0,
            near_intensity: 255.0,
            far_intensity: 0.0,
        };
        assert_eq!([4.0, 5.0].map(|depth| fog.factor(depth)), [255, 0]);
    }
}
