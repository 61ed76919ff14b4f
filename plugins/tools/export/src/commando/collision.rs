//! The collision mesh: its triangles by type. Source: spec/commando-assets.md 3.

use std::collections::BTreeMap;

use glam::Vec3;
use serde_json::{Value, json};
use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::collision::{Collision, display_colour};
use wonderwheel_ps2::error::Within;

use super::source::LevelExporter;
use crate::colour::base_colour;
use crate::error::Result;
use crate::scene::{Material, MaterialId, Node, NodeId, Primitive};

/// What only the hero runs into is drawn in.
const HERO_COLOUR: [u8; 4] = [255, 96, 208, 255];

/// Triangles of one type, each with corners of its own: flat.
#[derive(Default)]
struct Group {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
}

impl Group {
    /// Adds a triangle, unless it has no area.
    fn push(&mut self, corners: [[f32; 3]; 3]) {
        let corners = corners.map(|corner| Vec3::from(to_y_up(corner)));
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        if normal != Vec3::ZERO {
            self.positions
                .extend(corners.map(|corner| corner.to_array()));
            self.normals.extend([normal.to_array(); 3]);
        }
    }

    fn primitive(&self, material: MaterialId) -> Primitive<'_> {
        Primitive {
            positions: &self.positions,
            normals: &self.normals,
            material: Some(material),
            ..Primitive::default()
        }
    }
}

impl LevelExporter<'_> {
    /// The scene of a block's collision: what everything runs into, and what only the hero does.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn collision_scene(&mut self, prefix: &str, bytes: &[u8]) -> Result<()> {
        let names = ["collision", "collision/hero"].map(|name| format!("{prefix}{name}"));
        let [name, hero_name] = &names;
        if bytes.is_empty() || !names.iter().any(|name| self.wants(name)) {
            return Ok(());
        }
        self.progress(name);
        let Some(collision) = self.noted(Collision::read(bytes).within(|| name.clone())) else {
            return Ok(());
        };
        let mut nodes = Vec::new();
        if self.wants(name) {
            nodes.extend(self.walls(name, &collision)?);
        }
        if self.wants(hero_name) {
            nodes.extend(self.hero_walls(hero_name, &collision)?);
        }
        self.glb.scene(&prefix_name(prefix), &nodes, None)
    }

    fn walls(&mut self, name: &str, collision: &Collision) -> Result<Option<NodeId>> {
        let mesh = collision.mesh();
        let mut groups: BTreeMap<u8, Group> = BTreeMap::new();
        for (corners, ty) in mesh.triangles() {
            let corner = |index: u32| mesh.vertices.get(index as usize).copied();
            let corners = corners.map(|index| corner(index).unwrap_or_default());
            groups.entry(ty).or_default().push(corners);
        }
        groups.retain(|_, group| !group.positions.is_empty());
        let mut primitives = Vec::with_capacity(groups.len());
        for (ty, group) in &groups {
            let [r, g, b] = display_colour(*ty);
            let extras = json!({"type": ty});
            let title = format!("collision {ty:#04x}");
            let material = self.wall_material(title, [r, g, b, u8::MAX], extras)?;
            primitives.push(group.primitive(material));
        }
        let extras = json!({"faces": mesh.faces.len(), "vertices": mesh.vertices.len()});
        self.wall_node(name, &primitives, extras)
    }

    fn hero_walls(&mut self, name: &str, collision: &Collision) -> Result<Option<NodeId>> {
        let groups = collision.hero_groups().unwrap_or_default();
        let mut all = Group::default();
        for group in groups {
            let positions: Vec<_> = group.positions().collect();
            for [a, b, c, _] in &group.triangles {
                let corner = |index: u8| positions.get(usize::from(index)).copied();
                all.push([*a, *b, *c].map(|index| corner(index).unwrap_or_default()));
            }
        }
        if all.positions.is_empty() {
            return Ok(None);
        }
        let extras = json!({"hero": true});
        let material = self.wall_material("collision hero".to_owned(), HERO_COLOUR, extras)?;
        let extras = json!({"groups": groups.len()});
        self.wall_node(name, &[all.primitive(material)], extras)
    }

    fn wall_material(
        &mut self,
        name: String,
        colour: [u8; 4],
        extras: Value,
    ) -> Result<MaterialId> {
        self.glb.material(&Material {
            name,
            base_colour: base_colour(colour),
            double_sided: true,
            // Lit, since flat colours without light have no shape.
            unlit: false,
            extras: Some(extras),
            ..Material::default()
        })
    }

    fn wall_node(
        &mut self,
        name: &str,
        primitives: &[Primitive<'_>],
        extras: Value,
    ) -> Result<Option<NodeId>> {
        let node = Node {
            extras: Some(extras),
            ..Node::named(name)
        };
        self.mesh_node(self.game.file, node, primitives)
    }
}

/// The scene's name: `collision`, `chunk0 collision`.
fn prefix_name(prefix: &str) -> String {
    format!("{}collision", prefix.replace('/', " "))
}
