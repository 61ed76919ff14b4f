//! The gameplay stream's contents for people.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Node, Outline};

use super::blocks::BlockKind;
use super::file::{Block, Gameplay};
use crate::inside::inside;

/// The tree of a decompressed gameplay stream: a node a block; the known ones say how much is in them.
pub fn outline(bytes: &[u8], _limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "gameplay");
    let read = Gameplay::read(bytes);
    if let Ok(gameplay) = &read {
        file.children = gameplay
            .blocks
            .iter()
            .map(|block| node(gameplay, block))
            .collect();
    }
    inside(vec![file], read.err(), bytes)
}

fn node(gameplay: &Gameplay, block: &Block) -> Node {
    let names: Vec<_> = block.kinds.iter().map(|kind| kind.name()).collect();
    let mut node = Node::new(
        block.offset.into(),
        block.bytes.len() as u64,
        names.join(" and "),
    );
    for kind in &block.kinds {
        if let Err(error) = fill(gameplay, *kind, &mut node) {
            node.fault(error);
        }
    }
    node
}

fn fill(gameplay: &Gameplay, kind: BlockKind, node: &mut Node) -> Result<()> {
    match kind {
        BlockKind::TieInstances => node.field("instances", gameplay.tie_instances()?.len()),
        BlockKind::ShrubInstances => node.field("instances", gameplay.shrub_instances()?.len()),
        BlockKind::MobyInstances => node.field("instances", gameplay.moby_instances()?.len()),
        BlockKind::TieAmbients => node.field("ties", gameplay.tie_ambients()?.iter().count()),
        BlockKind::LevelSettings => {
            let Some(settings) = gameplay.settings()? else {
                return Ok(());
            };
            node.field("background", format_args!("{:?}", settings.background));
            node.field("fog", format_args!("{:?}", settings.fog));
            node.field("fog distance", format_args!("{:?}", settings.fog_distance));
            node.field(
                "fog intensity",
                format_args!("{:?}", settings.fog_intensity),
            );
            node.field("death height", settings.death_height);
            node.field("spherical world", settings.is_spherical_world);
            node.field(
                "ship position",
                format_args!("{:?}", settings.ship_position),
            );
            node.field(
                "chunk planes",
                settings.chunk_planes.first().map_or(0, |it| it.plane_count),
            );
        }
        _ => {}
    }
    Ok(())
}
