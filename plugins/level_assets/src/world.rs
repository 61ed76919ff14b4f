//! `<world>_sec.wld`: the tables of a streamed world and the textures it shares with its parts.

use std::collections::HashSet;

use bevy::asset::{Asset, LoadContext};
use bevy::math::Vec3;
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_renderware::mip_words::MipWords;
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane};
use wonderwheel_warriors::check::{Finding, WorldCheck};
use wonderwheel_warriors::world_stream::WorldStream;

use crate::load::{FileAsset, SourceFile};
use crate::texture::{NamedTexture, add_dictionary, remarks};

/// A streamed world: where its sectors lie and which part brings each.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct WorldAsset {
    /// Parts are numbered 1 to this.
    pub part_count: u32,
    /// The planes of the BSP, in stream order.
    pub planes: Vec<Plane>,
    /// The leaves of the BSP, in stream order.
    pub leaves: Vec<Leaf>,
    /// The root of the BSP.
    pub root: Node,
    /// The world's box.
    pub bounds: Aabb,
    /// Its textures.
    pub textures: Vec<NamedTexture>,
    /// Whether the file carries visibility data. Its layout is unknown.
    pub has_pvs: bool,
    /// Bytes of the file.
    pub byte_size: u64,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
}

/// A sector of a streamed world. Source: spec/renderware.md 8.6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leaf {
    /// Streamed-sector index, unique in the world. `None`: the leaf has no atomic.
    pub sector: Option<u32>,
    /// Part that brings the atomic, from 1; 0 without one.
    pub part: u32,
    /// Where the atomic's own origin lies; RenderWare axes, metres.
    pub origin: Vec3,
    /// The sector's box.
    pub bounds: Aabb,
}

impl Leaf {
    fn new(sector: &AtomicSector) -> Self {
        let streamed = sector.streamed.as_ref();
        let index = streamed.and_then(|streamed| u32::try_from(streamed.index).ok());
        Self {
            sector: index,
            part: streamed
                .filter(|_| index.is_some())
                .map_or(0, |streamed| streamed.part),
            origin: streamed.map_or(Vec3::ZERO, |streamed| streamed.origin.into()),
            bounds: sector.bounds(),
        }
    }

    /// Nothing is ever drawn there.
    fn leave_out(&mut self) {
        self.sector = None;
        self.part = 0;
    }
}

/// The leaves, those that cannot be used left out: with triangles of their own, with an index that another leaf has or that
/// is no index at all, or of a part that does not exist. [`WorldCheck`] names each of them.
/// Source: spec/renderware.md 8.6 and 9.3.
fn usable_leaves(sectors: &[AtomicSector], part_count: u32) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = sectors.iter().map(Leaf::new).collect();
    let leaf_count = leaves.len();
    let mut taken = HashSet::new();
    for (leaf, sector) in leaves.iter_mut().zip(sectors) {
        let Some(index) = leaf.sector else { continue };
        let is_empty = sector.triangle_count == 0 && sector.vertex_count == 0;
        let is_index = (index as usize) < leaf_count;
        let is_part = (1..=part_count).contains(&leaf.part);
        if !(is_empty && is_index && is_part && taken.insert(index)) {
            leaf.leave_out();
        }
    }
    leaves
}

/// What is wrong with a world stream by itself.
fn faults(file: &SourceFile, stream: &WorldStream) -> Vec<Fault> {
    // Neither manifest nor parts are at hand here; they are compared where they are.
    let check = WorldCheck::new("", None, stream, file.size());
    let of_stream =
        |finding: &Finding| !finding.is_note() && !matches!(finding, Finding::PartMissing { .. });
    let found = check.finish().into_iter().filter(of_stream);
    found
        .map(|finding| {
            Fault::of_file(&file.name, FaultKind::Malformed, finding.to_string()).within("world")
        })
        .collect()
}

/// Loads `.wld` files. Textures become `texture/<name>`.
///
/// A sector that contradicts the rest costs only itself: it is in [`WorldAsset::faults`]. A file without any sector that
/// can be used is refused.
impl FileAsset for WorldAsset {
    const ENDINGS: &'static [&'static str] = &["wld"];

    fn from_file(file: &SourceFile, context: &mut LoadContext<'_>) -> Result<Self, Fault> {
        let stream = WorldStream::read(&file.bytes).map_err(|error| file.fault(&error))?;
        let mut faults = faults(file, &stream);
        let leaves = usable_leaves(&stream.world.sectors, stream.part_count);
        let has_index = |sector: &AtomicSector| sector.streamed_atomic().is_some();
        if leaves.iter().all(|leaf| leaf.sector.is_none())
            && stream.world.sectors.iter().any(has_index)
        {
            let reason = faults.into_iter().next().map(|fault| fault.words);
            // The reason names the first sector; the list of them as a whole has no place of its own.
            let nothing =
                FormatError::malformed(0, "a sector that can be used", reason.unwrap_or_default());
            return Err(file.fault(&nothing.within("world")));
        }
        let words = MipWords::of(&stream.dictionary, &stream.world.materials);
        faults.extend(remarks(&file.name, &stream.dictionary, &words));
        let textures = add_dictionary(context, &stream.dictionary, &words, None, |error| {
            faults.push(file.fault(&error));
        });
        Ok(WorldAsset {
            part_count: stream.part_count,
            leaves,
            root: stream.world.root,
            bounds: stream.world.bounds(),
            has_pvs: stream.world.has_pvs(),
            planes: stream.world.planes,
            textures,
            byte_size: file.size(),
            faults,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_renderware::world::StreamedSector;

    fn leaf(index: i32, part: u32) -> AtomicSector {
        let streamed = StreamedSector {
            index,
            part,
            origin: [0.0; 3],
        };
        AtomicSector::streamed(Aabb::default(), Some(streamed))
    }

    /// Sector and part of each leaf of a world of two parts.
    fn used(sectors: &[AtomicSector]) -> Vec<(Option<u32>, u32)> {
        let leaves = usable_leaves(sectors, 2);
        leaves.iter().map(|leaf| (leaf.sector, leaf.part)).collect()
    }

    #[test]
    fn leaves_without_an_atomic_need_no_part() {
        let sectors = [leaf(1, 2), leaf(-1, 0), leaf(0, 1)];
        assert_eq!(used(&sectors), [(Some(1), 2), (None, 0), (Some(0), 1)]);
    }

    #[test]
    fn a_repeated_index_no_index_and_an_unknown_part_cost_only_their_leaves() {
        let sectors = [
            leaf(0, 1),
            leaf(0, 2),
            leaf(99, 1),
            leaf(1, 0),
            leaf(2, 3),
            leaf(3, 2),
        ];
        let out = (None, 0);
        assert_eq!(
            used(&sectors),
            [(Some(0), 1), out, out, out, out, (Some(3), 2)]
        );
    }

    #[test]
    fn a_leaf_with_triangles_of_its_own_is_left_out() {
        let (mut triangles, mut vertices) = (leaf(0, 1), leaf(1, 1));
        triangles.triangle_count = 1;
        vertices.vertex_count = 3;
        assert_eq!(
            used(&[triangles, vertices, leaf(2, 1)]),
            [(None, 0), (None, 0), (Some(2), 1)]
        );
    }
}
