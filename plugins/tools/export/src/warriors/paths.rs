//! Path data as lines: areas with their holes, route nodes, and the steps between them. Source: spec/paths-subtitles.md A.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use wonderwheel_warriors::axes::rw_from_game;
use wonderwheel_warriors::collision::{CollisionMesh, EnabledTriangles, Filter, Ray, Scratch};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::path_data::{Area, Path, PathMap, RouteEdge, RouteNode};

use super::collision::hue;
use super::source::LevelExporter;
use crate::error::Result;
use crate::scene::{Material, MaterialId, Mode, Node, NodeId, Primitive};

const NAME: &str = "paths";
/// Lines are drawn so much above the ground, metres.
const ABOVE_GROUND: f32 = 0.05;
const HOLE: [f32; 4] = [0.8, 0.05, 0.03, 1.0];
const DOOR_HOLE: [f32; 4] = [0.8, 0.35, 0.02, 1.0];
const ROUTE_NODE: [f32; 4] = [0.9, 0.9, 0.9, 1.0];

/// Lines or points on RenderWare's axes that are drawn alike.
#[derive(Default)]
struct Marks {
    mode: Mode,
    positions: Vec<[f32; 3]>,
}

/// What a material of marks is called, and its colour.
type Look = (String, [f32; 4], Value);

impl LevelExporter<'_> {
    /// The scene of the level's path data; none when there is none.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn paths(&mut self, file: &str, lev: &LevelFile) -> Result<()> {
        if !self.wants(NAME) {
            return Ok(());
        }
        self.progress(NAME);
        let Some(data) = self.noted_in(file, lev.path_data()) else {
            return Ok(());
        };
        let map = PathMap::new(data);
        let mut ground = Ground::new(lev.collision().ok(), &map);
        let mut nodes = Vec::new();
        for (number, area) in map.areas().iter().enumerate() {
            let name = format!("{NAME}/{number}");
            let marks = area_marks(area, &map, &mut ground);
            let first = map.data().paths.get(area.paths.start);
            let extras = json!({
                "area": number,
                "ground_area": first.map(|path| path.ground_area),
                "holes": area.paths.len().saturating_sub(1),
                "route_nodes": area.nodes.len(),
                "on_graph": area.is_on_graph,
            });
            nodes.extend(self.marks_node(file, &name, marks, extras)?);
        }
        let (routes, astray) = route_marks(&map);
        if astray > 0 {
            let what = format!("path data: {astray} edges from nodes that do not exist");
            self.notes.wrong(file, what);
        }
        let extras = json!({"edges": map.data().edges.len()});
        nodes.extend(self.marks_node(file, &format!("{NAME}/routes"), routes, extras)?);
        self.glb.scene(NAME, &nodes, None)
    }

    fn marks_node(
        &mut self,
        file: &str,
        name: &str,
        marks: Vec<(Look, Marks)>,
        extras: Value,
    ) -> Result<Option<NodeId>> {
        let mut looks: Vec<(MaterialId, Marks)> = Vec::new();
        for ((title, base_colour, extras), marks) in marks {
            if marks.positions.is_empty() {
                continue;
            }
            let material = self.glb.material(&Material {
                name: title,
                base_colour,
                extras: Some(extras),
                ..Material::default()
            })?;
            looks.push((material, marks));
        }
        let primitives = looks.iter().map(|(material, marks)| Primitive {
            mode: marks.mode,
            positions: &marks.positions,
            material: Some(*material),
            ..Primitive::default()
        });
        let primitives: Vec<_> = primitives.collect();
        let node = Node {
            extras: Some(extras),
            ..Node::named(name)
        };
        self.mesh_node(file, node, &primitives)
    }
}

/// Outline, holes and nodes of an area.
fn area_marks(area: &Area, map: &PathMap, ground: &mut Ground) -> Vec<(Look, Marks)> {
    let nodes = map.data().nodes.get(area.nodes.clone()).unwrap_or_default();
    let lines = || Marks {
        mode: Mode::Lines,
        ..Marks::default()
    };
    let (mut outline, mut holes, mut doors) = (lines(), lines(), lines());
    let mut ground_area = 0;
    for (i, index) in area.paths.clone().enumerate() {
        let Some((path, corners)) = map.path(index) else {
            continue;
        };
        let out = match i {
            0 => {
                ground_area = path.ground_area;
                &mut outline
            }
            _ if path.flags & Path::DOOR != 0 => &mut doors,
            _ => &mut holes,
        };
        let places: Vec<[f32; 3]> = corners
            .positions()
            .map(|position| ground.place(position, nodes))
            .collect();
        let next = places.iter().cycle().skip(1);
        for (from, to) in places.iter().zip(next).filter(|(from, to)| from != to) {
            out.positions.extend([*from, *to]);
        }
    }
    let points = nodes.iter().map(|node| rw_from_game(node.position));
    let points = Marks {
        mode: Mode::Points,
        positions: points.collect(),
    };
    let outline_look = (
        format!("{NAME} area {ground_area}"),
        hue(u32::from(ground_area)),
        json!({"ground_area": ground_area}),
    );
    let look = |name: &str, colour| (format!("{NAME} {name}"), colour, json!({"kind": name}));
    vec![
        (outline_look, outline),
        (look("hole", HOLE), holes),
        (look("hole that a door can open", DOOR_HOLE), doors),
        (look("route node", ROUTE_NODE), points),
    ]
}

