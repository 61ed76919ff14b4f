//! Classes of ties, shrubs and mobys.

use wonderwheel_ps2::law::{self, validated};

use super::shown;
use crate::moby::{self, MobyClass};
use crate::model::Triangles;
use crate::shrub::{self, ShrubClass};
use crate::tie::{self, TieClass};

/// A tie class, in all of its levels.
pub fn tie(bytes: &[u8]) {
    if let Some(class) = law::keeps_all(bytes, TieClass::read, TieClass::write) {
        validated(|findings| class.validate(findings));
        class.corners();
        for lod in 0..class.lods.len() {
            if let Some(mesh) = law::read(bytes, |_| class.mesh(lod)) {
                corners_exist(&mesh.triangles, mesh.positions.len());
            }
        }
    }
    shown(bytes, |bytes, _| tie::outline(bytes));
}

/// A shrub class.
pub fn shrub(bytes: &[u8]) {
    if let Some(class) = law::keeps_all(bytes, ShrubClass::read, ShrubClass::write) {
        validated(|findings| class.validate(findings));
        if let Some(mesh) = law::read(bytes, |_| class.mesh()) {
            corners_exist(&mesh.triangles, mesh.positions.len());
        }
        shrub::fade(class.billboard.as_ref(), 100.0, 50.0);
    }
    shown(bytes, |bytes, _| shrub::outline(bytes));
}

/// A moby class: every list of its packets, every pose's head.
pub fn moby(bytes: &[u8]) {
    if let Some(class) = law::keeps_all(bytes, MobyClass::read, MobyClass::write) {
        validated(|findings| class.validate(findings));
        for list in class.lists() {
            if let Some(mesh) = law::read(bytes, |_| class.mesh(list)) {
                corners_exist(&mesh.triangles, mesh.positions.len());
                assert_eq!(mesh.blends.len(), mesh.positions.len());
            }
        }
        for sequence in class.sequences.iter().flatten() {
            for frame in &sequence.frames {
                class.frame_header(*frame);
            }
        }
    }
    shown(bytes, |bytes, _| moby::outline(bytes));
}

fn corners_exist(triangles: &Triangles, vertices: usize) {
    let mut corners = triangles.indices.iter();
    assert!(corners.all(|corner| (*corner as usize) < vertices));
    let drawn: usize = triangles
        .draws
        .iter()
        .map(|draw| draw.index_count as usize)
        .sum();
    assert_eq!(drawn, triangles.indices.len());
}
