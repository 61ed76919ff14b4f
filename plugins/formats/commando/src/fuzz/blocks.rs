//! Blocks of the core data that stand alone: terrain, sky, collision, occlusion.

use std::sync::LazyLock;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::law::{self, validated};

use super::shown;
use crate::collision::{self, Collision, Ray};
use crate::gameplay::{MobyInstance, TieInstance};
use crate::lighting::{DirectionalPass, LightBank, LightSet, NormalTable};
use crate::occlusion::{self, LevelObjects, ObjectBits, OcclusionGrid, OcclusionMappings};
use crate::sky::{self, Sky};
use crate::tfrag::{self, DepthRange, Lod, LodMode, Patch, TfragBlock, Triangle, TriangleList};

static SINES: LazyLock<NormalTable> = LazyLock::new(NormalTable::rounded);

/// A terrain block: every patch in every level of detail, morphed, lit, as plain values.
pub fn tfrag(bytes: &[u8]) {
    let block = law::keeps_all(bytes, TfragBlock::read, TfragBlock::write);
    let lenient = law::read(bytes, |bytes| {
        TfragBlock::read_lenient(&mut Cursor::new(bytes))
    });
    let is_sound = lenient.as_ref().is_some_and(|it| it.faults().is_empty());
    assert_eq!(block.is_some(), is_sound);
    if let (Some(block), Some(lenient)) = (&block, &lenient) {
        assert_eq!(block.len(), lenient.len());
    }
    for block in block.iter().chain(&lenient) {
        assert!(block.as_bytes() == bytes, "a block keeps its bytes");
        validated(|findings| {
            block.validate(findings);
            block.validate_textures(1, findings);
        });
        for (_, patch) in block.patches() {
            walk_patch(block, &patch);
        }
        let bank = LightBank::new(vec![LightSet::default(); 2]);
        let lit = DirectionalPass::new(&SINES, &bank).run(block.lights());
        assert_eq!(lit.colors.len(), block.positions().len());
    }
    shown(bytes, tfrag::outline);
}

fn walk_patch(block: &TfragBlock, patch: &Patch<'_>) {
    let infos = patch.vertex_infos.len();
    let mut list = TriangleList::default();
    for lod in Lod::ALL {
        let is_inside = |triangle: Triangle| {
            let corners = triangle.vertex_infos.iter();
            corners
                .map(|corner| usize::from(*corner))
                .all(|corner| corner < infos)
        };
        assert!(patch.triangles(lod).all(is_inside), "{lod:?}");
        list.push(patch, lod);
    }
    let distances = block.lod_distances();
    let sphere = patch.header.bounding_sphere.map(|value| value / 1024.0);
    let depth = DepthRange::of_sphere(sphere, [0.0; 3], [1.0, 0.0, 0.0]);
    let mode = distances.mode(patch.header.base_only != 0, depth);
    for mode in [mode, LodMode::Lod0Collapse] {
        let morph = patch.morph(mode, &distances, patch.colors, |[x, _, _]| x);
        assert_eq!(morph.vertex_infos.len(), infos);
    }
    let data = patch.to_data();
    assert_eq!(data.position_count(), patch.positions.len());
    // What was read need not be what a writer may write.
    if let Ok(again) = TfragBlock::build(block.lod_distance(), &[data]) {
        assert_eq!(again.positions(), patch.positions);
    }
}

/// A sky: every shell as a mesh, every texture as colours.
pub fn sky(bytes: &[u8]) {
    if let Some(sky) = law::keeps_all(bytes, Sky::read, Sky::write) {
        validated(|findings| sky.validate(findings));
        for shell in &sky.shells {
            assert_eq!(shell.mesh().triangles.len(), shell.faces.len());
        }
        for texture in &sky.textures {
            assert_eq!(texture.rgba().len(), 4 * texture.indices.len());
        }
    }
    shown(bytes, sky::outline);
}

/// A level's collision: as one mesh, and asked for rays and near points.
pub fn collision(bytes: &[u8]) {
    if let Some(collision) = law::keeps_all(bytes, Collision::read, Collision::write) {
        validated(|findings| collision.validate(findings));
        let mesh = collision.mesh();
        assert!(mesh.triangles().count() >= mesh.faces.len());
        // The length of a level, and from corner to corner of all that cells can lie in.
        for (from, to) in [
            ([-50.0; 3], [40.0, 50.0, 60.0]),
            ([-4e5; 3], [4e5, 4e5, 3.9e5]),
        ] {
            if let Some(ray) = Ray::between(from, to) {
                collision.ray(ray);
            }
        }
        for radius in [5.0, 500.0, 1e6] {
            collision.nearest([1.0, 2.0, 3.0], radius);
        }
        for group in collision.hero_groups().unwrap_or_default() {
            assert_eq!(group.positions().len(), group.vertices.len());
        }
    }
    shown(bytes, collision::outline);
}

/// An occlusion grid, with every cell asked for.
pub fn occlusion(bytes: &[u8]) {
    if let Some(grid) = law::keeps_all(bytes, OcclusionGrid::read, OcclusionGrid::write) {
        validated(|findings| grid.validate(findings));
        for octant in grid.octants() {
            let named = grid.masks().get(usize::from(octant.mask));
            assert!(named.is_some());
            assert_eq!(grid.mask_of(octant.cell), named);
        }
        grid.mask_at([1.0, 2.0, 3.0]);
    }
    shown(bytes, occlusion::outline);
}

/// The occlusion mappings of a level's things.
pub fn occlusion_mappings(bytes: &[u8]) {
    let read = law::keeps_all(bytes, OcclusionMappings::read, OcclusionMappings::write);
    if let Some(mappings) = read {
        validated(|findings| mappings.validate(findings));
        let objects = LevelObjects {
            patches: &[vec![2; 3], vec![1]],
            ties: &[TieInstance::default(); 2],
            mobys: &[MobyInstance::default(); 2],
        };
        ObjectBits::resolve(&mappings, &objects);
    }
    shown(bytes, occlusion::outline_mappings);
}
