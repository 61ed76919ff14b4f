//! Patches from any triangles, without finer levels.

use std::collections::BTreeMap;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use super::data::PatchData;
use super::records::{AdGif, PLACEHOLDER, StripRecord, VertexInfo, records_of};
use crate::lighting::LightRecord;
use crate::model::strips_of_free;

/// A piece of terrain as triangles. All levels of detail draw all of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MeshPatch {
    /// Corners. Those at the same place share a position and its light.
    pub vertices: Vec<MeshVertex>,
    /// Triangles.
    pub triangles: Vec<MeshTriangle>,
    /// Textures.
    pub ad_gifs: Vec<AdGif>,
    /// The patch's place in the occlusion words.
    pub occlusion_index: u16,
}

/// A corner of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MeshVertex {
    /// Raw units, in the world.
    pub position: [i32; 3],
    /// Texture coordinates, 4,096ths.
    pub uv: [i16; 2],
    /// Its light record, of which the first vertex at a place decides.
    pub light: LightRecord,
}

/// A triangle with its texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MeshTriangle {
    /// Indices of vertices.
    pub vertices: [u16; 3],
    /// Index among the ad-gifs.
    pub ad_gif: u8,
}

impl MeshPatch {
    /// The patch: every vertex in the common tier, triangles joined to strips.
    ///
    /// # Errors
    /// `Malformed` when a triangle names a vertex that is not there, there are no triangles, or positions lie further apart than
    /// a patch can say; `Limit` when there are more vertices or strips than a patch can count.
    pub fn build(&self) -> Result<PatchData> {
        limits::check("vertices of a patch", self.vertices.len() as u64, 256, 0)?;
        if self.triangles.is_empty() {
            return Err(FormatError::malformed(0, "triangles", "none"));
        }
        let places: Vec<[i32; 3]> = self.vertices.iter().map(|v| v.position).collect();
        let origin = centre(&places);
        let mut data = PatchData {
            origin,
            mip_distance: PatchData::MIP_DISTANCE,
            occlusion_index: self.occlusion_index,
            ad_gifs: self.ad_gifs.clone(),
            base_only: 1,
            ..PatchData::default()
        };
        // Vertices that own a position come first.
        let mut position_of = BTreeMap::new();
        let mut owners = Vec::new();
        let mut others = Vec::new();
        for (i, vertex) in self.vertices.iter().enumerate() {
            let next = position_of.len();
            let position = *position_of.entry(vertex.position).or_insert(next);
            let infos = if position == next {
                &mut owners
            } else {
                &mut others
            };
            infos.push((i, position));
        }
        let mut new_index = vec![0_u8; self.vertices.len()];
        let [positions, ..] = &mut data.positions;
        let [infos, ..] = &mut data.vertex_infos;
        let in_order = owners.iter().chain(&others);
        for (index, (old, position)) in in_order.enumerate() {
            let (Some(vertex), Some(slot)) = (self.vertices.get(*old), new_index.get_mut(*old))
            else {
                continue;
            };
            *slot = index as u8;
            let [s, t] = vertex.uv;
            infos.push(VertexInfo {
                s,
                t,
                parent: 0,
                vertex: 2 * *position as i16,
            });
            if index < owners.len() {
                positions
                    .push(relative(origin, &places, *old).within(|| format!("vertex[{old}]"))?);
                data.lights.push(vertex.light);
                data.colors.push(PLACEHOLDER);
            }
        }
        let (strips, indices) = self.strips(&new_index)?;
        data.strips = [strips.clone(), strips.clone(), strips];
        data.indices = [indices.clone(), indices.clone(), indices];
        data.set_bounds();
        Ok(data)
    }

    fn strips(&self, new_index: &[u8]) -> Result<(Vec<StripRecord>, Vec<u8>)> {
        let mut by_gif: BTreeMap<u8, Vec<[u8; 3]>> = BTreeMap::new();
        for (i, triangle) in self.triangles.iter().enumerate() {
            let mut corners = [0; 3];
            for (corner, vertex) in corners.iter_mut().zip(triangle.vertices) {
                *corner = *new_index.get(usize::from(vertex)).ok_or_else(|| {
                    let expected = format!("a vertex below {}", new_index.len());
                    FormatError::malformed(0, expected, vertex).within(format!("triangle[{i}]"))
                })?;
            }
            by_gif.entry(triangle.ad_gif).or_default().push(corners);
        }
        let mut runs = Vec::new();
        for (ad_gif, triangles) in by_gif {
            let strips = strips_of_free(&triangles, vec![false; triangles.len()], LONGEST);
            runs.extend(strips.into_iter().map(|strip| (ad_gif, strip)));
        }
        Ok(records_of(&runs))
    }
}

/// Longest run that a strip record can say in both its forms.
const LONGEST: usize = 127;

/// The middle of the positions' box: an origin.
pub(super) fn centre(positions: &[[i32; 3]]) -> [i32; 4] {
    let middle = |i: usize| {
        let values = || positions.iter().filter_map(|position| position.get(i));
        let [low, high] = [values().min(), values().max()].map(|v| v.map_or(0, |v| i64::from(*v)));
        (low + high).div_euclid(2) as i32
    };
    [middle(0), middle(1), middle(2), 0]
}

/// A position from the origin.
pub(super) fn relative(origin: [i32; 4], positions: &[[i32; 3]], index: usize) -> Result<[i16; 3]> {
    let position = positions.get(index).copied().unwrap_or_default();
    let mut from_origin = [0; 3];
    for (to, (value, origin)) in from_origin.iter_mut().zip(position.into_iter().zip(origin)) {
        let distance = i64::from(value) - i64::from(origin);
        // -32,768 is left out, so that both sides reach equally far.
        *to = i16::try_from(distance)
            .ok()
            .filter(|distance| *distance != i16::MIN)
            .ok_or_else(|| {
                FormatError::malformed(0, "at most 32,767 raw units from the centre", distance)
            })?;
    }
    Ok(from_origin)
}
