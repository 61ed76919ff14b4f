//! Sky, clouds, skyline and the glow world of a level file. Source: spec/chunks.md 5.1.

use glam::{Affine3A, Vec3};
use serde_json::{Value, json};
use wonderwheel_ps2::error::{Result as FormatResult, Within};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::frame::clump_from_frame;
use wonderwheel_renderware::material::Material;
use wonderwheel_warriors::level_file::{LevelFile, LevelModel};

use super::look::{Shelf, Style};
use super::mesh::{self, Triangles};
use super::source::{LevelExporter, WorldSource};
use crate::error::Result;
use crate::scene::{MeshId, Node, NodeId, Transform, number};

/// An atomic of a clump: its triangles, its materials, and how it stands in the clump.
pub(super) struct ModelPart<'a> {
    pub triangles: Vec<Triangles>,
    pub materials: &'a [Material],
    pub model_from_part: Affine3A,
}

/// The atomics of a clump, with their triangles.
///
/// # Errors
/// `Malformed` when a chain does not decode.
pub(super) fn parts_of(clump: &Clump) -> FormatResult<Vec<ModelPart<'_>>> {
    let mut parts = Vec::with_capacity(clump.atomics.len());
    for (i, (atomic, geometry)) in clump.atomic_geometries().enumerate() {
        let frame = u32::try_from(atomic.frame_index);
        parts.push(ModelPart {
            triangles: mesh::of_geometry(geometry, atomic.scales())
                .within(|| format!("atomic[{i}]"))?,
            materials: &geometry.materials,
            model_from_part: frame.map_or(Affine3A::IDENTITY, |frame| {
                clump_from_frame(&clump.frames, frame)
            }),
        });
    }
    Ok(parts)
}

/// The meshes of a model, each with its place in it.
pub(super) type ModelMeshes = Vec<(MeshId, Transform)>;

