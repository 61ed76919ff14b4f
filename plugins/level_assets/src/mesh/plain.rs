//! Platform-independent geometry. None is on the disc; other tools write it.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::atomic::Scales;
use wonderwheel_renderware::geometry::{Geometry, PlainVertices};
use wonderwheel_renderware::strip;

use super::builder::{Builder, float_bounds};
use super::scenery::{MeshVertices, SceneryMesh};
use crate::vertex::{GsFloatVertex, NO_COLOUR};

/// The first morph target, drawn by the mesh plugin's index lists. Source: spec/renderware.md 6.5.
pub(super) fn from_plain(geometry: &Geometry, plain: &PlainVertices) -> Result<SceneryMesh> {
    let Some(target) = plain.morph_targets.first() else {
        return Err(FormatError::malformed(0, "at least one morph target", 0));
    };
    let positions = target.positions.as_deref().unwrap_or_default();
    let normals = target.normals.as_deref();
    let uv = |set: usize, i: usize| {
        let uv = plain.uv_sets.get(set).and_then(|set| set.get(i));
        uv.copied().unwrap_or_default()
    };
    let vertices = positions
        .iter()
        .enumerate()
        .map(|(i, &position)| {
            let ([s1, t1], [s2, t2]) = (uv(0, i), uv(1, i));
            let normal = normals
                .and_then(|normals| normals.get(i))
                .copied()
                .unwrap_or_default();
            let [x, y, z] = normal.map(|part| (part * 127.0).round() as i8);
            GsFloatVertex {
                position,
                uv: [s1, t1, s2, t2],
                colour: plain.colours.get(i).copied().unwrap_or(NO_COLOUR),
                normal: [x, y, z, 0],
            }
        })
        .collect::<Vec<_>>();

    let mut builder = Builder::new(&geometry.materials);
    builder.has_normals = normals.is_some();
    for (number, mesh) in geometry.bin_mesh.meshes.iter().enumerate() {
        let segment = || format!("mesh[{number}]");
        let first_index = builder.indices.len();
        let mut min_alpha = u8::MAX;
        for corners in strip::triangles(mesh.indices.len() as u32, geometry.bin_mesh.is_strip()) {
            let corners = corners.map(|corner| mesh.indices.get(corner as usize).copied());
            let [Some(a), Some(b), Some(c)] = corners else {
                continue;
            };
            let found = [a, b, c].map(|index| vertices.get(index as usize));
            let [Some(p), Some(q), Some(r)] = found else {
                let beyond = [a, b, c].into_iter().max().unwrap_or_default();
                let expected = format!("a vertex below {}", vertices.len());
                return Err(FormatError::malformed(0, expected, beyond)).within(segment);
            };
            if strip::is_degenerate([p.position, q.position, r.position]) {
                continue;
            }
            builder.indices.extend_from_slice(&[a, b, c]);
            min_alpha = min_alpha.min(p.colour[3]).min(q.colour[3]).min(r.colour[3]);
        }
        builder
            .push_draw(first_index, mesh.material, min_alpha)
            .within(segment)?;
    }
    let bounds = float_bounds(&vertices);
    let vertices = MeshVertices::Float(vertices);
    Ok(builder.finish(
        vertices,
        Scales::default(),
        bounds,
        Some(target.bounding_sphere),
    ))
}
