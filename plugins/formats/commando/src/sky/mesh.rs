//! Shells in units, for drawing and building.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

use super::shell::{Cluster, Shell, SkyFace, SkyVertex};
use crate::bounds::{RAW_PER_UNIT, Sphere};

/// Steps of a texture coordinate of 1.
const STEPS_OF_UV: f32 = 4096.0;
/// The GS's half: a colour that leaves a texture as it is, and an alpha that is opaque.
const WHOLE: u8 = 0x80;

/// A shell as one mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShellMesh {
    /// Vertices.
    pub vertices: Vec<ShellVertex>,
    /// In the order they are drawn in. Both sides are seen.
    pub triangles: Vec<[u32; 3]>,
    /// The texture of each triangle; `None` in a coloured shell.
    pub textures: Option<Vec<u8>>,
}

/// A vertex of a shell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ShellVertex {
    /// From the camera, units, world axes: z up. Only its direction counts.
    pub position: [f32; 3],
    /// r, g, b of 0..=255, of which 0x80 leaves a texture as it is, and alpha, of which 0x80 is opaque. In a textured shell r, g and b
    /// are always 0x80.
    pub colour: [u8; 4],
    /// Texture coordinates from the top left; 0 in a coloured shell.
    pub uv: [f32; 2],
}

impl Shell {
    /// The clusters as one mesh. Vertices that several clusters share come once for each.
    pub fn mesh(&self) -> ShellMesh {
        let is_textured = self.is_textured();
        let mut mesh = ShellMesh {
            textures: is_textured.then(|| self.faces.iter().map(|face| face.texture).collect()),
            ..ShellMesh::default()
        };
        for (_, vertices, attributes, faces) in self.parts() {
            steps::count((vertices.len() + faces.len()) as u64);
            let first = mesh.vertices.len() as u32;
            let corner = |vertex: u8| first + u32::from(vertex);
            mesh.triangles
                .extend(faces.iter().map(|face| face.corners.map(corner)));
            let made = vertices.iter().zip(attributes);
            mesh.vertices
                .extend(made.map(|(vertex, attribute)| vertex.in_units(attribute, is_textured)));
        }
        mesh
    }

    /// A shell of a mesh: triangles keep their order and go to clusters of up to 127 vertices. Coordinates move to the nearest
    /// step: 1/1024 unit, 1/4096 of a texture. The spheres are in units.
    ///
    /// # Errors
    /// `Malformed` when a triangle names a vertex that is not there, a texture is 255, there is not a texture a triangle, a position lies
    /// outside of -32 to 31.999 units, or a texture coordinate outside of 0 to 15.999.
    pub fn build(mesh: &ShellMesh) -> Result<Self> {
        let textures = mesh.textures.as_deref();
        if let Some(textures) = textures
            && (textures.len() != mesh.triangles.len() || textures.contains(&SkyFace::UNTEXTURED))
        {
            let expected = format!("{} textures below 255", mesh.triangles.len());
            return Err(FormatError::malformed(0, expected, format!("{textures:?}")));
        }
        let is_textured = textures.is_some();
        let packed = mesh
            .vertices
            .iter()
            .enumerate()
            .map(|(i, vertex)| {
                let packed = SkyVertex::from_units(vertex, is_textured);
                packed.map_err(|error| error.within(format!("vertex[{i}]")))
            })
            .collect::<Result<Vec<_>>>()?;
        let mut shell = Self {
            flags: if is_textured { 0 } else { Self::COLOURED },
            ..Self::default()
        };
        // Vertices of the open cluster, by their place in the mesh.
        let mut own: Vec<u32> = Vec::new();
        for (i, triangle) in mesh.triangles.iter().enumerate() {
            let new = triangle
                .iter()
                .filter(|corner| !own.contains(corner))
                .count();
            let is_full = shell.clusters.last().is_some_and(|cluster| {
                // As many triangles as twice the vertices are what a closed mesh has; more would outgrow the cluster's 16-bit size.
                usize::from(cluster.face_count) >= 4 * Self::CLUSTER_VERTICES
            });
            if shell.clusters.is_empty() || is_full || own.len() + new > Self::CLUSTER_VERTICES {
                own.clear();
                shell.clusters.push(Cluster::default());
            }
            let mut corners = [0; 3];
            for (corner, &vertex) in corners.iter_mut().zip(triangle) {
                let index = match own.iter().position(|&known| known == vertex) {
                    Some(index) => index,
                    None => {
                        let &(packed, attribute) =
                            packed.get(vertex as usize).ok_or_else(|| {
                                let expected = format!("vertices below {}", packed.len());
                                FormatError::malformed(0, expected, vertex)
                                    .within(format!("triangle[{i}]"))
                            })?;
                        shell.vertices.push(packed);
                        shell.attributes.push(attribute);
                        own.push(vertex);
                        own.len() - 1
                    }
                };
                *corner = index as u8;
            }
            let texture = textures.and_then(|textures| textures.get(i));
            shell.faces.push(SkyFace {
                corners,
                texture: texture.copied().unwrap_or(SkyFace::UNTEXTURED),
            });
            if let Some(cluster) = shell.clusters.last_mut() {
                cluster.vertex_count = own.len() as u16;
                cluster.face_count += 1;
            }
        }
        let spheres: Vec<_> = shell
            .parts()
            .map(|(_, vertices, ..)| {
                let places = vertices.iter().map(|vertex| vertex.position_in_units());
                Sphere::around(places).to_array()
            })
            .collect();
        for (cluster, sphere) in shell.clusters.iter_mut().zip(spheres) {
            cluster.sphere = sphere;
        }
        Ok(shell)
    }
}

