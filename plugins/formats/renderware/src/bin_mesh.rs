//! Mesh plugin 0x50E: which vertices use which material.

/// The mesh plugin. Source: spec/renderware.md 8.2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BinMesh {
    /// Word 0: 1 = triangle strips, 0 = lists. Kept as stored.
    pub flags: u32,
    /// The meshes, in drawing order.
    pub meshes: Vec<Mesh>,
}

/// One mesh: the vertices of one strip or list, drawn with one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mesh {
    /// Index into the geometry's (or the world's) material list.
    pub material: u32,
    /// Vertices of the strip or list.
    pub vertex_count: u32,
    /// Vertex indices; empty for native geometry, whose chains hold the vertices in order.
    pub indices: Vec<u32>,
}

impl BinMesh {
    /// Whether the meshes are triangle strips.
    pub fn is_strip(&self) -> bool {
        self.flags & 1 != 0
    }
}
