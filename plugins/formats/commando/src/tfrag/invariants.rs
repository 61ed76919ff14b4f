//! What holds for every patch once its lists have been read. Source: spec/commando-tfrag.md 7.

use wonderwheel_ps2::error::FormatError;

use super::fault::Refusal;
use super::lod::{Lod, Tier};
use super::patch::Patch;
use super::records::VertexInfo;

/// How far a vertex may lie outside its bounding sphere, in raw units: what rounding may do.
const SPHERE_TOLERANCE: f64 = 2.0;

/// The rules that reading the lists has not enforced already: counts, indices, parents, the bounding sphere. A parser that has
/// lost its way still finds plausible numbers, so none of them can be left out. `light_origin` is the quadword before the light
/// records, `base` where the patch's data stand.
pub(super) fn check(patch: &Patch<'_>, light_origin: [i32; 4], base: u64) -> Result<(), Refusal> {
    let header = patch.header;
    let refuse = |rule, expected: String, found: String| {
        Err(Refusal {
            rule,
            error: FormatError::malformed(base, expected, found),
        })
    };
    // 1. Positions.
    let positions = patch.positions.len();
    if positions != usize::from(header.vertex_count) {
        return refuse(
            "tfrag-vertex-count",
            format!("{} positions", header.vertex_count),
            format!("{positions}"),
        );
    }
    // 2. Triangles of LOD 0.
    let triangles: usize = patch.runs(Lod::Zero).map(|run| run.triangles()).sum();
    if triangles != usize::from(header.triangle_count) {
        return refuse(
            "tfrag-triangle-count",
            format!("{} triangles in LOD 0", header.triangle_count),
            format!("{triangles}"),
        );
    }
    // 3. Indices.
    for lod in Lod::ALL {
        let available = patch.vertex_infos_for(lod);
        let largest = patch.indices_of(lod).iter().max();
        if let Some(index) = largest.filter(|index| usize::from(**index) >= available) {
            return refuse(
                "tfrag-index-range",
                format!("indices of LOD {} below {available}", lod.index()),
                format!("{index}"),
            );
        }
    }
    let infos = patch.vertex_infos;
    let out_of_range =
        |info: &&VertexInfo| info.position() >= positions || info.second_parent() >= positions;
    if let Some(info) = infos.iter().find(out_of_range) {
        return refuse(
            "tfrag-position-range",
            format!("vertices of {positions} positions"),
            format!("{info:?}"),
        );
    }
    // 6. Parents.
    for (tier, coarser) in [(Tier::Lod01, Tier::Common), (Tier::Lod0, Tier::Lod01)] {
        check_parents(patch, tier, coarser, base)?;
    }
    // 9. What is only set while the game runs.
    if header.point_lights != 0xFFFF || header.single_light != -1 {
        return refuse(
            "tfrag-run-time-lights",
            "no point lights, and light sets by vertex".into(),
            format!("{:#x} and {}", header.point_lights, header.single_light),
        );
    }
    // 11. The origin stands in two places.
    if light_origin != patch.origin {
        return refuse(
            "tfrag-origin",
            format!("the origin {:?} before the light records", patch.origin),
            format!("{light_origin:?}"),
        );
    }
    // 10. A wrong origin shows here and nowhere else.
    if let Some(position) = outside(patch) {
        return refuse(
            "tfrag-bounding-sphere",
            format!("positions inside the sphere {:?}", header.bounding_sphere),
            format!("{position:?} from {:?}", patch.origin),
        );
    }
    Ok(())
}

/// Vertices of a tier have parents in coarser ones.
fn check_parents(patch: &Patch<'_>, tier: Tier, coarser: Tier, base: u64) -> Result<(), Refusal> {
    let vertices = patch.vertex_infos_of(tier);
    let common = patch.vertex_infos_of(Tier::Common).end;
    let first_parents = patch
        .first_parents
        .get(vertices.start - common..vertices.end - common)
        .unwrap_or_default();
    let infos = patch.vertex_infos.get(vertices).unwrap_or_default();
    let first_below = patch.vertex_infos_of(coarser).end;
    let second_below = patch.positions_of(coarser).end;
    let wrong = |(first, info): (&u8, &VertexInfo)| {
        usize::from(*first) >= first_below || info.second_parent() >= second_below
    };
    if first_parents.len() == infos.len() && !first_parents.iter().zip(infos).any(wrong) {
        return Ok(());
    }
    Err(Refusal {
        rule: "tfrag-parents",
        error: FormatError::malformed(
            base,
            format!(
                "parents of tier {tier:?} among {first_below} vertices and {second_below} positions"
            ),
            format!("{first_parents:?} and {infos:?}"),
        ),
    })
}

/// A position outside the bounding sphere.
fn outside(patch: &Patch<'_>) -> Option<[i16; 3]> {
    let [x, y, z, radius] = patch.header.bounding_sphere.map(f64::from);
    let [ox, oy, oz, _] = patch.origin.map(f64::from);
    let [x, y, z] = [ox - x, oy - y, oz - z];
    let reach = radius + SPHERE_TOLERANCE;
    let inside = |position: &[i16; 3]| {
        let [px, py, pz] = position.map(f64::from);
        let [dx, dy, dz] = [x + px, y + py, z + pz];
        // Also false for a sphere that is not a number.
        reach >= 0.0 && dx * dx + dy * dy + dz * dz <= reach * reach
    };
    let mut positions = patch.positions.iter();
    positions.find(|position| !inside(position)).copied()
}
