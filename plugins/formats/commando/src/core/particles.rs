//! Textures of particles and effects, and the frames of particles. Source: spec/commando-container.md 7.5.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::outline::Node;

use super::texture_entry::sized;
use crate::range::span;
use crate::record::{all, record};

record! {
    /// A texture of a particle: 256 colours of 4 bytes and palette indices, both in the particle bank.
    #[derive(Copy, Eq, Default)]
    pub struct ParticleTexture: usize = 0x10 {
        /// The palette, from the particle bank on.
        pub palette: i32,
        /// 0.
        pub zero: i32,
        /// The palette indices, from the particle bank on.
        pub pixels: i32,
        /// Texels of a side; they are square.
        pub side: i32 as plain,
    }

    /// A texture of an effect, in the effect bank. All fields are -1 when it is absent.
    #[derive(Copy, Eq, Default)]
    pub struct EffectTexture: usize = 0x10 {
        /// The palette, from the effect bank on.
        pub palette: i32,
        /// The palette indices, from the effect bank on.
        pub pixels: i32,
        /// Texels.
        pub width: i32,
        /// Texels.
        pub height: i32,
    }
}

impl ParticleTexture {
    pub(super) fn node(&self) -> Node {
        let mut node = Node::new(0, 0, "texture");
        self.show(&mut node);
        node
    }
}

impl EffectTexture {
    pub(super) fn node(&self) -> Node {
        sized("texture", self.width, self.height)
    }

    /// Whether there is one.
    pub fn is_present(&self) -> bool {
        self.pixels >= 0 && self.palette >= 0
    }
}

/// Lists of the textures that a particle shows one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ParticleDefinitions {
    /// For each particle where its list stands, from the definitions' start on; 0 when it is unused.
    pub offsets: Vec<i32>,
    /// Where the texture indices begin, from the definitions' start on.
    pub indices_offset: i32,
    /// Texture indices of all lists.
    pub indices: Vec<u8>,
}

impl ParticleDefinitions {
    /// Reads what [`super::CoreHeader::particle_definitions`] leads to.
    ///
    /// # Errors
    /// `Malformed` when it is cut short; `Limit` when there are too many particles.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let count = cursor.u32().within(|| "particle count")?;
        let _zero = cursor.u32()?;
        let (indices_offset, size) = (cursor.i32()?, cursor.i32()?);
        let count = cursor
            .check_count(u64::from(count), 4)
            .within(|| "particles")?;
        cursor.limits().check_items("particles", count as u64, 0)?;
        let offsets = all(cursor.take(4 * count)?).collect();
        let indices = span(indices_offset.into(), size.into(), bytes.len())
            .within(|| "particle texture indices")?;
        Ok(Self {
            offsets,
            indices_offset,
            indices: bytes.get(indices).unwrap_or_default().to_vec(),
        })
    }
}
