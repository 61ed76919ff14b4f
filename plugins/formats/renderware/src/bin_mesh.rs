//! Mesh plugin 0x50E: which vertices use which material.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::section;

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
    /// Three words in front of the meshes.
    pub(crate) const HEADER_BYTES: u64 = 12;

    /// Whether the meshes are triangle strips.
    pub fn is_strip(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Reads the plugin's payload. With `native`, no indices follow the counts.
    pub(crate) fn read_payload(payload: &mut Cursor<'_>, native: bool) -> Result<Self> {
        let flags = payload.u32()?;
        let mesh_count = payload.u32()?;
        let total_at = payload.offset();
        let total = payload.u32()?;
        let mesh_count = section::bounded(payload, "meshes", u64::from(mesh_count), 8)
            .within(|| "mesh count")?;
        let meshes = section::list(payload, "mesh", mesh_count, |payload| {
            Mesh::read(payload, native)
        })?;
        let counts = meshes.iter().map(|mesh| u64::from(mesh.vertex_count));
        let sum: u64 = counts.sum();
        if sum != u64::from(total) {
            return Err(FormatError::malformed(
                total_at,
                format!("a total of {sum} indices"),
                total,
            ));
        }
        Ok(Self { flags, meshes })
    }

    /// Appends the plugin's payload.
    pub(crate) fn write_payload(&self, out: &mut Vec<u8>) {
        let total = self
            .meshes
            .iter()
            .fold(0u32, |sum, mesh| sum.wrapping_add(mesh.vertex_count));
        let words = [self.flags, self.meshes.len() as u32, total];
        out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        for mesh in &self.meshes {
            out.extend(mesh.vertex_count.to_le_bytes());
            out.extend(mesh.material.to_le_bytes());
            out.extend(mesh.indices.iter().flat_map(|index| index.to_le_bytes()));
        }
    }

    /// Checks that every mesh names a material of a list of `materials` entries. The plugin's payload begins at `payload`.
    pub(crate) fn check_materials(&self, materials: usize, base: u32, payload: u64) -> Result<()> {
        let mut record = payload + Self::HEADER_BYTES;
        for (i, mesh) in self.meshes.iter().enumerate() {
            if u64::from(mesh.material) + u64::from(base) >= materials as u64 {
                return Err(FormatError::malformed(
                    record + 4,
                    format!("a material below {materials}"),
                    u64::from(mesh.material) + u64::from(base),
                )
                .within(format!("mesh[{i}]")));
            }
            record += mesh.stored_bytes();
        }
        Ok(())
    }
}

impl Mesh {
    /// Two words, then the indices.
    pub(crate) fn stored_bytes(&self) -> u64 {
        8 + 4 * self.indices.len() as u64
    }

    fn read(payload: &mut Cursor<'_>, native: bool) -> Result<Self> {
        let at = payload.offset();
        let vertex_count = payload.u32()?;
        section::check_vertices(payload, vertex_count, at)?;
        let material = payload.u32()?;
        let mut indices = Vec::new();
        if !native {
            let bytes = payload.check_count(u64::from(vertex_count), 4)? * 4;
            let (words, _) = payload.take(bytes)?.as_chunks::<4>();
            indices.extend(words.iter().map(|word| u32::from_le_bytes(*word)));
        }
        Ok(Self {
            material,
            vertex_count,
            indices,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn read(bytes: &[u8], native: bool) -> Result<BinMesh> {
        crate::section::whole(&mut Cursor::new(bytes), |payload| {
            BinMesh::read_payload(payload, native)
        })
    }

    #[test]
    fn a_native_mesh_takes_eight_bytes_a_mesh_and_no_indices() {
        let bytes = words(&[1, 2, 834, 417, 0, 417, 1]);
        let bin_mesh = read(&bytes, true).unwrap();
        assert!(bin_mesh.is_strip());
        assert_eq!(bin_mesh.meshes.len(), 2);
        assert_eq!(bin_mesh.meshes[1].material, 1);
        let mut out = Vec::new();
        bin_mesh.write_payload(&mut out);
        assert_eq!(out, bytes);
        assert!(
            read(&words(&[1, 1, 1, 1, 0, 9]), true).is_err(),
            "bytes follow"
        );
    }

    #[test]
    fn a_plain_mesh_is_followed_by_its_indices() {
        let bytes = words(&[0, 1, 3, 3, 0, 2, 1, 0]);
        let bin_mesh = read(&bytes, false).unwrap();
        assert_eq!(bin_mesh.meshes[0].indices, [2, 1, 0]);
        let mut out = Vec::new();
        bin_mesh.write_payload(&mut out);
        assert_eq!(out, bytes);
    }

    #[test]
    fn totals_counts_and_materials_are_checked() {
        let total = read(&words(&[1, 1, 4, 3, 0]), true).unwrap_err();
        assert_eq!(total.offset(), 8);
        assert!(read(&words(&[1, 0x4000_0000, 0]), true).is_err());
        assert!(read(&words(&[0, 1, 0xFFFF_FFFF, 0xFFFF_FFFF, 0]), false).is_err());
        let bin_mesh = read(&words(&[1, 1, 3, 3, 2]), true).unwrap();
        assert_eq!(
            bin_mesh.check_materials(2, 0, 0x100).unwrap_err().offset(),
            0x100 + 12 + 4
        );
        let bin_mesh = read(&words(&[0, 2, 4, 3, 1, 7, 7, 7, 1, 2, 7]), false).unwrap();
        assert_eq!(
            bin_mesh.check_materials(2, 0, 0).unwrap_err().offset(),
            12 + 20 + 4
        );
        let bin_mesh = read(&words(&[1, 1, 3, 3, 2]), true).unwrap();
        assert!(bin_mesh.check_materials(3, 0, 0).is_ok());
        assert!(bin_mesh.check_materials(3, 1, 0).is_err());
    }
}
