//! The collision mesh: its triangles by material. Source: spec/collision.md.

use std::collections::BTreeMap;

use glam::Vec3;
use serde_json::json;
use wonderwheel_warriors::axes::rw_from_game;
use wonderwheel_warriors::collision::{CollisionMesh, Material as Ground, Triangle, TriangleFlags};
use wonderwheel_warriors::level_file::LevelFile;

use super::mesh::face_normal;
use super::source::LevelExporter;
use crate::colour::linear;
use crate::error::Result;
use crate::scene::{AlphaMode, Material, MaterialId, Node, Primitive};

const NAME: &str = "collision";

/// Triangles of one material and kind, each with corners of its own: flat.
#[derive(Default)]
struct Group {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    flags: Vec<f32>,
    areas: Vec<f32>,
}

impl LevelExporter<'_> {
    /// The scene of the level's collision mesh; none when it has no triangle that can be shown.
    ///
    /// Attributes `_FLAGS` and `_AREA` hold the 16 flag bits and the ground area of each triangle.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn collision(&mut self, file: &str, lev: &LevelFile) -> Result<()> {
        if !self.wants(NAME) {
            return Ok(());
        }
        self.progress(NAME);
        let Some(mesh) = self.noted_in(file, lev.collision()) else {
            return Ok(());
        };
        let mut groups: BTreeMap<(Ground, bool), Group> = BTreeMap::new();
        let mut left_out = 0_usize;
        for triangle in &mesh.triangles {
            let key = (
                triangle.material,
                triangle.flags.has(TriangleFlags::TWO_SIDED),
            );
            match corners(&mesh, triangle) {
                Some(corners) => groups.entry(key).or_default().push(triangle, corners),
                None => left_out += 1,
            }
        }
        if left_out > 0 {
            let what = "triangles without an area or a vertex are left out";
            self.notes
                .wrong(file, format!("collision: {left_out} {what}"));
        }
        let mut materials = Vec::with_capacity(groups.len());
        for (ground, two_sided) in groups.keys() {
            materials.push(self.ground_material(*ground, *two_sided)?);
        }
        let both = groups.values().zip(materials);
        let primitives = both.map(|(group, material)| group.primitive(material));
        let primitives: Vec<_> = primitives.collect();
        let node = Node {
            extras: Some(
                json!({"triangles": mesh.triangles.len(), "vertices": mesh.vertices.len()}),
            ),
            ..Node::named(NAME)
        };
        let node = self.mesh_node(file, node, &primitives)?;
        self.glb.scene(NAME, node.as_slice(), None)
    }

    fn ground_material(&mut self, ground: Ground, two_sided: bool) -> Result<MaterialId> {
        let name = ground_name(ground);
        let kind = if two_sided { " two-sided" } else { "" };
        self.glb.material(&Material {
            name: format!("{NAME} {name}{kind}"),
            base_colour: hue(u32::from(ground.0)),
            alpha: AlphaMode::Opaque,
            double_sided: two_sided,
            // Lit, since flat colours without light have no shape.
            unlit: false,
            extras: Some(
                json!({"material": ground.0, "name": ground.name(), "two_sided": two_sided}),
            ),
            ..Material::default()
        })
    }
}

impl Group {
    fn push(&mut self, triangle: &Triangle, (corners, normal): ([Vec3; 3], [f32; 3])) {
        for corner in corners {
            self.positions.push(corner.to_array());
            self.normals.push(normal);
            self.flags.push(f32::from(triangle.flags.0));
            self.areas.push(f32::from(triangle.area));
        }
    }

    fn primitive(&self, material: MaterialId) -> Primitive<'_> {
        Primitive {
            positions: &self.positions,
            normals: &self.normals,
            custom: vec![("FLAGS", &self.flags), ("AREA", &self.areas)],
            material: Some(material),
            ..Primitive::default()
        }
    }
}

/// The corners of a triangle and its normal, on RenderWare's axes; `None` without an area, or when a corner leads nowhere.
fn corners(mesh: &CollisionMesh, triangle: &Triangle) -> Option<([Vec3; 3], [f32; 3])> {
    let corner = |index: u16| {
        let [x, y, z, _] = *mesh.vertices.get(usize::from(index))?;
        Some(Vec3::from(rw_from_game([x, y, z])))
    };
    let [a, b, c] = triangle.vertices;
    let corners = [corner(a)?, corner(b)?, corner(c)?];
    let normal = face_normal(corners);
    (normal != [0.0; 3]).then_some((corners, normal))
}

fn ground_name(ground: Ground) -> String {
    ground
        .name()
        .map_or_else(|| ground.0.to_string(), str::to_owned)
}

/// A colour of its own for each number, neighbours far from each other. Linear.
pub(super) fn hue(number: u32) -> [f32; 4] {
    // Steps of the golden ratio come near no earlier one for long.
    const GOLDEN: f32 = 0.618_034;
    const SATURATION: f32 = 0.55;
    const VALUE: f32 = 0.9;
    let hue = (number as f32 * GOLDEN).fract() * 6.0;
    let channel = |shift: f32| {
        let place = (shift + hue) % 6.0;
        let share = place.min(4.0 - place).clamp(0.0, 1.0);
        linear(VALUE * (1.0 - SATURATION * share))
    };
    [channel(5.0), channel(3.0), channel(1.0), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hue_0_is_a_light_red() {
        let [r, g, b, a] = hue(0);
        assert_eq!(r, linear(0.9));
        assert_eq!((g, b, a), (linear(0.9 * 0.45), linear(0.9 * 0.45), 1.0));
    }

    #[test]
    fn materials_without_a_known_name_go_by_their_number() {
        assert_eq!(ground_name(Ground(5)), "CONCRETE");
        assert_eq!(ground_name(Ground(116)), "116");
    }
}
