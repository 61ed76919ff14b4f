//! The quad that stands for a shrub far away.

use crate::bounds::RAW_PER_UNIT;
use crate::model::AdData;
use crate::record::record;

record! {
    /// A shrub's billboard, 0x40 bytes. Lengths are raw as positions are: times the class's scale they are 1,024ths of class space.
    ///
    /// Source: spec/commando-assets.md 7.3.
    #[derive(Default)]
    pub struct Billboard: u64 = 0x40 {
        /// Where the mesh begins to give way to it, world units; see [`Billboard::fade_start`].
        pub fade_distance: f32 as plain,
        /// Width.
        pub width: f32 as plain,
        /// Height.
        pub height: f32 as plain,
        /// Height of its bottom edge above the instance.
        pub z_offset: f32 as plain,
        /// TEX1 with K.
        pub tex1: AdData,
        /// TEX0; its low word is 1 to 4 on disc.
        pub tex0: AdData,
        /// MIPTBP1.
        pub mip_tbp1: AdData,
    }
}

/// A billboard's quad in the world, upright and turned about z to the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedBillboard {
    /// Width, world units.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Its bottom edge above the instance's position.
    pub bottom: f32,
}

/// How much of a shrub's two forms is seen, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fade {
    /// Opacity of the mesh.
    pub mesh: f32,
    /// Opacity of the billboard.
    pub billboard: f32,
}

/// World units over which one form gives way to the other, or the mesh to nothing.
const FADE_LENGTH: f32 = 8.0;

impl Billboard {
    /// A billboard with its registers. Lengths are in class space: [`Self::placed`] gives them back under an instance that does
    /// not stretch.
    pub fn new(
        fade_distance: f32,
        [width, height, z_offset]: [f32; 3],
        scale: f32,
        k: u16,
    ) -> Self {
        let raw = |length: f32| length * RAW_PER_UNIT / scale;
        Self {
            fade_distance,
            width: raw(width),
            height: raw(height),
            z_offset: raw(z_offset),
            tex1: AdData::new(AdData::TEX1, u32::from(k), 4),
            tex0: AdData::new(AdData::TEX0, 1, 0),
            mip_tbp1: AdData::new(AdData::MIP_TBP1, 0, 0),
        }
    }

    /// Whole world units at which the mesh begins to fade: 0 to 255, and 0 for a shrub without a mesh to see.
    pub fn fade_start(&self) -> f32 {
        // Quirk: the whole number's low byte, so that 256 is 0. Source: spec/commando-assets.md 7.3.
        (self.fade_distance as i32 & 0xFF) as f32
    }

    /// The quad under an instance's matrix, whose first three columns are given. Source: spec/commando-assets.md 7.3.
    pub fn placed(&self, scale: f32, columns: [[f32; 3]; 3]) -> PlacedBillboard {
        let [across, along, up] = columns.map(|[x, y, z]| (x * x + y * y + z * z).sqrt());
        let unit = scale / RAW_PER_UNIT;
        PlacedBillboard {
            width: self.width * (across + along) / 2.0 * unit,
            height: self.height * up * unit,
            bottom: self.z_offset * up * unit,
        }
    }
}

/// What is seen of a shrub at `distance` with an instance's `draw_distance`, all in world units.
///
/// With a billboard the mesh is whole up to [`Billboard::fade_start`] and has given way to it 8 units later. Without one
/// it fades out over the last 8 units before the draw distance. Source: spec/commando-assets.md 7.3.
pub fn fade(billboard: Option<&Billboard>, draw_distance: f32, distance: f32) -> Fade {
    let start = billboard.map(Billboard::fade_start);
    let farthest = draw_distance
        .max(16.0)
        .max(start.map_or(0.0, |start| start + 24.0));
    let opacity = |gone_at: f32| ((gone_at - distance) / FADE_LENGTH).clamp(0.0, 1.0);
    if distance > farthest {
        return Fade {
            mesh: 0.0,
            billboard: 0.0,
        };
    }
    match start {
        None => Fade {
            mesh: opacity(farthest),
            billboard: 0.0,
        },
        Some(0.0) => Fade {
            mesh: 0.0,
            billboard: 1.0,
        },
        Some(start) => {
            let mesh = opacity(start + FADE_LENGTH);
            Fade {
                mesh,
                billboard: 1.0 - mesh,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn billboard(fade_distance: f32) -> Billboard {
        Billboard::new(fade_distance, [4.0, 6.0, -1.0], 2.0, 0)
    }

    fn seen(billboard: Option<&Billboard>, draw_distance: f32, distance: f32) -> [f32; 2] {
        let fade = fade(billboard, draw_distance, distance);
        [fade.mesh, fade.billboard]
    }

    #[test]
    fn the_mesh_gives_way_to_the_billboard_over_eight_units() {
        let far = billboard(40.9);
        let rows = [
            (0.0, 1.0),
            (40.0, 1.0),
            (44.0, 0.5),
            (48.0, 0.0),
            (99.0, 0.0),
        ];
        for (distance, mesh) in rows {
            assert_eq!(seen(Some(&far), 100.0, distance), [mesh, 1.0 - mesh]);
        }
        assert_eq!(seen(Some(&far), 100.0, 101.0), [0.0, 0.0]);
        // Drawn 24 units beyond the fade's start at least.
        assert_eq!(seen(Some(&far), 20.0, 64.0), [0.0, 1.0]);
        assert_eq!(seen(Some(&far), 20.0, 65.0), [0.0, 0.0]);
    }

    #[test]
    fn without_a_billboard_the_mesh_fades_out_before_the_draw_distance() {
        let rows = [(91.0, 1.0), (92.0, 1.0), (96.0, 0.5), (100.0, 0.0)];
        for (distance, mesh) in rows {
            assert_eq!(seen(None, 100.0, distance), [mesh, 0.0]);
        }
        // Sixteen units at least.
        assert_eq!(seen(None, 3.0, 12.0), [0.5, 0.0]);
    }

    #[test]
    fn a_fade_distance_of_256_means_no_mesh_at_all() {
        assert_eq!(billboard(256.5).fade_start(), 0.0);
        assert_eq!(seen(Some(&billboard(256.5)), 100.0, 0.0), [0.0, 1.0]);
        assert_eq!(billboard(300.0).fade_start(), 44.0);
    }

    #[test]
    fn a_billboard_is_stretched_by_its_instance_s_axes() {
        let columns = [[1.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.5]];
        // 4 * (1 + 3) / 2; 6 * 0.5; -1 * 0.5.
        let placed = billboard(10.0).placed(2.0, columns);
        assert_eq!(
            [placed.width, placed.height, placed.bottom],
            [8.0, 3.0, -0.5]
        );
    }
}
