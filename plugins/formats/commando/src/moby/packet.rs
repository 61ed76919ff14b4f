//! A packet: its table entry, its VIF list, its vertices.

use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::{MetalTable, MobyVifList, VertexForm, VertexTable};
use crate::model::layout::{Image, Pieces};
use crate::record::record;

record! {
    /// An entry of the packet table. Source: spec/commando-assets.md 8.2.
    #[derive(Copy, Eq, Default)]
    pub struct MobyPacketEntry: u64 = 16 {
        /// Offset of the VIF list.
        pub vif_list_offset: u32,
        /// Its quadwords.
        pub vif_list_quadwords: u16,
        /// Quadwords from its end back to the one that holds the texture UNPACK, 0 for none.
        pub texture_position: u16,
        /// Offset of the vertex table, which follows the list.
        pub vertex_offset: u32,
        /// Quadwords of the vertex table.
        pub vertex_quadwords: u8,
        /// Quadwords of six bytes a vertex: (15 + 6 * vertices) / 16.
        pub size_d: u8,
        /// Words of a byte a vertex: (3 + vertices) / 4.
        pub size_e: u8,
        /// Vertices, duplicates included.
        pub vertex_count: u8,
    }
}

/// One buffer's worth of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MobyPacket {
    /// Its entry in the table.
    pub entry: MobyPacketEntry,
    /// Texture coordinates, indices and textures.
    pub list: MobyVifList,
    /// Vertices.
    pub vertices: MobyVertices,
}

/// The vertices of a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MobyVertices {
    /// Of the levels and optional parts.
    Skinned(VertexTable),
    /// Of reflecting parts.
    Metal(MetalTable),
}

impl MobyVertices {
    /// Vertices, duplicates included.
    pub fn len(&self) -> usize {
        match self {
            Self::Skinned(table) => table.vertices.len() + table.duplicates.len(),
            Self::Metal(table) => table.vertices.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl MobyPacket {
    pub(super) fn read(
        pieces: &mut Pieces<'_>,
        entry: MobyPacketEntry,
        is_metal: bool,
        form: VertexForm,
    ) -> Result<Self> {
        let size = 16 * u64::from(entry.vif_list_quadwords);
        let list = pieces
            .take(entry.vif_list_offset.into(), size)
            .within(|| "list")?;
        let list = MobyVifList::read(list).within(|| "list")?;
        let at = u64::from(entry.vertex_offset);
        let vertices = if is_metal {
            MetalTable::read(pieces, at).map(MobyVertices::Metal)
        } else {
            VertexTable::read(pieces, at, entry.vertex_quadwords, form).map(MobyVertices::Skinned)
        };
        Ok(Self {
            entry,
            list,
            vertices: vertices.within(|| "vertex table")?,
        })
    }

    pub(super) fn put(&self, image: &mut Image) -> Result<()> {
        let entry = &self.entry;
        let list = self.list.bytes()?;
        let size = 16 * usize::from(entry.vif_list_quadwords);
        if list.len() != size {
            return Err(FormatError::malformed(
                entry.vif_list_offset.into(),
                format!("a list of {size} bytes, as its entry says"),
                list.len(),
            ));
        }
        image.put(entry.vif_list_offset.into(), &list)?;
        let at = entry.vertex_offset.into();
        match &self.vertices {
            MobyVertices::Skinned(table) => table.put(image, at, entry.vertex_quadwords),
            MobyVertices::Metal(table) => table.put(image, at),
        }
    }
}
