//! Levels that ask for much more than they hold.

use wonderwheel_commando::gameplay::{BlockKind, Gameplay, InstanceTable, MobyInstance};
use wonderwheel_commando::level::{NewClass, NewLevel};
use wonderwheel_export::commando::{Exported, LevelOptions, export_level};

use super::small_level::{self, MOBY, TIE};
use super::structure::ReadBack;
use super::support::{assert_noted, notes, options};

#[test]
fn classes_that_stand_nowhere_are_not_in_the_file() {
    let mut level = small_level::level();
    let bytes = level.tie_classes[0].bytes.clone();
    level.tie_classes = (0..2_000)
        .map(|class| NewClass {
            class,
            textures: vec![0],
            bytes: bytes.clone(),
        })
        .collect();
    let file = level.write().unwrap();
    let options = LevelOptions::default();
    let exported = export_level(&file, "level.wad", &options, &mut |_| {}).unwrap();
    // A tie in two lights, a shrub, a moby, three levels of two terrains, two shells, two walls of two collisions.
    assert_eq!(exported.counts.ties, 3);
    assert_eq!(exported.counts.meshes, 2 + 1 + 1 + 3 * 2 + 2 + 2 * 2);
    assert!((0..2_000).contains(&TIE));
}

#[test]
fn instances_and_joints_beyond_what_a_file_has_room_for_are_left_out_and_told() {
    let mut level = small_level::level();
    let moby = MobyInstance {
        size: MobyInstance::SIZE,
        class: MOBY,
        scale: 1.0,
        ..MobyInstance::default()
    };
    // Each has a node, a mesh's and two joints: 262,144 nodes are 65,536 of them, less the ties and the shrub.
    let table = InstanceTable::new(vec![moby; 66_000]);
    let blocks = level.gameplay.blocks.into_iter();
    let others = blocks.map(|block| (block.kinds[0], block.bytes));
    let more = [(BlockKind::MobyInstances, table.write())];
    level.gameplay = Gameplay::lay_out(others.chain(more)).unwrap();
    let exported = without_collision(&level);
    assert_eq!(exported.counts.mobys, 65_535);
    let noted = notes(&exported);
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert_noted(&noted, "left out");
    assert!(exported.glb.size() < 150_000_000, "{}", exported.glb.size());
    let without_mobys = without_collision(&small_level::level());
    assert_eq!(exported.counts.meshes, without_mobys.counts.meshes);
    ReadBack::of(&without_mobys);
}

fn without_collision(level: &NewLevel) -> Exported {
    let options = options(|it| it.collision = false);
    export_level(&level.write().unwrap(), "level.wad", &options, &mut |_| {}).unwrap()
}
