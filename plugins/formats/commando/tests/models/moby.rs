//! Moby classes.

use proptest::prelude::*;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::moby::{
    Bangles, Blend, GifUsage, MetalTable, MetalVertex, MobyClass, MobyHeader, MobyList, MobyMesh,
    MobyPacket, MobyPacketEntry, MobyParts, MobyTexture, MobyVertex, MobyVertices, MobyVifList,
    Sequence, SequenceFrame, VertexForm, VertexHeader, VertexTable, VifUnpack,
};
use wonderwheel_commando::model::Material;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::vif::UnpackFormat;

use super::laws::{corners, materials, rules, survives_damage};
use super::samples;

type Vertex = ([i16; 3], [i16; 2], [u8; 2], [u8; 3], [u16; 3]);

fn triangles(mesh: &MobyMesh) -> Vec<[Vertex; 3]> {
    corners(&mesh.triangles.indices, |i| {
        let blend = mesh.blends[i];
        (
            mesh.positions[i],
            mesh.uvs[i],
            mesh.normals[i],
            blend.joints,
            blend.weights,
        )
    })
}

fn clean(class: &MobyClass) {
    assert_eq!(rules(|findings| class.validate(findings)), [""; 0]);
}

#[test]
fn a_built_moby_has_the_triangles_and_joints_it_was_built_of() {
    for (side, slots, joints) in [
        (1, &[0][..], 0),
        (2, &[0, 3], 1),
        (9, &[1, 2, 3], 3),
        (20, &[5, -1], 40),
        (12, &[0], 111),
    ] {
        let parts = samples::moby_parts(side, slots, joints);
        let class = MobyClass::build(&parts).unwrap();
        clean(&class);
        let again = MobyClass::read(&class.write().unwrap()).unwrap();
        assert!(again == class);
        for (list, expected) in [(MobyList::High, &parts.high), (MobyList::Low, &parts.low)] {
            let mesh = again.mesh(list).unwrap();
            assert_eq!(triangles(&mesh), triangles(expected), "{side} {joints}");
            assert_eq!(materials(&mesh.triangles), materials(&expected.triangles));
        }
        assert!(again.lists().eq([MobyList::High, MobyList::Low]));
        assert_eq!(again.skeleton, parts.skeleton);
        assert_eq!(again.joints, parts.joints);
        for packet in &class.packets {
            let textures = packet.list.textures.as_ref().unwrap().data.len();
            assert!(packet.list.indices.data.len() + 4 * textures <= 0x164 - 0x12D);
            assert!(packet.entry.vertex_count <= 97);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_mesh_comes_back_from_the_moby_built_of_it(
        (positions, uvs, mesh) in samples::any_mesh(),
        skins in proptest::collection::vec((0..9_u8, 1..128_u16, 1..128_u16, 1..4_usize), 40),
    ) {
        let blend = |&(joint, a, b, count): &(u8, u16, u16, usize)| match count {
            1 => Blend::joint(joint),
            2 => Blend { joints: [joint, joint + 1, 0], weights: [a, 256 - a, 0] },
            _ => Blend { joints: [joint, joint + 1, joint + 2], weights: [a, b, 256 - a - b] },
        };
        let high = MobyMesh {
            scale: 2.0,
            normals: (0..positions.len() as u8).map(|i| [i, !i]).collect(),
            blends: skins.iter().map(blend).collect(),
            positions,
            uvs,
            triangles: mesh,
            inexact_blends: 0,
        };
        let parts = MobyParts { high, low: MobyMesh::default(), ..samples::moby_parts(1, &[0], 11) };
        let class = MobyClass::build(&parts).unwrap();
        clean(&class);
        let again = MobyClass::read(&class.write().unwrap()).unwrap();
        prop_assert!(again == class);
        prop_assert!(triangles(&again.mesh(MobyList::High).unwrap()) == triangles(&parts.high));
    }
}

#[test]
fn a_packet_of_a_moby_that_does_not_bend_is_laid_out_as_the_page_says() {
    let mut parts = samples::moby_parts(1, &[3], 0);
    parts.low = MobyMesh::default();
    let class = MobyClass::build(&parts).unwrap();
    let packet = &class.packets[0];
    let MobyVertices::Skinned(table) = &packet.vertices else {
        panic!("no reflecting part");
    };
    assert!(table.transfers.is_empty());
    assert_eq!(table.header.main, 4);
    let skins: Vec<[u8; 2]> = table
        .vertices
        .iter()
        .map(|vertex| [vertex.skin[0], vertex.skin[1]])
        .collect();
    assert_eq!(skins, [[0, 0xF4]; 4]);
    assert_eq!((table.vertices.len() + table.epilogue.len()) % 4, 3);
    assert!(table.cache_places().eq([0, 1, 2, 3]));
    // Change of texture (its vertex is secret), one more without a triangle, two with, the trailer.
    assert_eq!(packet.list.index_bytes(), [0, 0x82, 3, 4, 1, 1, 1, 0]);
    assert_eq!(
        [packet.list.secret_index(0), packet.list.secret_index(1)],
        [Some(1), Some(0)]
    );
    let entry = &packet.entry;
    assert_eq!(
        entry.vif_list_offset + 16 * u32::from(entry.vif_list_quadwords),
        entry.vertex_offset
    );
    // The quadword with the texture's UNPACK, whose data is the four that follow.
    assert_eq!(entry.texture_position, 5);
    let [usage] = class.gif_usage.as_slice() else {
        panic!("one usage");
    };
    assert_eq!(
        usage.offset,
        (entry.vertex_offset - 5 * 16) | GifUsage::LAST
    );
    assert_eq!(usage.slots[..2], [3, 0xFF]);
    let bytes = class.write().unwrap();
    let at = (entry.vertex_offset - 5 * 16) as usize;
    // V4_32, four vectors.
    assert_eq!(bytes[at + 14..at + 16], [4, 0x6C]);
}

/// A vertex table of vertices (x, place in the cache), duplicates and so many records behind them.
fn table(
    form: VertexForm,
    vertices: &[(i16, u16)],
    duplicates: &[u16],
    records: usize,
) -> VertexTable {
    let count = vertices.len();
    let mut made: Vec<MobyVertex> = vertices
        .iter()
        .map(|&(x, _)| MobyVertex {
            skin: [0, 0xF4, 0, 0, 0, 0],
            position: [x, 0, 0],
            ..MobyVertex::default()
        })
        .collect();
    let mut epilogue = vec![[0; 8]; records];
    for (i, &(_, place)) in vertices.iter().enumerate() {
        match (i + 7).checked_sub(count) {
            None => made[i + 7].low = place,
            Some(tail) if tail < records => epilogue[tail][0] = place,
            Some(tail) => epilogue[records - 1][2 + tail - records] = place,
        }
    }
    let header = form.header_bytes() as usize;
    let offset = (header.next_multiple_of(8) + 2 * duplicates.len()).next_multiple_of(16);
    VertexTable {
        form,
        header: VertexHeader {
            main: count as u32,
            duplicates: duplicates.len() as u32,
            all: (count + duplicates.len()) as u32,
            vertex_offset: offset as u32,
            ..VertexHeader::default()
        },
        transfers: Vec::new(),
        duplicates: duplicates.iter().map(|place| place << 7 | 0x55).collect(),
        vertices: made,
        epilogue,
    }
}

fn texture(slot: i32, secrets: [u8; 4]) -> MobyTexture {
    let mut texture = MobyTexture::new(&Material {
        slot,
        ..Material::default()
    });
    for (register, secret) in texture.registers.iter_mut().zip(secrets) {
        // Only the lowest byte is the index.
        register.extra = 0xAB00 | u32::from(secret);
    }
    texture
}

/// A packet whose size and places are still open.
fn packet(
    secret: u8,
    indices: &[u8],
    textures: &[MobyTexture],
    vertices: MobyVertices,
) -> MobyPacket {
    let mut indices = indices.to_vec();
    indices.resize(indices.len().next_multiple_of(4), 0);
    let mut data = vec![[9, 0, secret, 0]];
    data.extend(indices.as_chunks().0);
    let uvs = match &vertices {
        MobyVertices::Skinned(table) => {
            let uvs = (0..table.header.all)
                .map(|i| [i as i16, -(i as i16)])
                .collect();
            Some(VifUnpack::new(UnpackFormat::V2_16, 0xC2, uvs))
        }
        MobyVertices::Metal(_) => None,
    };
    let textures = (!textures.is_empty())
        .then(|| VifUnpack::new(UnpackFormat::V4_32, 0x140, textures.to_vec()));
    let words = uvs.as_ref().map_or(0, |uvs| 1 + uvs.data.len())
        + 1
        + data.len()
        + textures
            .as_ref()
            .map_or(0, |textures| 1 + 16 * textures.data.len());
    MobyPacket {
        entry: MobyPacketEntry {
            vif_list_quadwords: words.div_ceil(4) as u16,
            ..MobyPacketEntry::default()
        },
        list: MobyVifList {
            uvs,
            indices: VifUnpack::new(UnpackFormat::V4_8, 0x12D, data),
            textures,
            after: vec![0; words.div_ceil(4) * 4 - words],
        },
        vertices,
    }
}

fn skinned(secret: u8, indices: &[u8], textures: &[MobyTexture], table: VertexTable) -> MobyPacket {
    let mut packet = packet(
        secret,
        indices,
        textures,
        MobyVertices::Skinned(table.clone()),
    );
    let all = table.header.all;
    let entry = &mut packet.entry;
    entry.vertex_quadwords = (table.header.vertex_offset as usize / 16
        + table.vertices.len()
        + table.epilogue.len()) as u8;
    entry.size_d = (6 * all).div_ceil(16) as u8;
    entry.size_e = all.div_ceil(4) as u8;
    entry.vertex_count = all as u8;
    packet
}

/// A class of packets: a list of the near level, and what `change` makes of it.
fn class(mut packets: Vec<MobyPacket>, change: impl FnOnce(&mut MobyClass)) -> MobyClass {
    let mut at = 0x60 + 16 * packets.len() as u32;
    for packet in &mut packets {
        let entry = &mut packet.entry;
        entry.vif_list_offset = at;
        at += 16 * u32::from(entry.vif_list_quadwords);
        entry.vertex_offset = at;
        at += match &packet.vertices {
            MobyVertices::Skinned(_) => 16 * u32::from(entry.vertex_quadwords),
            MobyVertices::Metal(table) => 16 * (1 + table.vertices.len() as u32),
        };
    }
    let mut class = MobyClass {
        header: MobyHeader {
            packet_table_offset: 0x60,
            high_lod_count: packets.len() as u8,
            scale: 1.0,
            ..MobyHeader::default()
        },
        packets,
        rest: vec![0; at as usize + 0x80].into(),
        ..MobyClass::default()
    };
    change(&mut class);
    let again = MobyClass::read(&class.write().unwrap()).unwrap();
    assert!(again == class);
    class
}

const SHORT: VertexForm = VertexForm::Short;

fn two_packets(form: VertexForm) -> Vec<MobyPacket> {
    let first = table(form, &[(10, 100), (11, 101), (12, 300), (13, 511)], &[], 1);
    let second = table(form, &[(20, 0)], &[300, 511], 6);
    vec![
        skinned(
            1,
            &[0, 0x82, 3, 4, 1, 1, 1, 0],
            &[texture(6, [0; 4])],
            first,
        ),
        // No texture of its own: the first secret index ends the list.
        skinned(0, &[0x81, 0x82, 3, 1, 1, 1, 0], &[], second),
    ]
}

#[test]
fn vertices_and_textures_go_on_from_packet_to_packet() {
    for form in [SHORT, VertexForm::Long] {
        let class = class(two_packets(form), |class| {
            class.header.old_vertex_tables = u8::from(form == VertexForm::Long);
        });
        clean(&class);
        let mesh = class.mesh(MobyList::High).unwrap();
        let xs: Vec<i16> = mesh.positions.iter().map(|[x, _, _]| *x).collect();
        // Four, one, and copies of the third and the fourth.
        assert_eq!(xs, [10, 11, 12, 13, 20, 12, 13]);
        // Duplicates have texture coordinates of their own.
        assert_eq!(mesh.uvs[5..], [[1, -1], [2, -2]]);
        assert_eq!(mesh.triangles.indices, [0, 1, 2, 1, 3, 2, 4, 5, 6]);
        assert_eq!(mesh.triangles.draws.len(), 1);
        assert_eq!(mesh.triangles.draws[0].material.slot, 6);
        assert_eq!(mesh.blends, [Blend::joint(0); 7]);
    }
}

#[test]
fn secret_indices_beyond_the_first_stand_in_the_textures_quadwords() {
    let vertices: Vec<(i16, u16)> = (0..9).map(|i| (i, i as u16)).collect();
    // The changes: 1 (secret of the head), 4 and 7 (first two quadwords of the textures); the third one's 0 ends.
    let indices = [0, 0x82, 3, 0, 0x85, 6, 0, 0x88, 9, 1, 1, 1, 0];
    let textures = [
        texture(2, [4, 7, 0, 5]),
        texture(3, [1; 4]),
        texture(-1, [1; 4]),
    ];
    let packet = skinned(1, &indices, &textures, table(SHORT, &vertices, &[], 2));
    let mesh = class(vec![packet], |_| {}).mesh(MobyList::High).unwrap();
    assert_eq!(mesh.triangles.indices, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let draws = mesh.triangles.draws.iter();
    let slots: Vec<i32> = draws.map(|draw| draw.material.slot).collect();
    assert_eq!(slots, [2, 3, Material::NO_TEXTURE]);
}

#[test]
fn reflecting_packets_have_vertices_of_their_own_kind() {
    let vertex = |joints, count, weights| MetalVertex {
        position: [1, 2, 3],
        azimuth: 64,
        joints,
        count,
        weights,
        ..MetalVertex::default()
    };
    let table = MetalTable {
        runtime: [7, 8, 9],
        vertices: vec![
            vertex([4, 0, 0], 1, [0; 3]),
            vertex([1, 2, 9], 2, [100, 156, 50]),
            vertex([1, 2, 3], 3, [64, 64, 128]),
        ],
    };
    let mut metal = packet(
        1,
        &[0, 0x82, 3, 1, 1, 1, 0],
        &[texture(Material::CHROME, [0; 4])],
        MobyVertices::Metal(table),
    );
    metal.entry.vertex_quadwords = 4;
    let class = class(vec![metal], |class| {
        class.header.high_lod_count = 0;
        class.header.metal_count = 1;
        class.header.joint_count = 10;
    });
    clean(&class);
    let mesh = class.mesh(MobyList::Metal).unwrap();
    assert_eq!(mesh.triangles.draws[0].material.slot, Material::CHROME);
    assert_eq!(mesh.normals, [[64, 0]; 3]);
    let weights: Vec<_> = mesh.blends.iter().map(|blend| blend.weights).collect();
    assert_eq!(weights, [[256, 0, 0], [100, 156, 0], [64, 64, 128]]);
    assert!(class.mesh(MobyList::High).unwrap().positions.is_empty());
}

#[test]
fn optional_parts_are_lists_of_their_own() {
    let mut packets = two_packets(SHORT);
    packets.extend(two_packets(SHORT));
    let class = class(packets, |class| {
        let at = class.rest.len() - 0x80;
        class.header.high_lod_count = 1;
        class.header.bangles_offset = (at / 16) as u8;
        let mut bangles = Bangles::default();
        bangles.parts[2] = [2, 2, 2, 1];
        class.bangles = Some(bangles);
    });
    let lists: Vec<_> = class.lists().collect();
    assert_eq!(
        lists,
        [
            MobyList::High,
            MobyList::BangleHigh(2),
            MobyList::BangleLow(2)
        ]
    );
    assert_eq!(class.packets_of(MobyList::BangleHigh(2)), 2..4);
    assert_eq!(
        class.mesh(MobyList::BangleHigh(2)).unwrap().triangles.len(),
        3
    );
    assert_eq!(
        class.mesh(MobyList::BangleLow(2)).unwrap().triangles.len(),
        2
    );
}

#[test]
fn sequences_are_listed_and_their_poses_stay_raw() {
    let class = class(two_packets(SHORT), |class| {
        let at = class.rest.len() as u32 - 0x80;
        class.header.sequence_count = 2;
        class.sequences = vec![
            None,
            Some(Sequence {
                offset: at,
                sounds: 0xFF,
                frames: vec![SequenceFrame(at + 0x40), SequenceFrame(0xF000_0000 | at)],
                triggers: vec![77],
                ..Sequence::default()
            }),
        ];
        // A regular pose: 2 quadwords behind its head.
        class.rest[at as usize + 0x46] = 2;
    });
    let again = MobyClass::read(&class.write().unwrap()).unwrap();
    let sequence = again.sequences[1].as_ref().unwrap();
    assert_eq!(
        again
            .frame_header(sequence.frames[0])
            .unwrap()
            .payload_quadwords,
        2
    );
    assert!(sequence.frames[1].is_packed() && again.frame_header(sequence.frames[1]).is_none());
}

#[test]
fn lists_that_cannot_be_replayed_are_an_error_of_the_mesh() {
    let fault = |change: fn(&mut [MobyPacket])| {
        let mut packets = two_packets(SHORT);
        change(&mut packets);
        let class = class(packets, |_| {});
        assert!(rules(|findings| class.validate(findings)).contains(&"moby-mesh"));
        assert!(matches!(
            class.mesh(MobyList::High),
            Err(FormatError::Malformed { .. })
        ));
    };
    // An index above the vertices; none at all; no end; no texture; a place of the cache that is empty.
    fault(|packets| packets[0].list.indices.data[1][2] = 5);
    fault(|packets| packets[0].list.indices.data[1][2] = 0x80);
    fault(|packets| packets[0].list.indices.data[2][3] = 1);
    fault(|packets| packets[0].list.indices.data[1][0] = 0x81);
    fault(|packets| match &mut packets[1].vertices {
        MobyVertices::Skinned(table) => table.duplicates[0] = 299 << 7,
        MobyVertices::Metal(_) => panic!(),
    });
}

#[test]
fn vertices_without_a_record_behind_them_are_refused() {
    let sound = class(two_packets(SHORT), |_| {});
    let mut bytes = sound.write().unwrap();
    let at = sound.packets[0].entry.vertex_offset as usize;
    // Five main vertices instead of four: the record becomes one.
    bytes[at + 6] = 5;
    bytes[at + 10] = 5;
    assert!(MobyClass::read(&bytes).is_err());
}

#[test]
fn a_class_without_a_mesh_is_read() {
    let bytes = vec![0; 0x48];
    let class = MobyClass::read(&bytes).unwrap();
    assert!(class.packets.is_empty() && class.lists().next().is_none());
    assert_eq!(class.write().unwrap(), bytes);
}

#[test]
fn meshes_that_a_moby_cannot_hold_are_not_built() {
    let refused = |change: fn(&mut MobyMesh)| {
        let mut parts = samples::moby_parts(2, &[0], 3);
        change(&mut parts.high);
        MobyClass::build(&parts).unwrap_err();
    };
    refused(|mesh| mesh.blends[0] = Blend::joint(3));
    refused(|mesh| mesh.blends[0].weights = [255, 0, 0]);
    refused(|mesh| mesh.uvs.clear());
    refused(|mesh| mesh.triangles.indices[0] = 99);
    let mut parts = samples::moby_parts(2, &[0], 3);
    parts.joints.pop();
    MobyClass::build(&parts).unwrap_err();
}

#[test]
fn damaged_mobys_whose_packets_share_vertices_do_no_harm() {
    survives_damage(
        CommandoKind::Moby,
        class(two_packets(SHORT), |_| {}).write().unwrap(),
    );
}
