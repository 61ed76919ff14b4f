use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::finding::Findings;

use super::*;

fn tie() -> TieInstance {
    TieInstance {
        class: 7,
        draw_distance: 500,
        matrix: [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [10.0, 20.0, 30.0, 0.01],
        ],
        light: 3,
        uid: 99,
        ..TieInstance::default()
    }
}

fn gameplay() -> Gameplay {
    let mut ambients = TieAmbients::default();
    ambients.push(0, &[0x7FFF, 0x001F]).unwrap();
    let shrub = ShrubInstance {
        class: 5,
        draw_distance: 60.5,
        colour: [1, 2, 3],
        light: 1,
        ..ShrubInstance::default()
    };
    let moby = MobyInstance {
        size: MobyInstance::SIZE,
        class: 11,
        scale: 2.0,
        position: [4.0, 5.0, 6.0],
        rotation: [0.0, 0.0, std::f32::consts::FRAC_PI_2],
        ..MobyInstance::default()
    };
    let mut mobys = InstanceTable::new(vec![moby]);
    mobys.head[0] = 64;
    Gameplay::lay_out([
        (BlockKind::LevelSettings, LevelSettings::plain().write()),
        (BlockKind::TieClasses, write_class_list(&[7])),
        (
            BlockKind::TieInstances,
            InstanceTable::new(vec![tie()]).write(),
        ),
        (BlockKind::TieAmbients, ambients.write()),
        (
            BlockKind::ShrubInstances,
            InstanceTable::new(vec![shrub]).write(),
        ),
        (BlockKind::MobyInstances, mobys.write()),
        (BlockKind::OcclusionMappings, vec![0; 16]),
        (BlockKind::Lights, vec![0; 16]),
    ])
    .unwrap()
}

#[test]
fn every_block_has_its_place_in_the_table() {
    let places: Vec<usize> = BlockKind::ALL.map(BlockKind::pointer).into();
    assert_eq!(places, (0..39).map(|i| 4 * i).collect::<Vec<_>>());
    assert_eq!(BlockKind::TieInstances.pointer(), 0x34);
    assert_eq!(BlockKind::MobyInstances.pointer(), 0x4C);
    assert_eq!(BlockKind::OcclusionMappings.pointer(), 0x90);
    assert_eq!(BlockKind::Areas.pointer(), 0x98);
    let mut order = BlockKind::FILE_ORDER;
    order.sort_unstable();
    assert_eq!(order, BlockKind::ALL);
}

#[test]
fn records_have_the_sizes_of_the_source() {
    assert_eq!(size_of::<TieInstance>(), 0x60);
    assert_eq!(size_of::<ShrubInstance>(), 0x70);
    assert_eq!(size_of::<MobyInstance>(), 0x88);
    assert_eq!(InstanceTable::new(vec![tie()]).write().len(), 0x70);
    let settings = LevelSettings::plain().write();
    assert_eq!(settings.len(), 0x5C + 0x20 + 4);
    // The field's place follows from all before it.
    let moby = InstanceTable::new(vec![MobyInstance {
        light: 0x55,
        ..MobyInstance::default()
    }])
    .write();
    assert_eq!(moby[16 + 0x80], 0x55);
    let shrub = InstanceTable::new(vec![ShrubInstance {
        light: 0x55,
        ..ShrubInstance::default()
    }])
    .write();
    assert_eq!(shrub[16 + 0x60], 0x55);
}

#[test]
fn what_is_laid_out_is_read_and_written_back() {
    let bytes = gameplay().write().unwrap();
    let read = Gameplay::read(&bytes).unwrap();
    assert_eq!(read.write().unwrap(), bytes);
    assert_eq!(read.tie_instances().unwrap(), [tie()]);
    assert_eq!(read.shrub_instances().unwrap()[0].draw_distance, 60.5);
    assert_eq!(read.moby_instances().unwrap()[0].scale, 2.0);
    assert_eq!(read.settings().unwrap().unwrap().background, [-1, 0, 0]);
    let ambients = read.tie_ambients().unwrap();
    assert_eq!(
        ambients.iter().collect::<Vec<_>>(),
        [(0, [0x7FFF, 0x1F].as_slice())]
    );
    assert_eq!(
        read_class_list(read.block(BlockKind::TieClasses).unwrap()).unwrap(),
        [7]
    );
    assert!(read.blocks.iter().all(|block| block.offset % 16 == 0));
    let occlusion = read
        .blocks
        .iter()
        .find(|block| block.kinds == [BlockKind::OcclusionMappings]);
    assert_eq!(occlusion.unwrap().offset % 64, 0);
    let findings = Findings::of(|all| read.validate(all));
    assert_eq!(findings.as_slice(), []);
    let tree = outline(&bytes, Default::default());
    assert_eq!(tree.error, None);
    assert_eq!(tree.nodes[0].children.len(), 8);
}

#[test]
fn a_file_without_blocks_holds_nothing() {
    let gameplay = Gameplay::read(&[0; 0x9C]).unwrap();
    assert_eq!(gameplay.tie_instances().unwrap(), []);
    assert_eq!(gameplay.settings().unwrap(), None);
    assert_eq!(gameplay.write().unwrap(), [0; 0x9C]);
    for length in 0..0x9C {
        assert!(Gameplay::read(&vec![0; length]).is_err());
    }
    // What stands before the first block is kept.
    let odd: Vec<u8> = [vec![0; 0x9C], vec![1, 2, 3]].concat();
    assert_eq!(Gameplay::read(&odd).unwrap().write().unwrap(), odd);
}