impl LevelExporter<'_> {
    /// A node of the background's models; nothing when none is wanted.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn background(
        &mut self,
        file: &str,
        lev: &LevelFile,
        worlds: &[WorldSource],
    ) -> Result<Option<NodeId>> {
        let models = [
            ("skyline", &lev.skyline),
            ("sky", &lev.sky),
            ("clouds", &lev.clouds),
        ];
        let around = [reach(&lev.sky), reach(&lev.clouds)];
        let [sky, clouds] = enlarged(around, furthest(worlds));
        let mut nodes = Vec::new();
        for (name, model) in models {
            let full = format!("background/{name}");
            if !self.wants(&full) {
                continue;
            }
            let section = format!("{file}/{name}");
            let shelf = Shelf {
                file: &section,
                dictionary: &model.dictionary,
            };
            let style = Style {
                double_sided: true,
                first_texture: true,
                ..Style::default()
            };
            let Some(parts) = self.noted_in(&section, parts_of(&model.clump)) else {
                continue;
            };
            let meshes = self.model_meshes(&full, &parts, &[shelf], style);
            let (factor, extras) = match name {
                "skyline" => (1.0, json!({"drawn": "behind the worlds"})),
                _ => {
                    let factor = if name == "sky" { sky } else { clouds };
                    (factor, around_camera(factor))
                }
            };
            let transform = Transform {
                scale: [factor; 3],
                ..Transform::default()
            };
            let node = self.model_node(&full, &meshes, transform, Some(extras))?;
            nodes.push(self.glb.node(&node)?);
        }
        self.glb.group("background", nodes, None)
    }

    /// The node of the glow world: halos of lamps, in world coordinates, unlit, blended (inferred).
    /// Source: spec/world-addenda.md 6.
    ///
    /// # Errors
    /// As [`Self::background`].
    pub fn glow(&mut self, file: &str, lev: &LevelFile) -> Result<Option<NodeId>> {
        const NAME: &str = "glow";
        if !self.wants(NAME) {
            return Ok(None);
        }
        let section = format!("{file}/glow");
        let shelf = Shelf {
            file: &section,
            dictionary: &lev.glow_dictionary,
        };
        let style = Style {
            double_sided: true,
            blended: true,
            ..Style::default()
        };
        let triangles = mesh::of_float_world(&lev.glow_world);
        let Some(triangles) = self.noted_in(&section, triangles) else {
            return Ok(None);
        };
        let materials = &lev.glow_world.materials;
        let mesh = self.triangles_mesh(NAME, &triangles, materials, &[shelf], style, None);
        let Some(Some(mesh)) = self.noted_in(&section, mesh) else {
            return Ok(None);
        };
        let node = Node {
            mesh: Some(mesh),
            extras: Some(json!({"drawn": "before the worlds"})),
            ..Node::named(NAME)
        };
        self.glb.node(&node).map(Some)
    }

    /// The meshes of a model's atomics. What cannot be made is noted and left out.
    pub fn model_meshes(
        &mut self,
        name: &str,
        parts: &[ModelPart<'_>],
        shelves: &[Shelf<'_>],
        style: Style,
    ) -> ModelMeshes {
        let file = shelves.first().map_or(name, |shelf| shelf.file);
        let mut meshes = Vec::with_capacity(parts.len());
        for (i, part) in parts.iter().enumerate() {
            let name = match parts.len() {
                1 => name.to_owned(),
                _ => format!("{name} {i}"),
            };
            let transform = Transform::from_affine(part.model_from_part);
            let transform =
                transform.ok_or_else(|| format!("atomic {i}: a frame that no node can stand for"));
            let transform = self.noted_in(file, transform).unwrap_or_default();
            let made =
                self.triangles_mesh(&name, &part.triangles, part.materials, shelves, style, None);
            let mesh = self.noted_in(file, made).flatten();
            meshes.extend(mesh.map(|mesh| (mesh, transform)));
        }
        meshes
    }

    /// A node that shows a model: itself when it is one mesh at its origin, else by a child for each. Not added yet.
    ///
    /// # Errors
    /// As [`Self::background`].
    pub fn model_node(
        &mut self,
        name: &str,
        meshes: &ModelMeshes,
        transform: Transform,
        extras: Option<Value>,
    ) -> Result<Node> {
        let mut node = Node {
            transform,
            extras,
            ..Node::named(name)
        };
        match meshes.as_slice() {
            [(mesh, place)] if *place == Transform::default() => node.mesh = Some(*mesh),
            meshes => {
                for (i, (mesh, place)) in meshes.iter().enumerate() {
                    let child = Node {
                        transform: *place,
                        mesh: Some(*mesh),
                        ..Node::named(format!("{name} {i}"))
                    };
                    node.children.push(self.glb.node(&child)?);
                }
            }
        }
        Ok(node)
    }
}

/// How the game places sky and clouds, and how they are placed here.
fn around_camera(factor: f32) -> Value {
    json!({
        "drawn": "first, around the camera, which it follows",
        "enlarged": number(factor),
    })
}

/// How far a model reaches in every direction from its origin; 0 when it cannot be read.
fn reach(model: &LevelModel) -> f32 {
    let parts = parts_of(&model.clump).unwrap_or_default();
    let (mut min, mut max) = (Vec3::ZERO, Vec3::ZERO);
    for part in &parts {
        for position in part.triangles.iter().flat_map(|own| &own.positions) {
            let position = part.model_from_part.transform_point3((*position).into());
            (min, max) = (min.min(position), max.max(position));
        }
    }
    // Clouds have no lower half.
    let [x, _, z] = max.min(-min).to_array();
    x.min(z).min(max.y)
}

/// The largest coordinate of the worlds' boxes.
fn furthest(worlds: &[WorldSource]) -> f32 {
    worlds
        .iter()
        .flat_map(|world| world.stream.world.stored_box)
        .flatten()
        .fold(0.0, |most, value| most.max(value.abs()))
}

/// By how much sky and clouds are enlarged so that the whole level lies in them, the clouds in front of the sky. The game draws
/// them a few metres large around the camera, before everything; here they have to stand somewhere.
/// Source: spec/gs-pipeline.md 9, pass 2.
fn enlarged([sky, clouds]: [f32; 2], furthest: f32) -> [f32; 2] {
    /// Beyond the worlds there is the skyline, which the far clip of its pass bounds.
    const SKYLINE: f32 = 560.0;
    const MOST: f32 = 1_048_576.0;
    let wanted = (furthest * 1.5).max(SKYLINE);
    let fit = |reach: f32| {
        let factor = wanted / reach;
        if factor.is_finite() && (1.0..=MOST).contains(&factor) {
            factor.ceil()
        } else {
            1.0
        }
    };
    match (sky > 0.0, clouds > 0.0) {
        (true, true) => {
            let factor = fit(sky);
            let in_front = (0.9 * sky / clouds).min(1.0);
            [factor, factor * in_front]
        }
        _ => [fit(sky), fit(clouds)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sky_holds_the_level_and_the_clouds_stand_before_it() {
        // 1.5 x 800 / 3 = 400; the clouds reach 2 of 3, which is in front of it already.
        assert_eq!(enlarged([3.0, 2.0], 800.0), [400.0, 400.0]);
        // As large as the sky: nine tenths of it.
        let [sky, clouds] = enlarged([2.0, 2.0], 800.0);
        assert_eq!((sky, clouds), (600.0, 540.0));
    }

    #[test]
    fn a_sky_that_is_no_box_stays_as_it_is() {
        assert_eq!(enlarged([0.0, 0.0], 800.0), [1.0, 1.0]);
        assert_eq!(enlarged([f32::MIN_POSITIVE, 0.0], f32::MAX), [1.0, 1.0]);
    }
}
