//! What places ties, shrubs and mobys. Positions are world units, Z up. Source: spec/commando-assets.md 9.2 to 9.4.

use crate::record::record;

record! {
    /// A tie in the world, 0x60 bytes.
    #[derive(Copy, Default)]
    pub struct TieInstance: usize = 0x60 {
        /// The class's number, no index.
        pub class: i32,
        /// How far it is drawn, in world units.
        pub draw_distance: i32,
        /// 0.
        pub unknown_8: i32,
        /// Its number in the occlusion mappings.
        pub occlusion_index: i32,
        /// Four columns; see [`Self::world_from_tie`].
        pub matrix: [[f32; 4]; 4],
        /// Which of the light bank's sets lights it.
        pub light: i32,
        /// Its own number.
        pub uid: i32,
        /// 0.
        pub unknown_58: [i32; 2],
    }
}

impl TieInstance {
    /// The columns of the matrix from the class's axes to the world's.
    ///
    /// Quirk: the last element holds 0.01 or 0 on the disc, and means 1.
    pub fn world_from_tie(&self) -> [[f32; 4]; 4] {
        with_unit_corner(self.matrix)
    }
}

record! {
    /// A shrub in the world, 0x70 bytes. It has no number of its own.
    #[derive(Copy, Default)]
    pub struct ShrubInstance: usize = 0x70 {
        /// The class's number, no index.
        pub class: i32,
        /// How far it is drawn, in world units.
        pub draw_distance: f32,
        /// 0.
        pub unknown_8: [i32; 2],
        /// Four columns; see [`Self::world_from_shrub`].
        pub matrix: [[f32; 4]; 4],
        /// Red, green, blue, 0 to 255.
        pub colour: [i32; 3],
        /// 0.
        pub unknown_5c: i32,
        /// Which of the light bank's sets lights it.
        pub light: i32,
        /// 0.
        pub unknown_64: [i32; 3],
    }
}

impl ShrubInstance {
    /// As [`TieInstance::world_from_tie`].
    pub fn world_from_shrub(&self) -> [[f32; 4]; 4] {
        with_unit_corner(self.matrix)
    }
}

record! {
    /// A moby where it is made, 0x88 bytes.
    #[derive(Copy, Default)]
    pub struct MobyInstance: usize = 0x88 {
        /// 0x88.
        pub size: i32,
        /// The mission that it belongs to.
        pub mission: i32,
        /// Unknown.
        pub unknown_8: [i32; 2],
        /// Its own number.
        pub uid: i32,
        /// Bolts that it is worth.
        pub bolts: i32,
        /// Unknown.
        pub unknown_18: [i32; 4],
        /// The class's number, no index.
        pub class: i32,
        /// Times the class's own scale.
        pub scale: f32,
        /// How far it is drawn, in world units.
        pub draw_distance: i32,
        /// How far it lives, in world units.
        pub update_distance: i32,
        /// 32 and 64.
        pub unknown_38: [i32; 2],
        /// Where.
        pub position: [f32; 3],
        /// Angles about x, y and z in radians; x is turned first.
        pub rotation: [f32; 3],
        /// Its group; -1 for none.
        pub group: i32,
        /// Whether it stays near its place.
        pub is_rooted: i32,
        /// How near.
        pub rooted_distance: f32,
        /// Unknown.
        pub unknown_64: i32,
        /// Its variables; -1 for none.
        pub pvar_index: i32,
        /// See [`Self::has_mapping`].
        pub occlusion: i32,
        /// Flags.
        pub mode_bits: i32,
        /// Red, green, blue, 0 to 255.
        pub colour: [i32; 3],
        /// Which of the light bank's sets lights it.
        pub light: i32,
        /// Unknown.
        pub unknown_84: i32,
    }
}

impl MobyInstance {
    /// What a record's first word says.
    pub const SIZE: i32 = 0x88;

    /// Whether the occlusion mappings have a record for it; others are seen from everywhere.
    pub fn has_mapping(&self) -> bool {
        self.occlusion == 0
    }

    /// The columns of the matrix from the class's axes to the world's: scaled, turned about x, then y, then z, moved.
    pub fn world_from_moby(&self) -> [[f32; 4]; 4] {
        let [(sx, cx), (sy, cy), (sz, cz)] = self.rotation.map(f32::sin_cos);
        let [x, y, z] = self.position;
        let column = |column: [f32; 3]| {
            let [x, y, z] = column.map(|value| value * self.scale);
            [x, y, z, 0.0]
        };
        [
            column([cz * cy, sz * cy, -sy]),
            column([cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx]),
            column([cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx]),
            [x, y, z, 1.0],
        ]
    }
}

fn with_unit_corner([x, y, z, [tx, ty, tz, _]]: [[f32; 4]; 4]) -> [[f32; 4]; 4] {
    [x, y, z, [tx, ty, tz, 1.0]]
}
