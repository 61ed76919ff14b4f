//! A tie's material.

use crate::model::{AdData, Material};
use crate::record::record;

record! {
    /// The registers of a material, 0x50 bytes; ordered otherwise than those of terrain. Source: spec/commando-assets.md 6.3.
    #[derive(Copy, Eq, Default)]
    pub struct TieAdGif: u64 = 0x50 {
        /// TEX0; its low word is the texture slot.
        pub tex0: AdData,
        /// TEX1 with K.
        pub tex1: AdData,
        /// MIPTBP1.
        pub mip_tbp1: AdData,
        /// CLAMP with the wrap modes.
        pub clamp: AdData,
        /// MIPTBP2.
        pub mip_tbp2: AdData,
    }
}

impl TieAdGif {
    /// The registers of a material.
    pub fn new(material: &Material) -> Self {
        Self {
            tex0: material.tex0(),
            tex1: material.tex1(),
            mip_tbp1: AdData::new(AdData::MIP_TBP1, 0, 0),
            clamp: material.clamp(),
            mip_tbp2: AdData::new(AdData::MIP_TBP2, 0, 0),
        }
    }

    /// What they say about the texture.
    pub fn material(&self) -> Material {
        Material::from_registers(&self.tex0, &self.tex1, &self.clamp)
    }
}
