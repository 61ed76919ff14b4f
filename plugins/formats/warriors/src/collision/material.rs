//! What a triangle is made of.

/// Number of a material in the game's table of 191. Names are known for some of them. Source: spec/collision.md 3.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Material(pub u8);

impl Material {
    /// Materials of the game's table.
    pub const COUNT: u8 = 191;
    /// What a query that met nothing reports, and what ends an exclusion list.
    pub const NONE: Self = Self(1);
    /// Also what footsteps sound like where nothing else is said.
    pub const CONCRETE: Self = Self(5);
    /// A street.
    pub const ASPHALT: Self = Self(6);
    /// Cameras look over it.
    pub const LOW_FENCE: Self = Self(30);
    /// Cameras look through it.
    pub const CHAINLINK_NOCLIMB: Self = Self(107);
    /// Cameras look through it.
    pub const RAILING: Self = Self(122);

    /// The materials that every cast of the follow camera passes through. Source: spec/collision.md 3.3, 5.1.
    pub const CAMERA_EXCLUSIONS: [Self; 3] =
        [Self::LOW_FENCE, Self::RAILING, Self::CHAINLINK_NOCLIMB];

    /// The name in the game's table, where it is known, spelled as there.
    pub fn name(self) -> Option<&'static str> {
        Some(match self.0 {
            0 => "undefined",
            1 => "NONE",
            2 => "GLASS",
            3 => "STEEL",
            4 => "ALUMINIUM",
            5 => "CONCRETE",
            6 => "ASHPHALT",
            7 => "LAMPOST",
            30 => "LOW_FENCE",
            35 => "GRASS",
            36 => "DIRT",
            107 => "CHAINLINK_NOCLIMB",
            122 => "RAILING",
            186 => "SAND",
            187 => "STOREDOOR_GLASS",
            188 => "PUNCHING_BAG",
            189 => "FOAMHAND",
            190 => "SALAMI",
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_pass_through_the_three_kinds_of_fence() {
        let names = Material::CAMERA_EXCLUSIONS.map(|material| material.name().unwrap());
        assert_eq!(names, ["LOW_FENCE", "RAILING", "CHAINLINK_NOCLIMB"]);
        assert_eq!(Material::CAMERA_EXCLUSIONS.map(|id| id.0), [30, 122, 107]);
        assert_eq!(Material(Material::COUNT).name(), None);
    }
}
