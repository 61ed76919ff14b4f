//! Pieces to atomics with their materials.

use std::collections::BTreeMap;

use glam::Vec3;
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{Material, RightToRender, TextureReference};
use wonderwheel_renderware::matfx::MatFx;
use wonderwheel_renderware::native_data::{ChainOptions, TagForm};
use wonderwheel_renderware::world::Aabb;

use crate::error::{ForgeError, Result};
use crate::kit::background::Model;
use crate::kit::mesh::pack::pack;
use crate::kit::mesh::piece::Triangles;
use crate::kit::mesh::{GRID, Piece, Scope, Surface, TextureId, UV_GRID};
use crate::kit::paint::{Painting, Paintings};

/// RenderWare blend numbers of a dual texture: source alpha over what is there. Source: spec/renderware.md 8.1.
const SOURCE_ALPHA: i32 = 5;
const INVERSE_SOURCE_ALPHA: i32 = 6;

/// Scales of everything that is no background.
pub const SCALES: Scales = Scales {
    position: GRID,
    uv: UV_GRID,
    word: 0,
};

/// Most strip vertices of one atomic. Source: spec/renderware.md 8.2.
const MAX_STRIP_VERTICES: usize = 65_536;

/// Zero bytes behind a chain: what the only recorded chain of the disc has modulo 16. Source: spec/renderware.md 8.3.
const SLACK: u32 = 14;

/// How the chains of a world are written. Both forms are legal; each world takes one, so that readers meet both.
fn chain_options(world: &str) -> ChainOptions {
    let form = if world.ends_with('s') {
        TagForm::InTag
    } else {
        TagForm::Separate
    };
    ChainOptions {
        slack: SLACK,
        form,
        ..ChainOptions::default()
    }
}

/// Where a sector's materials find their textures.
#[derive(Debug, Clone, Copy)]
pub struct TextureNames<'a> {
    /// World name.
    pub world: &'a str,
    /// Part number.
    pub part: u32,
    /// The world's textures.
    pub in_world: &'a Paintings,
    /// The part's textures.
    pub in_part: &'a Paintings,
}

impl TextureNames<'_> {
    /// The name of a part's own texture.
    pub fn of_part(world: &str, part: u32, name: &str) -> String {
        format!("{world}_p{part:02}_{name}")
    }

    fn reference(&self, id: TextureId) -> Result<TextureReference> {
        let (paintings, name) = match id.scope {
            Scope::World => (self.in_world, id.name.to_owned()),
            Scope::Part => (self.in_part, Self::of_part(self.world, self.part, id.name)),
        };
        let painting = paintings.get(id.name).ok_or_else(|| {
            ForgeError::Impossible(format!(
                "no painter makes the texture {:?} of {}",
                id.name, self.world
            ))
        })?;
        Ok(reference(&name, painting))
    }

    fn material(&self, surface: &Surface, uv_sets: u8) -> Result<Material> {
        let texture = surface.texture.map(|id| self.reference(id)).transpose()?;
        let dual = surface.dual.map(|id| self.reference(id)).transpose()?;
        let pipeline = match (&dual, uv_sets) {
            (Some(_), _) => RightToRender::DUAL,
            (None, 2) => RightToRender::TWO_UV_SETS,
            (None, _) => RightToRender::ONE_UV_SET,
        };
        let matfx = match dual {
            Some(dual) => Some(MatFx::dual(dual, SOURCE_ALPHA, INVERSE_SOURCE_ALPHA)),
            None if surface.bump => Some(MatFx::bump(1.0, texture.clone(), None)),
            None => None,
        };
        Ok(Material {
            colour: surface.colour,
            texture,
            matfx,
            right_to_render: Some(pipeline),
            ..Material::default()
        })
    }
}

fn reference(name: &str, painting: &Painting) -> TextureReference {
    TextureReference::new(name, painting.sampling(), Some(painting.mip_word()))
}

/// A sector's atomic and where it stands.
#[derive(Debug, Clone)]
pub struct SectorAtomic {
    /// The atomic.
    pub atomic: Atomic,
    /// Its origin: whole metres, so on the position grid.
    pub origin: Vec3,
    /// World bounds of its vertices, exact.
    pub bounds: Aabb,
}

/// One atomic of some pieces: one mesh a material, opaque ones first.
///
/// # Errors
/// A vertex out of reach, a texture that no painter makes, no triangles at all, or too many.
pub fn sector<'a>(
    pieces: impl Iterator<Item = &'a Piece> + Clone,
    names: &TextureNames<'_>,
) -> Result<SectorAtomic> {
    let mut by_surface: BTreeMap<Surface, Triangles> = BTreeMap::new();
    for piece in pieces {
        for (surface, triangles) in &piece.meshes {
            by_surface.entry(*surface).or_default().extend(triangles);
        }
    }
    let mut points = by_surface.values().flatten().flatten().map(|v| v.position);
    let first = points.next().ok_or_else(|| {
        ForgeError::Impossible(format!("{}: a sector without triangles", names.world))
    })?;
    let (min, max) = points.fold((first, first), |(min, max), p| (min.min(p), max.max(p)));
    let origin = ((min + max) * 0.5).round();
    let uv_sets = 1 + u8::from(by_surface.keys().any(|s| s.dual.is_some()));
    let mut materials = Vec::with_capacity(by_surface.len());
    let mut meshes = Vec::with_capacity(by_surface.len());
    for (surface, triangles) in &by_surface {
        let mesh = pack(triangles, origin, GRID, uv_sets, true)?;
        meshes.push((materials.len() as u32, mesh));
        materials.push(names.material(surface, uv_sets)?);
    }
    let vertices: usize = meshes.iter().map(|(_, mesh)| mesh.positions.len()).sum();
    if vertices > MAX_STRIP_VERTICES {
        return Err(ForgeError::Impossible(format!(
            "{}: a sector of {vertices} strip vertices",
            names.world
        )));
    }
    let geometry = Geometry::packed(materials, &meshes, SCALES, &chain_options(names.world));
    Ok(SectorAtomic {
        atomic: Atomic::standalone(geometry, SCALES),
        origin,
        bounds: Aabb {
            min: min.to_array(),
            max: max.to_array(),
        },
    })
}

/// A background model's clump: one untextured material, no normals. Source: spec/renderware.md 5.2 and 6.3.
///
/// # Errors
/// A vertex out of reach.
pub fn background(model: &Model) -> Result<Clump> {
    let triangles: Triangles = model.piece.meshes.values().flatten().copied().collect();
    let mesh = pack(&triangles, Vec3::ZERO, model.scale, 1, false)?;
    let scales = Scales {
        position: model.scale,
        ..SCALES
    };
    let (materials, options) = (vec![untextured()], ChainOptions::default());
    let geometry = Geometry::packed(materials, &[(0, mesh)], scales, &options);
    Ok(Clump::single(geometry, scales))
}

/// The material of a model that shows its dictionary's first texture, or vertex colours alone.
pub fn untextured() -> Material {
    Material {
        right_to_render: Some(RightToRender::ONE_UV_SET),
        ..Material::default()
    }
}

/// A textured material of the glow world.
pub fn glow_material(name: &str, painting: &Painting) -> Material {
    Material::textured(reference(name, painting))
}
