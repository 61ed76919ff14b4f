//! Worlds and their trees by values worked out on paper; clumps and atomics where they need bytes.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::geometry::format;
use wonderwheel_renderware::native_data::decode_default;
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::stamp;
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};

use crate::samples::{clump, float_mesh, glow_world, part_atomic, streamed_world};

fn sector(index: i32) -> AtomicSector {
    let (part, origin) = (1, [0.0; 3]);
    AtomicSector::streamed(
        Aabb::default(),
        Some(StreamedSector {
            index,
            part,
            origin,
        }),
    )
}

#[test]
fn sizes_of_a_streamed_leaf_are_those_counted_on_paper() {
    let leaf = sector(0);
    let world = World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        Vec::new(),
        vec![leaf],
        Node::Sector(0),
    );
    // Struct 12 + 64; list 12 + 12 + 4; extension 12; leaf 12 + (12 + 44) + 12 + mesh (12 + 12) + native (12 + 16)
    // + plugin (12 + 20).
    let leaf_bytes = 12 + 56 + 12 + 24 + 28 + 32;
    assert_eq!(world.write().len(), 12 + 76 + 28 + leaf_bytes + 12);
    assert_eq!(world.format, 0x4101_003D);
}

#[test]
fn a_world_keeps_its_tree_its_boxes_and_its_pvs_bytes() {
    let world = streamed_world();
    let read = World::read(&world.write()).unwrap();
    assert_eq!(read.planes, world.planes);
    assert_eq!(read.root, Node::Plane(0));
    assert_eq!(read.pvs.as_deref(), Some(&[1, 2, 3][..]));
    assert_eq!(read.sectors[2].pvs.as_ref().unwrap().len(), 7);
    assert!(read.has_pvs());
    let bounds = read.bounds();
    assert_eq!((bounds.min, bounds.max), ([-10.0, 0.0, -10.0], [10.0; 3]));
    let streamed: Vec<_> = read
        .sectors
        .iter()
        .map(|sector| sector.streamed_atomic().map(|s| s.index))
        .collect();
    assert_eq!(streamed, [Some(0), None, Some(1), None]);
    assert_eq!(read.sectors[1].streamed, Some(StreamedSector::default()));
    let nothing = StreamedSector::default();
    let nothing = (nothing.index, nothing.part, nothing.origin);
    assert_eq!(nothing, (-1, 0, [0.0; 3]));
}

#[test]
fn a_point_on_a_plane_belongs_to_the_right_side() {
    let world = streamed_world();
    for (point, leaf) in [
        ([-0.1, 0.0, -0.1], 0),
        ([-0.1, 0.0, 0.0], 1),
        ([0.0, 4.9, 0.0], 2),
        ([0.0, 5.0, 0.0], 3),
    ] {
        assert_eq!(world.leaf_at(point), Some(leaf), "{point:?}");
    }
}

#[test]
fn the_far_side_of_every_plane_is_visited_first() {
    let order = |eye| {
        let mut order = Vec::new();
        streamed_world().back_to_front(eye, &mut |leaf| order.push(leaf));
        order
    };
    assert_eq!(order([-1.0, 0.0, -1.0]), [3, 2, 1, 0]);
    assert_eq!(order([-1.0, 9.0, 1.0]), [2, 3, 0, 1]);
    assert_eq!(order([0.0, 5.0, 0.0]), [0, 1, 2, 3]);
}

#[test]
fn the_glow_world_decodes_in_the_default_layout() {
    let world = World::read(&glow_world().write()).unwrap();
    assert_eq!(world.format, 0x4101_000D);
    // Eight strip vertices, none equal: six triangles.
    assert_eq!((world.triangle_count, world.vertex_count), (6, 8));
    let (mesh, chain) = world.sectors[0].chains().next().unwrap();
    assert_eq!(chain.no_references, 1);
    assert_eq!(
        decode_default(chain, true, mesh.vertex_count).unwrap(),
        float_mesh(8, 1)
    );
    assert_eq!(world.sectors[0].bounds().max, [3.5, 0.0, 1.0]);
}

#[test]
fn an_inverted_box_is_put_in_order() {
    let mut leaf = sector(0);
    leaf.stored_box = [[-1.0, 2.0, -3.0], [1.0, -2.0, 3.0]];
    let bounds = leaf.bounds();
    assert_eq!(
        (bounds.min, bounds.max),
        ([-1.0, -2.0, -3.0], [1.0, 2.0, 3.0])
    );
}

/// A tree that leans to one side: plane i has leaf i on its left.
fn leaning(planes: u32) -> World {
    let nodes = (0..planes)
        .map(|i| {
            let right = if i + 1 < planes {
                Node::Plane(i + 1)
            } else {
                Node::Sector(planes)
            };
            Plane::at(0, i as f32, Node::Sector(i), right)
        })
        .collect();
    let sectors = (0..=planes as i32).map(sector).collect();
    World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        nodes,
        sectors,
        Node::Plane(0),
    )
}

