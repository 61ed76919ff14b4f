//! Entries of the texture tables and of the GS memory table.

use std::fmt::Display;

use wonderwheel_ps2::outline::Node;

use crate::record::record;

record! {
    /// Where a texture's mip levels and palette are. Source: spec/commando-container.md 7.3.
    #[derive(Copy, Eq, Default)]
    pub struct TextureEntry: usize = 0x10 {
        /// Level 0, from the texture base on; for resident textures from the resident area on.
        pub data_offset: i32 as hex,
        /// Texels of level 0.
        pub width: i16,
        /// Texels of level 0.
        pub height: i16,
        /// How many mip levels it is said to have. Whether one is there shows in its place alone.
        pub level_count: i16 as plain "levels",
        /// The palette's place in the GS memory image, in units of 0x100 bytes, as the next two.
        pub palette: i16 as plain,
        /// Mip level 2; -1 when there is none.
        pub level_2: i16 as plain,
        /// Mip level 3; -1 when there is none.
        pub level_3: i16 as plain,
    }

    /// Where a billboard's mip levels and palette are, all of them in the GS memory image. Source: spec/commando-container.md 7.1.
    #[derive(Copy, Eq, Default)]
    pub struct BillboardTexture: usize = 0x10 {
        /// Texels of level 0; 0 when the class has no billboard.
        pub width: i16,
        /// Texels of level 0.
        pub height: i16,
        /// Mip levels.
        pub level_count: i16,
        /// The palette's place in units of 0x100 bytes, as the others.
        pub palette: i16,
        /// Level 0.
        pub pixels: i16,
        /// Levels 1 to 3; 0 when unused.
        pub mips: [i16; 3],
    }

    /// Something in the GS memory image. Source: spec/commando-container.md 7.4.
    #[derive(Copy, Eq, Default)]
    pub struct GsRamEntry: usize = 0x10 {
        /// Its pixel format; see [`PixelFormat`].
        pub psm: i32 as hex "format",
        /// 0 for palettes.
        pub width: i16,
        /// 0 for palettes.
        pub height: i16,
        /// Byte in the image.
        pub address: i32 as hex,
        /// The same again; for resident textures from the resident area on.
        pub offset: i32,
    }
}

/// An entry of that size for people, wherever it stands.
pub(super) fn sized(name: &'static str, width: impl Display, height: impl Display) -> Node {
    let mut node = Node::new(0, 0, name);
    node.field("size", format_args!("{width} x {height}"));
    node
}

impl TextureEntry {
    pub(super) fn node(&self) -> Node {
        let mut node = sized("texture", self.width, self.height);
        self.show(&mut node);
        node
    }
}

impl GsRamEntry {
    pub(super) fn node(&self) -> Node {
        let mut node = sized("object", self.width, self.height);
        self.show(&mut node);
        node
    }

    /// What it is, if that is known.
    pub fn format(&self) -> Option<PixelFormat> {
        match self.psm {
            0 => Some(PixelFormat::Palette32),
            1 => Some(PixelFormat::Palette16),
            0x13 => Some(PixelFormat::Image8),
            _ => None,
        }
    }
}

/// What an entry of the GS memory table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// 256 colours of 4 bytes, 0x400 bytes.
    Palette32,
    /// Colours of 2 bytes; no file has been seen with one.
    Palette16,
    /// Palette indices.
    Image8,
}

impl PixelFormat {
    /// As the GS numbers it.
    pub fn psm(self) -> i32 {
        match self {
            Self::Palette32 => 0,
            Self::Palette16 => 1,
            Self::Image8 => 0x13,
        }
    }
}
