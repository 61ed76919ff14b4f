//! A block as a tree for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Budget, Node, Outline};

use super::block::TfragBlock;
use super::decode::Record;
use super::header::PatchHeader;
use super::lod::Lod;
use super::patch::Patch;
use super::table::TABLE;
use crate::inside::inside;

/// The tree of a block: a node for each patch, with its lists and arrays inside. Patches that break a rule stand there with it.
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "tfrag block");
    let error = match TfragBlock::read_lenient(&mut Cursor::new(bytes).limited(limits)) {
        Ok(block) => {
            describe(&block, &mut file, &limits);
            block.faults().first().map(|fault| fault.error.clone())
        }
        Err(error) => Some(error),
    };
    inside(vec![file], error, bytes)
}

fn describe(block: &TfragBlock, node: &mut Node, limits: &Limits) {
    node.field("patches", block.len());
    node.field("LOD base distance", block.lod_distance());
    node.field("positions", block.positions().len());
    node.field("vertices", block.vertex_infos().len());
    node.field("ad-gifs", block.ad_gifs().len());
    for lod in Lod::ALL {
        let name = format!("triangles of LOD {}", lod.index());
        node.field(name, block.triangle_count(lod));
    }
    node.field("bytes behind the last patch", block.tail().len());
    let mut budget = Budget::new(limits);
    // In the order of their patches.
    let mut faults = block.faults().iter();
    for (i, record) in block.records().iter().enumerate() {
        let header_at = (TABLE + i * PatchHeader::BYTES) as u64;
        if let Err(error) = budget.spend(header_at) {
            node.fault(error);
            return;
        }
        let name = format!("patch[{i}]");
        let child = match (record, block.patch(i)) {
            (Some(record), Some(patch)) => patch_node(name, record, &patch),
            _ => {
                let mut child = Node::new(header_at, PatchHeader::BYTES as u64, name);
                if let Some(fault) = faults.next() {
                    child.field("rule", fault.rule);
                    child.fault(fault.error.clone());
                }
                child
            }
        };
        node.children.push(child);
    }
}

fn patch_node(name: String, record: &Record, patch: &Patch<'_>) -> Node {
    let start = record.extent.start as u64;
    let mut node = Node::new(start, record.extent.len() as u64, name);
    let header = patch.header;
    header.show(&mut node);
    node.field("origin", format!("{:?}", patch.origin));
    for (tier, counts) in ["common", "LOD 01", "LOD 0"].into_iter().zip(patch.tiers()) {
        let positions = counts.positions;
        let vertices = counts.infos();
        node.field(tier, format!("{positions} positions, {vertices} vertices"));
    }
    for lod in Lod::ALL {
        let strips = patch.runs(lod).count();
        let triangles = patch.triangles(lod).count();
        let name = format!("LOD {}", lod.index());
        node.field(name, format!("{strips} strips, {triangles} triangles"));
    }
    let textures: Vec<_> = patch.ad_gifs.iter().map(|gif| gif.texture()).collect();
    node.field("textures", format!("{textures:?}"));
    node.field("always LOD 2", header.base_only != 0);
    for (name, part) in record.parts() {
        let (at, size) = (start + part.start as u64, part.len() as u64);
        node.children.push(Node::new(at, size, name));
    }
    node
}
