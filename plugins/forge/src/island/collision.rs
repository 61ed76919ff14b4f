//! What one walks on and runs into: the ground's cells and the coarsest forms of ties, with surface types.

use glam::{Vec2, Vec3};
use wonderwheel_commando::collision::{Collision, CollisionMesh, HeroGroup, MeshFace};
use wonderwheel_ps2::limits::Limits;

use super::form::FormMesh;
use super::islets::Islet;
use super::land::{self, CELL, Cover, Land, PATCH_CELLS};
use super::plan::Stand;
use super::terrain;
use crate::error::Result;
use crate::kit::trig::{TAU, cos, sin};

/// Surface types. What numbers mean to the game is unknown; these tell apart what the ground is made of.
pub mod surface {
    /// Grass.
    pub const GRASS: u8 = 0x1C;
    /// Trodden earth.
    pub const PATH: u8 = 0x47;
    /// Sand, above and under water.
    pub const SAND: u8 = 0x4B;
    /// Rock, most of it too steep.
    pub const ROCK: u8 = 0x82;
    /// Cliffs that end in clouds.
    pub const CLIFF: u8 = 0xE3;
    /// Ties.
    pub const TIE: u8 = 0xA5;
}

/// Builds the collision of the ground and of ties with their solid forms; that of a chunk has its islet and the half of the ground that
/// the chunk repeats.
///
/// # Errors
/// `Limit` when too much of it falls into one cell.
pub fn build<'a, K: 'a>(
    land: &Land,
    ties: impl IntoIterator<Item = (&'a Stand<K>, &'a FormMesh)>,
    chunk: Option<&Islet>,
) -> Result<Collision> {
    let mut mesh = CollisionMesh::default();
    for [x, y] in terrain::squares(land) {
        if chunk.is_none_or(|islet| islet.repeats([x, y])) {
            let [x, y] = [x, y].map(|at| at * PATCH_CELLS);
            let corner = |[i, j]: [usize; 2]| terrain::world(land, [x + i, y + j]);
            let surface = |[i, j]: [usize; 2]| {
                let middle = Vec2::new((x + i) as f32 + 0.5, (y + j) as f32 + 0.5) * CELL;
                surface_at(land, middle)
            };
            add_patch(&mut mesh, corner, surface);
        }
    }
    if let Some(islet) = chunk {
        add_patch(&mut mesh, |corner| islet.corner(corner), |_| surface::ROCK);
    }
    for (stand, form) in ties {
        let first = mesh.vertices.len() as u32;
        let corners = form.corners.iter();
        mesh.vertices
            .extend(corners.map(|corner| stand.world(corner.position).to_array()));
        for corners in form.triangles.indices.as_chunks::<3>().0 {
            mesh.faces.push(MeshFace {
                corners: corners.map(|corner| first + corner),
                fourth: None,
                ty: surface::TIE,
            });
        }
    }
    let fence = chunk.is_none().then(|| vec![fence(land)]);
    Ok(Collision::build(&mesh, fence, Limits::default())?)
}

/// The cells of a patch, of which functions give the corners and the surfaces.
fn add_patch(
    mesh: &mut CollisionMesh,
    corner: impl Fn([usize; 2]) -> Vec3,
    surface: impl Fn([usize; 2]) -> u8,
) {
    let first = mesh.vertices.len() as u32;
    let row = PATCH_CELLS as u32 + 1;
    for j in 0..=PATCH_CELLS {
        mesh.vertices
            .extend((0..=PATCH_CELLS).map(|i| corner([i, j]).to_array()));
    }
    for j in 0..PATCH_CELLS {
        for i in 0..PATCH_CELLS {
            let at = first + j as u32 * row + i as u32;
            mesh.faces.push(MeshFace {
                // Cut from the second to the fourth corner, as the patch's triangles are.
                corners: [at, at + 1, at + row + 1],
                fourth: Some(at + row),
                ty: surface([i, j]),
            });
        }
    }
}

/// The surface at a place: what most of it is.
pub fn surface_at(land: &Land, at: Vec2) -> u8 {
    if land.haze(at) > 0.0 {
        return surface::CLIFF;
    }
    let Cover {
        grass,
        path,
        rock,
        sand,
    } = land.cover(at);
    let parts = [
        (grass, surface::GRASS),
        (path, surface::PATH),
        (rock, surface::ROCK),
        (sand, surface::SAND),
    ];
    let mut most = parts[0];
    for part in parts {
        if part.0 > most.0 {
            most = part;
        }
    }
    most.1
}

/// A ring around the landing place that only the hero runs into.
fn fence(land: &Land) -> HeroGroup {
    const POSTS: u8 = 12;
    const RADIUS: f32 = 6.5;
    const HEIGHT: f32 = 2.0;
    let steps = |value: f32| (value * 64.0).round() as u16;
    let middle = land.place(land::LANDING);
    let mut group = HeroGroup {
        sphere: [
            steps(middle.x),
            steps(middle.y),
            steps(middle.z),
            steps(RADIUS + HEIGHT + 1.0),
        ],
        ..HeroGroup::default()
    };
    for post in 0..POSTS {
        // Open towards the footpath.
        let angle = TAU / 4.0 + 0.5 + f32::from(post) / f32::from(POSTS - 1) * (TAU - 1.0);
        let foot = middle + Vec3::new(cos(angle), sin(angle), 0.0) * RADIUS;
        for z in [foot.z, foot.z + HEIGHT] {
            group
                .vertices
                .push([steps(foot.x), steps(foot.y), steps(z), 0]);
        }
    }
    for post in 0..POSTS - 1 {
        let at = 2 * post;
        group
            .triangles
            .extend([[at, at + 2, at + 1, 0], [at + 2, at + 3, at + 1, 0]]);
    }
    group
}
