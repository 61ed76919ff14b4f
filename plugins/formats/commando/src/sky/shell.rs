//! Shells as stored: clusters in flat arrays.

use wonderwheel_ps2::error::{FormatError, Result};

use crate::places::fit;
use crate::record::record;

/// A shell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shell {
    /// 0 of a textured shell, anything else of a coloured one.
    pub flags: i32,
    /// 0x08: 0 in this game.
    pub unknown_08: [u8; 8],
    /// Each has the next vertices and faces.
    pub clusters: Vec<Cluster>,
    /// Of all clusters.
    pub vertices: Vec<SkyVertex>,
    /// One a vertex: s and t as two 16-bit numbers of 1/4096 in a textured shell, r, g, b, a in a coloured one.
    pub attributes: Vec<[u8; 4]>,
    /// Of all clusters; each names vertices of its own.
    pub faces: Vec<SkyFace>,
}

/// A part of a shell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cluster {
    /// x, y, z and radius. The unit was not measured: nothing may be left out by it.
    pub sphere: [f32; 4],
    /// Below 256.
    pub vertex_count: u16,
    /// Triangles.
    pub face_count: u16,
}

record! {
    /// A vertex.
    #[derive(Copy, Eq, Default)]
    pub struct SkyVertex: usize = 8 {
        /// x, y and z; 1,024 in a unit.
        pub position: [i16; 3],
        /// Alpha in the low byte, 0x80 opaque. Coloured shells have theirs with the colour.
        pub alpha: i16,
    }

    /// A triangle.
    #[derive(Copy, Eq, Default)]
    pub struct SkyFace: usize = 4 {
        /// Vertices of the cluster.
        pub corners: [u8; 3],
        /// Index of the texture, [`SkyFace::UNTEXTURED`] in a coloured shell.
        pub texture: u8,
    }
}

impl SkyFace {
    /// The texture of faces that have none.
    pub const UNTEXTURED: u8 = 0xFF;
}

impl Shell {
    /// Flags of a coloured shell from a writer.
    pub const COLOURED: i32 = 1;
    /// Vertices of a cluster from a writer.
    pub const CLUSTER_VERTICES: usize = 127;

    /// Whether faces have textures.
    pub fn is_textured(&self) -> bool {
        self.flags == 0
    }

    /// Each cluster with its vertices, attributes and faces.
    pub fn parts(&self) -> impl Iterator<Item = (&Cluster, &[SkyVertex], &[[u8; 4]], &[SkyFace])> {
        let (mut vertex, mut face) = (0, 0);
        self.clusters.iter().map(move |cluster| {
            let vertices = vertex..vertex + usize::from(cluster.vertex_count);
            let faces = face..face + usize::from(cluster.face_count);
            (vertex, face) = (vertices.end, faces.end);
            (
                cluster,
                self.vertices.get(vertices.clone()).unwrap_or_default(),
                self.attributes.get(vertices).unwrap_or_default(),
                self.faces.get(faces).unwrap_or_default(),
            )
        })
    }

    /// Whether a reader takes the shell.
    pub(super) fn check(&self, textures: usize) -> Result<()> {
        let wrong =
            |expected: String, found: usize| Err(FormatError::malformed(0, expected, found));
        let counts = self
            .clusters
            .iter()
            .map(|cluster| usize::from(cluster.vertex_count));
        let vertices = counts.sum::<usize>();
        if [self.vertices.len(), self.attributes.len()] != [vertices; 2] {
            let expected = format!("{vertices} vertices and attributes, those of the clusters");
            return wrong(expected, self.vertices.len());
        }
        let counts = self
            .clusters
            .iter()
            .map(|cluster| usize::from(cluster.face_count));
        let faces = counts.sum::<usize>();
        if self.faces.len() != faces {
            return wrong(
                format!("{faces} faces, those of the clusters"),
                self.faces.len(),
            );
        }
        let textured = self
            .faces
            .iter()
            .filter(|face| face.texture != SkyFace::UNTEXTURED);
        let textured = textured.count();
        if textured != 0 && textured != faces {
            return wrong(
                format!("none or all of {faces} faces with a texture"),
                textured,
            );
        }
        for (i, (cluster, _, _, faces)) in self.parts().enumerate() {
            let check = || {
                fit(
                    cluster.vertex_count.into(),
                    "vertices of a sky cluster",
                    u8::MAX,
                )?;
                fit(
                    cluster.face_count.into(),
                    "triangles of a sky cluster",
                    i16::MAX as u16,
                )?;
                faces
                    .iter()
                    .try_for_each(|face| check_face(face, cluster.vertex_count.into(), textures, 0))
            };
            check().map_err(|error| error.within(format!("cluster[{i}]")))?;
        }
        Ok(())
    }
}

/// Whether a face names what there is.
pub(super) fn check_face(face: &SkyFace, vertices: usize, textures: usize, at: u64) -> Result<()> {
    let [a, b, c] = face.corners;
    let highest = a.max(b).max(c);
    if usize::from(highest) >= vertices {
        return Err(FormatError::malformed(
            at,
            format!("vertices below {vertices}"),
            highest,
        ));
    }
    if face.texture != SkyFace::UNTEXTURED && usize::from(face.texture) >= textures {
        let expected = format!("a texture below {textures}, or 255");
        return Err(FormatError::malformed(at + 3, expected, face.texture));
    }
    Ok(())
}
