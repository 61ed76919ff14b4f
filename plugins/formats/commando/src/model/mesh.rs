//! Triangles in runs of one material.

use wonderwheel_ps2::error::{FormatError, Result};

use super::Material;

/// A run of triangles with one material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Draw {
    /// Its texture.
    pub material: Material,
    /// Its first index in [`Triangles::indices`].
    pub first_index: u32,
    /// Indices, three a triangle.
    pub index_count: u32,
}

/// A mesh's triangles, in the order in which they are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Triangles {
    /// Three vertex indices a triangle.
    pub indices: Vec<u32>,
    /// Runs of one material; together they cover all indices.
    pub draws: Vec<Draw>,
}

impl Triangles {
    /// Appends a triangle; it joins the last run when the material is the same.
    pub fn push(&mut self, material: Material, corners: [u32; 3]) {
        match self.draws.last_mut() {
            Some(draw) if draw.material == material => draw.index_count += 3,
            _ => self.draws.push(Draw {
                material,
                first_index: u32::try_from(self.indices.len()).unwrap_or(u32::MAX),
                index_count: 3,
            }),
        }
        self.indices.extend_from_slice(&corners);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.indices.len() / 3
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every run with the corners of its triangles. A run that reaches past the indices is cut there.
    pub fn runs(&self) -> impl Iterator<Item = (Material, &[[u32; 3]])> {
        self.draws.iter().map(|draw| {
            let first = draw.first_index as usize;
            let indices = self.indices.get(first..).unwrap_or_default();
            let count = (draw.index_count as usize).min(indices.len());
            let (corners, _) = indices.get(..count).unwrap_or_default().as_chunks();
            (draw.material, corners)
        })
    }

    /// Checks that every corner is one of `vertices` vertices.
    ///
    /// # Errors
    /// `Malformed` when one is not.
    pub(crate) fn check(&self, vertices: usize) -> Result<()> {
        let wrong = self
            .indices
            .iter()
            .find(|&&index| index as usize >= vertices);
        wrong.map_or(Ok(()), |index| {
            Err(FormatError::malformed(
                0,
                format!("a vertex index below {vertices}"),
                index,
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_of_one_material_that_follow_each_other_are_one_run() {
        let [a, b] = [0, 1].map(|slot| Material {
            slot,
            ..Material::default()
        });
        let mut triangles = Triangles::default();
        for (material, corners) in [(a, [0, 1, 2]), (a, [2, 1, 3]), (b, [0, 2, 3])] {
            triangles.push(material, corners);
        }
        let runs: Vec<_> = triangles.runs().collect();
        assert_eq!(
            runs,
            [
                (a, [[0, 1, 2], [2, 1, 3]].as_slice()),
                (b, [[0, 2, 3]].as_slice())
            ]
        );
        assert_eq!(triangles.len(), 3);
        assert!(triangles.check(4).is_ok() && triangles.check(3).is_err());
    }
}
