//! Native data 0x510: one DMA chain a mesh.
//!
//! What a chain decodes to depends on its layout: see [`packed_chain`](crate::packed_chain) and
//! [`default_chain`](crate::default_chain), whose items are also reachable here.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::bin_mesh::Mesh;
use crate::section::{self, SectionHeader, id};
use crate::stamp;

pub use crate::chain::{Chain, ChainLayout, ChainOptions, TagForm};
pub use crate::default_chain::{FloatMesh, decode_default, encode_default};
pub use crate::packed_chain::{PackedBatch, PackedMesh, PackedSink, decode_packed, encode_packed};

/// Section 0x510. Source: spec/renderware.md 8.3.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NativeData {
    /// The size field of the inner struct header. Not to be trusted; kept so that writing gives the same bytes.
    pub inner_size: u32,
    /// One chain a mesh, in mesh-plugin order.
    pub chains: Vec<Chain>,
    /// What follows the platform word when there are no meshes (streamed-world sectors); otherwise empty.
    pub opaque: Vec<u8>,
}

/// RenderWare's platform number of the PlayStation 2.
const PLATFORM_PS2: u32 = 4;

impl NativeData {
    /// Native data of these chains, with a truthful inner size.
    pub fn new(chains: Vec<Chain>) -> Self {
        let records: usize = chains.iter().map(|chain| 8 + chain.bytes.len()).sum();
        Self {
            inner_size: u32::try_from(4 + records).unwrap_or(u32::MAX),
            chains,
            opaque: Vec::new(),
        }
    }

    /// Reads the section's payload. The number of meshes comes from the mesh plugin.
    pub(crate) fn read_payload(payload: &mut Cursor<'_>, meshes: &[Mesh]) -> Result<Self> {
        let mesh_count = meshes.len();
        let at = payload.offset();
        let found = payload.u32()?;
        if found != id::STRUCT {
            return Err(FormatError::malformed(
                at,
                "a struct header",
                format!("section id {found:#x}"),
            ));
        }
        // Quirk: the struct's size is larger than its parent in part files, so it is kept and never used.
        let inner_size = payload.u32()?;
        payload.u32()?;
        let at = payload.offset();
        let platform = payload.u32()?;
        if platform != PLATFORM_PS2 {
            return Err(FormatError::unsupported(
                at,
                format!("native data of platform {platform}"),
            ));
        }
        if mesh_count == 0 {
            return Ok(Self {
                inner_size,
                chains: Vec::new(),
                opaque: payload.take(payload.remaining())?.to_vec(),
            });
        }
        payload
            .check_count(mesh_count as u64, 8)
            .within(|| "mesh count")?;
        let mut counts = meshes.iter().map(|mesh| mesh.vertex_count);
        let chains = section::list(payload, "mesh", mesh_count, |payload| {
            let at = payload.offset();
            let chain = Chain::read(payload)?;
            chain.check_holds(counts.next().unwrap_or(0), at)?;
            Ok(chain)
        })?;
        Ok(Self {
            inner_size,
            chains,
            opaque: Vec::new(),
        })
    }

    /// Appends the section's payload.
    pub(crate) fn write_payload(&self, out: &mut Vec<u8>) {
        for word in [id::STRUCT, self.inner_size, stamp::STAMP, PLATFORM_PS2] {
            out.extend(word.to_le_bytes());
        }
        for chain in &self.chains {
            out.extend((chain.bytes.len() as u32).to_le_bytes());
            out.extend(chain.no_references.to_le_bytes());
            out.extend_from_slice(&chain.bytes);
        }
        out.extend_from_slice(&self.opaque);
    }

    /// Bytes in front of the first mesh record.
    pub const HEADER_BYTES: usize = SectionHeader::BYTES + 4;
}