#[test]
fn a_tree_as_deep_as_it_has_planes_needs_no_stack() {
    let world = leaning(20_000);
    let bytes = world.write();
    let error = World::read(&bytes).unwrap_err();
    assert!(
        matches!(&error, FormatError::Limit { limit, max: 64, found: 65, .. }
        if *limit == "depth of the sector tree")
    );
    let limits = Limits::with(|limits| limits.depth = 20_000);
    let read = World::read_from(&mut Cursor::new(&bytes).limited(limits)).unwrap();
    assert!(read.write() == bytes);
    assert_eq!(read.leaf_at([9_999.5, 0.0, 0.0]), Some(10_000));
    let mut visited = 0;
    read.back_to_front([0.0; 3], &mut |_| visited += 1);
    assert_eq!(visited, 20_001);
}

#[test]
fn a_hand_made_cycle_ends() {
    let mut world = streamed_world();
    world.planes[1].left = Node::Plane(0);
    assert_eq!(world.leaf_at([-1.0, 0.0, -1.0]), None);
    world.back_to_front([0.0; 3], &mut |_| {});
    world.write();
}

/// Offset of the payload of the `n`th section `id` in a stream, headers found by their stamp.
fn payload_of(bytes: &[u8], section: u32, n: usize) -> usize {
    let found = (0..bytes.len() - 12).filter(|&at| {
        bytes[at..at + 4] == section.to_le_bytes()
            && bytes[at + 8..at + 12] == stamp::STAMP.to_le_bytes()
    });
    found.map(|at| at + 12).nth(n).unwrap()
}

