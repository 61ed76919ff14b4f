//! Chains: the vertices of a mesh as the PS2 reads them.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::dma::QUADWORD;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;

/// The vertices of one mesh as a DMA source chain with VIF codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chain {
    /// 0: the chain holds reference tags with addresses in quadwords from its first byte; 1: none.
    pub no_references: u32,
    /// The chain's bytes, trailing slack included. Errors of a chain name offsets in the file it was read from.
    pub bytes: KeptBytes,
}

/// Which of the two layouts a chain has. The owner decides, not the bytes. Source: spec/ps2-geometry.md 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainLayout {
    /// The game's own pipelines: 16-bit positions and texture coordinates with scales (part A).
    Packed,
    /// RenderWare's default PS2 pipeline: floats (part B). Only the glow world.
    Default,
}

/// How a chain is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainOptions {
    /// Vertices a batch. Rounded down to what the layout allows (packed strips: 4k + 2).
    pub batch_vertices: u32,
    /// Zero bytes behind the last quadword. The disc's chains end 14 bytes past a quadword.
    pub slack: u32,
    /// Where a packed chain puts vertex count and start code.
    pub form: TagForm,
}

/// Where the ITOP and start codes of a packed batch stand. Source: spec/ps2-geometry.md 4 and 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TagForm {
    /// Form A: an empty tag behind every reference, and the codes in a quadword of their own.
    #[default]
    Separate,
    /// Form B: the codes in the last two words of a tag.
    InTag,
}

impl Default for ChainOptions {
    /// What the game's own pipelines are taken to use: 66 vertices, 126 bytes of slack, form A.
    fn default() -> Self {
        Self {
            batch_vertices: 66,
            slack: 126,
            form: TagForm::Separate,
        }
    }
}

impl ChainOptions {
    /// What RenderWare's default pipeline uses for strips: 68 vertices. Source: spec/ps2-geometry.md 10.
    pub fn for_default_layout() -> Self {
        Self {
            batch_vertices: 68,
            ..Self::default()
        }
    }
}

impl Chain {
    pub(crate) fn read(payload: &mut Cursor<'_>) -> Result<Self> {
        let size = payload.u32()?;
        let no_references = payload.u32()?;
        let size = payload.check_count(u64::from(size), 1).within(|| "chain")?;
        Ok(Self {
            no_references,
            bytes: payload.keep(size)?,
        })
    }

    /// Checks that a chain that draws something has room for a tag. The chain's record stands at `at`.
    pub(crate) fn check_holds(&self, vertices: u32, at: u64) -> Result<()> {
        if vertices == 0 || self.bytes.len() >= QUADWORD {
            return Ok(());
        }
        Err(FormatError::malformed(
            at,
            format!("a chain of {vertices} vertices"),
            format!("{} bytes", self.bytes.len()),
        ))
    }
}