/// The steps between nodes by kind, and how many begin at nodes that are not there.
fn route_marks(map: &PathMap) -> (Vec<(Look, Marks)>, usize) {
    let mut kinds: BTreeMap<(u16, bool), Marks> = BTreeMap::new();
    let nodes = &map.data().nodes;
    let mut astray = 0;
    for (number, node) in nodes.iter().enumerate() {
        for (_, edge) in map.edges_to(number) {
            // Quirk: an edge is stored on the node that it leads to. Source: spec/paths-subtitles.md A1.
            let Some(from) = nodes.get(edge.from as usize) else {
                astray += 1;
                continue;
            };
            let marks = kinds.entry((edge.kind(), edge.is_avoided())).or_default();
            marks.mode = Mode::Lines;
            let ends = [from, node].map(|node| rw_from_game(node.position));
            marks.positions.extend(ends);
        }
    }
    let look = |(kind, avoided): (u16, bool)| {
        let name = kind_name(kind);
        let more = if avoided { ", avoided" } else { "" };
        let extras = json!({"kind": kind, "name": name, "avoided": avoided});
        (format!("{NAME} {name}{more}"), kind_colour(kind), extras)
    };
    let marks = kinds.into_iter().map(|(key, marks)| (look(key), marks));
    (marks.collect(), astray)
}

/// Source: spec/paths-subtitles.md A1.
fn kind_name(kind: u16) -> String {
    let name = match kind {
        RouteEdge::WALK => "walk",
        RouteEdge::WALK_OTHER => "walk (2)",
        RouteEdge::JUMP => "jump",
        RouteEdge::CLIMB => "climb",
        RouteEdge::DOOR => "door",
        RouteEdge::CHARGE => "charge",
        RouteEdge::RUNNING_CLIMB => "running climb",
        other => return format!("kind {other:#x}"),
    };
    name.to_owned()
}

fn kind_colour(kind: u16) -> [f32; 4] {
    match kind {
        RouteEdge::WALK => [0.03, 0.5, 0.12, 1.0],
        RouteEdge::WALK_OTHER => [0.05, 0.5, 0.5, 1.0],
        RouteEdge::JUMP => [0.8, 0.6, 0.02, 1.0],
        RouteEdge::CLIMB => [0.1, 0.15, 0.8, 1.0],
        RouteEdge::DOOR => [0.8, 0.3, 0.02, 1.0],
        RouteEdge::RUNNING_CLIMB => [0.4, 0.08, 0.8, 1.0],
        other => hue(u32::from(other)),
    }
}

/// Gives plans a height: that of the ground under a point, near the route nodes of its area.
struct Ground {
    mesh: Option<(CollisionMesh, EnabledTriangles)>,
    scratch: Scratch,
    /// Work that is left for rays and searches. No level of the disc comes near it; data that somebody made up might.
    budget: u64,
    /// Mean height of all route nodes.
    middle: f32,
}

impl Ground {
    const BUDGET: u64 = 200_000_000;

    fn new(mesh: Option<CollisionMesh>, map: &PathMap) -> Self {
        let nodes = &map.data().nodes;
        let sum: f64 = nodes.iter().map(|node| f64::from(node.position[2])).sum();
        let middle = (sum / nodes.len().max(1) as f64) as f32;
        Self {
            mesh: mesh.map(|mesh| {
                let all = EnabledTriangles::all(&mesh);
                (mesh, all)
            }),
            scratch: Scratch::new(),
            budget: Self::BUDGET,
            middle,
        }
    }

    /// A point of a plan on the ground, on RenderWare's axes.
    fn place(&mut self, [x, y]: [f32; 2], nodes: &[RouteNode]) -> [f32; 3] {
        /// Ground is looked for so far above and below the nearest node, metres.
        const NEAR: f32 = 3.0;
        let z = self.nearest_height([x, y], nodes).unwrap_or(self.middle);
        let ray = Ray::down([x, y, z + NEAR], 2.0 * NEAR);
        let hit = match &self.mesh {
            Some((mesh, enabled)) if self.budget > 0 => {
                let hit = mesh.ray_cast(&ray, Filter::ALL, enabled, &mut self.scratch);
                self.budget = self.budget.saturating_sub(self.scratch.steps());
                hit
            }
            _ => None,
        };
        let z = hit.map_or(z, |hit| z + NEAR - hit.distance);
        rw_from_game([x, y, z + ABOVE_GROUND])
    }

    /// The height of the node that is nearest in plan.
    fn nearest_height(&mut self, [x, y]: [f32; 2], nodes: &[RouteNode]) -> Option<f32> {
        if self.budget == 0 {
            return None;
        }
        self.budget = self.budget.saturating_sub(nodes.len() as u64);
        let distance_sq = |node: &RouteNode| {
            let [nx, ny, _] = node.position;
            (nx - x).powi(2) + (ny - y).powi(2)
        };
        let by_distance =
            |a: &&RouteNode, b: &&RouteNode| distance_sq(a).total_cmp(&distance_sq(b));
        let nearest = nodes.iter().min_by(by_distance);
        nearest.map(|node| node.position[2])
    }
}
