//! A texture and how it is sampled, as registers say it.

use super::AdData;

/// The texture of a run of triangles and how it is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Material {
    /// Texture slot: an index into the texture list of the class's table entry. Mobys have negative ones too, see
    /// [`Material::NO_TEXTURE`]. Source: spec/commando-assets.md 1, 8.3.
    pub slot: i32,
    /// Whether s, and whether t, is clamped to the texture's edge instead of repeated.
    pub clamp: [bool; 2],
    /// K of TEX1: which mip level a depth asks for; see [`super::mip_k`].
    pub k: u16,
}

impl Material {
    /// Slot of a moby's triangles without a texture.
    pub const NO_TEXTURE: i32 = -1;
    /// Slot of a moby's triangles with the level's chrome map.
    pub const CHROME: i32 = -2;
    /// Slot of a moby's triangles with the level's glass map.
    pub const GLASS: i32 = -3;

    /// From the registers of a file.
    pub fn from_registers(tex0: &AdData, tex1: &AdData, clamp: &AdData) -> Self {
        Self {
            slot: tex0.low as i32,
            clamp: [clamp.low != 0, clamp.high != 0],
            k: tex1.low as u16,
        }
    }

    /// TEX0 as files hold it: the class's texture slot.
    pub fn tex0(&self) -> AdData {
        AdData::new(AdData::TEX0, self.slot as u32, 0)
    }

    /// TEX1 as files hold it: K, and 4 (trilinear filtering) above it.
    pub fn tex1(&self) -> AdData {
        AdData::new(AdData::TEX1, u32::from(self.k), 4)
    }

    /// CLAMP as files hold it: 1 where s, and where t, is clamped.
    pub fn clamp(&self) -> AdData {
        let [s, t] = self.clamp.map(u32::from);
        AdData::new(AdData::CLAMP, s, t)
    }
}