#[test]
fn offsets_that_lead_nowhere_are_refused_and_shared_ones_are_kept() {
    let mut bytes = vec![0; 0xC0];
    for bad in [4_u32, 0x9B, 0xC1, u32::MAX] {
        bytes[0x34..0x38].copy_from_slice(&bad.to_le_bytes());
        assert!(Gameplay::read(&bytes).is_err(), "{bad:#x}");
    }
    for kind in [0x34, 0x40, 0x98] {
        bytes[kind..kind + 4].copy_from_slice(&0xA0_u32.to_le_bytes());
    }
    let read = Gameplay::read(&bytes).unwrap();
    assert_eq!(read.blocks.len(), 1);
    assert_eq!(read.write().unwrap(), bytes);
}

#[test]
fn a_block_cut_short_is_an_error_that_names_it() {
    let mut gameplay = gameplay();
    let block = gameplay
        .blocks
        .iter_mut()
        .find(|block| block.kinds == [BlockKind::TieInstances]);
    block.unwrap().bytes.truncate(0x60);
    let error = gameplay.tie_instances().unwrap_err();
    assert_eq!(error.path().to_string(), "tie instances");
    let rules = Findings::of(|all| gameplay.validate(all)).rules();
    // The ties are gone, and with them the one that has colours.
    assert_eq!(rules, ["gameplay-block", "tie-ambient-instance"]);
}

#[test]
fn the_corner_of_a_matrix_is_one_whatever_the_file_says() {
    assert_eq!(tie().world_from_tie()[3], [10.0, 20.0, 30.0, 1.0]);
    let shrub = ShrubInstance::default();
    assert_eq!(shrub.world_from_shrub()[3], [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a_moby_is_scaled_then_turned_about_x_y_and_z_then_moved() {
    let quarter = std::f32::consts::FRAC_PI_2;
    let place = |rotation, point: [f32; 3]| {
        let moby = MobyInstance {
            scale: 2.0,
            position: [10.0, 0.0, 0.0],
            rotation,
            ..MobyInstance::default()
        };
        let [x, y, z, t] = moby.world_from_moby();
        [0, 1, 2].map(|i| (point[0] * x[i] + point[1] * y[i] + point[2] * z[i] + t[i]).round())
    };
    assert_eq!(
        place([0.0, 0.0, quarter], [1.0, 0.0, 0.0]),
        [10.0, 2.0, 0.0]
    );
    assert_eq!(
        place([quarter, 0.0, 0.0], [0.0, 1.0, 0.0]),
        [10.0, 0.0, 2.0]
    );
    assert_eq!(
        place([0.0, quarter, 0.0], [0.0, 0.0, 1.0]),
        [12.0, 0.0, 0.0]
    );
    // x first: y goes to z, which the turn about z leaves alone.
    assert_eq!(
        place([quarter, 0.0, quarter], [0.0, 1.0, 0.0]),
        [10.0, 0.0, 2.0]
    );
}

#[test]
fn a_place_belongs_to_the_chunk_of_the_first_plane_before_it() {
    let plane = |x: f32, count| ChunkPlane {
        point: [x, 0.0, 0.0],
        plane_count: count,
        normal: [1.0, 0.0, 0.0],
        unknown_1c: 0,
    };
    let mut settings = LevelSettings::plain();
    assert_eq!(settings.chunk_at([1e9, 0.0, 0.0]), 0);
    settings.chunk_planes = vec![plane(10.0, 2), plane(5.0, 0)];
    let bytes = settings.write();
    assert_eq!(
        LevelSettings::read(&mut Cursor::new(&bytes)).unwrap(),
        settings
    );
    assert_eq!(
        [3.0, 7.0, 12.0].map(|x| settings.chunk_at([x, 0.0, 0.0])),
        [0, 2, 1]
    );
}

#[test]
fn settings_with_a_senseless_count_of_planes_are_refused() {
    let mut bytes = LevelSettings::plain().write();
    for count in [3, i32::MAX] {
        bytes[0x68..0x6C].copy_from_slice(&count.to_le_bytes());
        assert!(LevelSettings::read(&mut Cursor::new(&bytes)).is_err());
    }
    for length in 0..0x80 {
        let settings = LevelSettings::plain().write();
        assert!(LevelSettings::read(&mut Cursor::new(&settings[..length])).is_err());
    }
}

#[test]
fn ambient_colours_end_at_minus_one_and_have_five_bits_each() {
    let bytes = [
        1, 0, 2, 0, 0xFF, 0x7F, 0xE0, 0x03, 4, 0, 0, 0, 0xFF, 0xFF, 9, 9,
    ];
    let mut cursor = Cursor::new(&bytes);
    let ambients = TieAmbients::read(&mut cursor).unwrap();
    assert_eq!(cursor.remaining(), 2);
    let all: Vec<_> = ambients.iter().collect();
    assert_eq!(all, [(1, [0x7FFF, 0x03E0].as_slice()), (4, &[])]);
    assert_eq!(ambients.write(), bytes[..14]);
    assert_eq!(TieAmbients::rgb(0x03E0), [0, 31, 0]);
    for length in 0..14 {
        assert!(TieAmbients::read(&mut Cursor::new(&bytes[..length])).is_err());
    }
    assert!(TieAmbients::read(&mut Cursor::new(&[0, 0, 0xFF, 0xFF, 0, 0])).is_err());
}