fn patched(at: usize, value: u32) -> Vec<u8> {
    let mut bytes = streamed_world().write();
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn header_counts_must_agree_with_the_tree() {
    let header = 24;
    for (offset, good, bad) in [
        (0x18, 3, [2, 4, 0, u32::MAX]),
        (0x1C, 4, [3, 5, 0, u32::MAX]),
    ] {
        assert!(World::read(&patched(header + offset, good)).is_ok());
        for value in bad {
            assert!(
                World::read(&patched(header + offset, value)).is_err(),
                "{offset:#x}: {value}"
            );
        }
    }
    assert!(
        World::read(&patched(header, 1)).is_err(),
        "the root is no sector"
    );
}

#[test]
fn planes_and_boxes_that_make_no_sense_are_errors() {
    let world = streamed_world().write();
    let plane = payload_of(&world, id::PLANE_SECTOR, 1) + 12;
    for (offset, value, what) in [
        (0, 3, "an axis"),
        (0, 12, "an axis"),
        (4, f32::NAN.to_bits(), "a value"),
        (8, 0, "a left flag"),
        (12, 2, "a right flag"),
        (16, f32::INFINITY.to_bits(), "an extent"),
    ] {
        let error = World::read(&patched(plane + offset, value)).unwrap_err();
        assert!(
            error.path().to_string().starts_with("world/"),
            "{what}: {error}"
        );
    }
    let leaf = payload_of(&world, id::ATOMIC_SECTOR, 0) + 12;
    for (offset, value, what) in [
        (0, u32::MAX, "a negative window"),
        (4, 0x8000_0000, "a negative triangle count"),
        (12, f32::NAN.to_bits(), "a box"),
    ] {
        let error = World::read(&patched(leaf + offset, value)).unwrap_err();
        assert_eq!(
            error.path(),
            "world/sector[0]/atomic sector/struct",
            "{what}"
        );
    }
}

#[test]
fn a_plugin_of_the_wrong_size_names_its_sector() {
    let world = streamed_world().write();
    let plugin = payload_of(&world, id::GAME_SECTOR, 2);
    // The third leaf's plugin is the last section of its leaf: claim four bytes less and leave them over.
    let mut bytes = world;
    bytes[plugin - 8..plugin - 4].copy_from_slice(&16u32.to_le_bytes());
    let error = World::read(&bytes).unwrap_err();
    assert_eq!(
        error.path(),
        "world/sector[2]/atomic sector/extension/plugin 0x3f1"
    );
}

#[test]
fn native_data_before_the_mesh_plugin_is_an_error() {
    let mut world = streamed_world();
    world.sectors[0].extension.order = vec![id::NATIVE_DATA, id::BIN_MESH];
    let error = World::read(&world.write()).unwrap_err();
    assert!(error.to_string().contains("mesh plugin first"), "{error}");
    let mut atomic = part_atomic();
    atomic.geometry.as_mut().unwrap().extension.order = vec![id::NATIVE_DATA, id::BIN_MESH];
    assert!(Atomic::read(&atomic.write()).is_err());
}

#[test]
fn extension_sections_keep_their_order() {
    let mut world = streamed_world();
    world.sectors[2].extension.order =
        vec![id::GAME_SECTOR, id::PVS, id::BIN_MESH, id::NATIVE_DATA];
    let bytes = world.write();
    let read = World::read(&bytes).unwrap();
    assert_eq!(
        read.sectors[2].extension.order,
        world.sectors[2].extension.order
    );
    assert!(read.write() == bytes);
}

#[test]
fn a_world_that_is_not_native_is_not_supported() {
    let mut world = streamed_world();
    world.format &= !format::NATIVE;
    let error = World::read(&world.write()).unwrap_err();
    assert!(error.to_string().contains("not supported"), "{error}");
}

#[test]
fn streams_of_other_versions_are_refused() {
    let bytes = part_atomic().write();
    for (version, accepted) in [
        (0x34003, false),
        (0x35000, true),
        (0x36003, true),
        (0x37002, true),
        (0x37003, false),
    ] {
        let mut patched = bytes.clone();
        patched[8..12].copy_from_slice(&stamp::pack(version, 0xFFFF).to_le_bytes());
        assert_eq!(Atomic::read(&patched).is_ok(), accepted, "{version:#x}");
    }
}

#[test]
fn siblings_before_a_required_child_are_skipped_unless_they_end_the_search() {
    let dictionary = crate::samples::dictionary().write();
    let with_sibling = |section: u32| {
        let mut bytes = dictionary.clone();
        let sibling: Vec<u8> = [section, 4, stamp::STAMP, 0xDEAD_BEEF]
            .map(u32::to_le_bytes)
            .concat();
        // In front of the struct; the dictionary grows by 16.
        bytes.splice(12..12, sibling);
        let size = u32::try_from(bytes.len() - 12).unwrap();
        bytes[4..8].copy_from_slice(&size.to_le_bytes());
        wonderwheel_renderware::dictionary::TextureDictionary::read(&bytes)
    };
    assert_eq!(with_sibling(0x182).unwrap(), crate::samples::dictionary());
    let error = with_sibling(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "texture dictionary at 0xc: expected struct, found section 0x0"
    );
}

#[test]
fn the_inner_size_of_native_data_is_kept_and_never_trusted() {
    let mut atomic = part_atomic();
    let geometry = atomic.geometry.as_mut().unwrap();
    let wonderwheel_renderware::geometry::Vertices::Native(native) = &mut geometry.vertices else {
        panic!("plain");
    };
    native.inner_size += 456;
    let inner_size = native.inner_size;
    let bytes = atomic.write();
    let read = Atomic::read(&bytes).unwrap();
    let geometry = read.geometry.as_ref().unwrap();
    assert_eq!(geometry.native_data().unwrap().inner_size, inner_size);
    assert!(read.write() == bytes);
}

#[test]
fn a_material_out_of_range_is_an_error() {
    let mut atomic = part_atomic();
    atomic.geometry.as_mut().unwrap().bin_mesh.meshes[1].material = 5;
    let error = Atomic::read(&atomic.write()).unwrap_err();
    assert_eq!(
        error.path(),
        "atomic/geometry/extension/plugin 0x50e/mesh[1]"
    );
}

#[test]
fn a_packed_geometry_states_what_its_strips_hold() {
    let atomic = part_atomic();
    let geometry = atomic.geometry.as_ref().unwrap();
    assert_eq!(geometry.format, 0x0102_00BB);
    assert_eq!(geometry.vertex_count, 23 + 3);
    assert_eq!(geometry.triangle_count, 21 + 1);
    // The native flag's struct is 40 bytes: atomic header, struct 28, geometry header, struct header.
    let bytes = atomic.write();
    let size = payload_of(&bytes, id::GEOMETRY, 0) + 4;
    assert_eq!(bytes[size..size + 4], 40u32.to_le_bytes());
}

#[test]
fn clump_indices_are_checked() {
    for (frame, geometry) in [(2, 0), (-1, 0), (0, 1), (0, -1)] {
        let mut clump = clump();
        clump.atomics[0].frame_index = frame;
        clump.atomics[0].geometry_index = geometry;
        let error = Clump::read(&clump.write()).unwrap_err();
        assert_eq!(error.path(), "clump/atomic[0]", "{frame}, {geometry}");
    }
    let mut clump = clump();
    clump.atomics[0] = part_atomic();
    assert!(Clump::read(&clump.write()).is_err(), "an inline geometry");
}

#[test]
fn an_atomic_of_a_clump_turns_into_the_standalone_form() {
    let clump = Clump::read(&clump().write()).unwrap();
    let standalone = clump.standalone_atomic(0).unwrap();
    let again = Atomic::read(&standalone.write()).unwrap();
    assert_eq!(again.geometry.as_deref(), Some(&clump.geometries[0]));
    assert_eq!(clump.standalone_atomic(1), None);
    assert_eq!(clump.frames[1].hanim_id(), Some(7));
}

#[test]
fn lights_and_cameras_in_a_clump_are_not_supported() {
    for offset in [28, 32] {
        let mut bytes = clump().write();
        bytes[offset] = 1;
        let error = Clump::read(&bytes).unwrap_err();
        assert!(error.to_string().contains("lights or cameras"), "{error}");
    }
}