impl SkyVertex {
    fn position_in_units(&self) -> [f32; 3] {
        self.position.map(|value| f32::from(value) / RAW_PER_UNIT)
    }

    fn in_units(&self, attribute: &[u8; 4], is_textured: bool) -> ShellVertex {
        let &[s0, s1, t0, t1] = attribute;
        let uv = [[s0, s1], [t0, t1]];
        let (colour, uv) = if is_textured {
            (
                [WHOLE, WHOLE, WHOLE, self.alpha as u8],
                uv.map(|value| f32::from(u16::from_le_bytes(value)) / STEPS_OF_UV),
            )
        } else {
            (*attribute, [0.0; 2])
        };
        ShellVertex {
            position: self.position_in_units(),
            colour,
            uv,
        }
    }

    fn from_units(vertex: &ShellVertex, is_textured: bool) -> Result<(Self, [u8; 4])> {
        let [x, y, z] = vertex.position;
        let step = |value: f32| {
            let steps = (value * RAW_PER_UNIT).round();
            let is_in_range = (-32768.0..=32767.0).contains(&steps);
            is_in_range.then_some(steps as i16).ok_or_else(|| {
                FormatError::malformed(0, "a position of -32 to 31.999 units", value)
            })
        };
        let uv_step = |value: f32| {
            let steps = (value * STEPS_OF_UV).round();
            let is_in_range = (0.0..=65535.0).contains(&steps);
            is_in_range.then_some(steps as u16).ok_or_else(|| {
                FormatError::malformed(0, "a texture coordinate of 0 to 15.999", value)
            })
        };
        let [.., alpha] = vertex.colour;
        let attribute = if is_textured {
            let [u, v] = vertex.uv;
            let ([s0, s1], [t0, t1]) = (uv_step(u)?.to_le_bytes(), uv_step(v)?.to_le_bytes());
            [s0, s1, t0, t1]
        } else {
            vertex.colour
        };
        let packed = Self {
            position: [step(x)?, step(y)?, step(z)?],
            alpha: i16::from(alpha),
        };
        Ok((packed, attribute))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of quads in the plane z = 1.
    fn grid(side: u32, textured: bool) -> ShellMesh {
        let mut mesh = ShellMesh::default();
        for y in 0..=side {
            for x in 0..=side {
                mesh.vertices.push(ShellVertex {
                    position: [x as f32 / 4.0, y as f32 / 4.0, 1.0],
                    colour: if textured {
                        [WHOLE, WHOLE, WHOLE, 0x40]
                    } else {
                        [x as u8, y as u8, 9, 0x80]
                    },
                    uv: if textured {
                        [x as f32 / 8.0, y as f32 / 8.0]
                    } else {
                        [0.0; 2]
                    },
                });
            }
        }
        for y in 0..side {
            for x in 0..side {
                let at = y * (side + 1) + x;
                let above = at + side + 1;
                mesh.triangles
                    .extend([[at, at + 1, above], [at + 1, above + 1, above]]);
            }
        }
        mesh.textures = textured.then(|| vec![0; mesh.triangles.len()]);
        mesh
    }

    #[test]
    fn large_meshes_are_cut_into_clusters_and_come_back_in_order() {
        for textured in [true, false] {
            let mesh = grid(20, textured);
            let shell = Shell::build(&mesh).unwrap();
            assert!(shell.clusters.len() >= 4);
            assert!(
                shell
                    .clusters
                    .iter()
                    .all(|cluster| cluster.vertex_count <= 127)
            );
            let back = shell.mesh();
            assert_eq!(back.triangles.len(), mesh.triangles.len());
            for (a, b) in back.triangles.iter().zip(&mesh.triangles) {
                for (&a, &b) in a.iter().zip(b) {
                    assert_eq!(back.vertices[a as usize], mesh.vertices[b as usize]);
                }
            }
            assert_eq!(back.textures, mesh.textures);
        }
    }

    #[test]
    fn what_has_no_place_in_the_format_is_refused() {
        let mut mesh = grid(1, true);
        mesh.vertices[0].position[2] = 32.0;
        assert!(Shell::build(&mesh).is_err());
        mesh.vertices[0].position[2] = 31.999;
        assert!(Shell::build(&mesh).is_ok());
        mesh.vertices[0].uv[0] = -0.1;
        assert!(Shell::build(&mesh).is_err());
        mesh = grid(1, true);
        mesh.triangles[0][0] = 4;
        assert!(Shell::build(&mesh).is_err());
        mesh = grid(1, true);
        mesh.textures = Some(vec![0]);
        assert!(Shell::build(&mesh).is_err());
    }
}
