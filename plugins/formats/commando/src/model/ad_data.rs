//! A register write of a GIF packet, as class files store it.

use crate::record::record;

record! {
    /// A GS register's value with its address, 16 bytes.
    ///
    /// Texture registers do not hold their final bits on disc: TEX0's low word is the class's texture slot, TEX1's low word K,
    /// CLAMP's two words the wrap modes of s and t. Source: spec/commando-assets.md 6.3, 7.2, 8.3.
    #[derive(Copy, Eq, Default)]
    pub struct AdData: u64 = 16 {
        /// Bits 0 to 31 of the value.
        pub low: u32,
        /// Bits 32 to 63.
        pub high: u32,
        /// The register's address.
        pub address: u32,
        /// The quadword's last word, which the GS ignores: formats keep something of their own in it.
        pub extra: u32,
    }
}

impl AdData {
    /// Address of TEX0.
    pub const TEX0: u32 = 0x06;
    /// Address of CLAMP.
    pub const CLAMP: u32 = 0x08;
    /// Address of TEX1.
    pub const TEX1: u32 = 0x14;
    /// Address of MIPTBP1.
    pub const MIP_TBP1: u32 = 0x34;
    /// Address of MIPTBP2.
    pub const MIP_TBP2: u32 = 0x36;

    /// A write without a private word.
    pub const fn new(address: u32, low: u32, high: u32) -> Self {
        Self {
            low,
            high,
            address,
            extra: 0,
        }
    }
}
