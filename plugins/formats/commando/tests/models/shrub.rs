//! Shrub classes.

use proptest::prelude::*;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::model::AdData;
use wonderwheel_commando::shrub::{
    GifTag, PrimitiveKind, Record, ShrubClass, ShrubMesh, ShrubPacket, ShrubParts, outline,
};

use super::laws::{corners, materials, rules, survives_truncation};
use super::samples;
use crate::oracle::set;
use crate::sets::{json, rows};

fn triangles(mesh: &ShrubMesh) -> Vec<[([i16; 3], [i16; 2], u8); 3]> {
    corners(&mesh.triangles.indices, |i| {
        (mesh.positions[i], mesh.uvs[i], mesh.normals[i])
    })
}

fn clean(class: &ShrubClass) {
    assert_eq!(rules(|findings| class.validate(findings)), [""; 0]);
}

#[test]
fn a_built_shrub_has_the_triangles_it_was_built_of() {
    for (side, slots) in [(1, &[0][..]), (2, &[0, 3]), (9, &[1, 2, 3]), (20, &[5])] {
        let parts = samples::shrub_parts(side, slots);
        let class = ShrubClass::build(&parts).unwrap();
        clean(&class);
        let bytes = class.write().unwrap();
        let again = ShrubClass::read(&bytes).unwrap();
        assert!(again == class);
        let mesh = again.mesh().unwrap();
        assert_eq!(triangles(&mesh), triangles(&parts.mesh));
        assert_eq!(mesh.scale, parts.mesh.scale);
        assert_eq!(materials(&mesh.triangles), materials(&parts.mesh.triangles));
        for packet in &class.packets {
            assert!(packet.gs_quadwords() <= 168 && packet.unpacked_quadwords() <= 118);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_mesh_comes_back_from_the_shrub_built_of_it(
        (positions, uvs, mesh) in samples::any_mesh(),
        normal in 0..24_u8,
    ) {
        let normals = (0..positions.len()).map(|i| (normal + i as u8) % 24).collect();
        let mesh = ShrubMesh { scale: 2.0, positions, uvs, normals, triangles: mesh };
        let parts = ShrubParts { mesh, ..samples::shrub_parts(1, &[0]) };
        let class = ShrubClass::build(&parts).unwrap();
        clean(&class);
        let again = ShrubClass::read(&class.write().unwrap()).unwrap();
        prop_assert!(again == class);
        prop_assert!(triangles(&again.mesh().unwrap()) == triangles(&parts.mesh));
    }
}

#[test]
fn a_triangle_alone_is_padded_to_six_vertices_that_are_not_drawn() {
    let mut parts = samples::shrub_parts(1, &[0]);
    parts.mesh.triangles.indices.truncate(3);
    parts.mesh.triangles.draws[0].index_count = 3;
    let class = ShrubClass::build(&parts).unwrap();
    let [packet] = class.packets.as_slice() else {
        panic!("one packet");
    };
    // Texture block at 0, tag at 5, vertices at 6, 9 and 12, and the last one three times more.
    let places: Vec<i16> = packet.positions.iter().map(|row| row[3]).collect();
    assert_eq!(places, [6, 9, 12, 12, 12, 12]);
    // The stop mark stands four vertices before the end.
    let marks: Vec<bool> = packet.attributes.iter().map(|row| row[3] < 0).collect();
    assert_eq!(marks, [false, false, true, false, false, false]);
    assert_eq!(packet.replay().unwrap().len(), 2);
    assert_eq!(class.mesh().unwrap().positions.len(), 3);
}

#[test]
fn a_list_makes_a_triangle_of_every_three_vertices() {
    let mut class = samples::shrub_class(2, &[0]);
    let packet = &mut class.packets[0];
    let count = packet.positions.len() / 3 * 3;
    packet.positions.truncate(count);
    packet.attributes.truncate(count);
    packet.tags.truncate(1);
    // Primitive type 3 instead of 4: bits 47 and up of the tag.
    packet.tags[0].low = GifTag::strip(count as u16, true, 5).low - (1 << 47);
    for (i, row) in packet.positions.iter_mut().enumerate() {
        row[3] = 6 + 3 * i as i16;
    }
    let records = packet.replay().unwrap();
    let Record::Primitive(primitive) = &records[1] else {
        panic!("{records:?}");
    };
    assert_eq!(
        (primitive.kind, primitive.vertices.clone()),
        (PrimitiveKind::List, 0..count)
    );
}

#[test]
fn a_packet_that_cannot_be_walked_is_refused() {
    let sound = samples::shrub_class(2, &[0, 1]);
    let break_packet = |change: fn(&mut ShrubPacket)| {
        let mut class = sound.clone();
        change(&mut class.packets[0]);
        let bytes = class.write().unwrap();
        ShrubClass::read(&bytes).unwrap_err()
    };
    break_packet(|packet| packet.positions[1][3] += 1);
    break_packet(|packet| packet.tags[0].registers = 0x41);
    break_packet(|packet| packet.tags[0].low += 1);
    break_packet(|packet| packet.tags[1].place += 1);
    break_packet(|packet| packet.textures[1].tex1.extra += 1);
    // A point list.
    break_packet(|packet| packet.tags[0].low &= !(7 << 47));
}

#[test]
fn a_palette_of_one_direction_is_a_palette() {
    let mut parts = samples::shrub_parts(2, &[0]);
    // 17 classes of the discs have only this one.
    parts.normals = [[0, 0, 32_767, 0]; 24];
    clean(&ShrubClass::build(&parts).unwrap());
    parts.normals[3] = [0, 0, 32_000, 0];
    let class = ShrubClass::build(&parts).unwrap();
    assert_eq!(rules(|findings| class.validate(findings)), ["shrub-normal"]);
}

#[test]
fn zeros_behind_a_class_are_kept() {
    let mut bytes = samples::shrub_class(2, &[0]).write().unwrap();
    bytes.resize(bytes.len() + 64, 0);
    let class = ShrubClass::read(&bytes).unwrap();
    clean(&class);
    assert_eq!(class.write().unwrap(), bytes);
    bytes.push(1);
    let class = ShrubClass::read(&bytes).unwrap();
    assert_eq!(rules(|findings| class.validate(findings)), ["shrub-rest"]);
}

#[test]
fn an_outline_shows_packets_and_what_is_wrong_with_one() {
    let class = samples::shrub_class(4, &[0, 1]);
    let mut bytes = class.write().unwrap();
    let whole = outline(&bytes);
    let names: Vec<_> = whole.all().map(|node| node.name.as_ref()).collect();
    assert_eq!(
        names,
        [
            "shrub header",
            "packet[0]",
            "packet[1]",
            "billboard",
            "normals"
        ]
    );
    assert!(whole.errors().next().is_none());
    bytes[class.packets[1].offset as usize] ^= 1;
    let broken = outline(&bytes);
    assert!(broken.nodes[1].error.is_none() && broken.nodes[2].error.is_some());
    assert!(broken.error.is_some());
}

#[test]
fn shrubs_of_another_writer_hold_what_their_expectations_say() {
    let Some(set) = set(
        "shrubs_of_another_writer_hold_what_their_expectations_say",
        "shrub",
    ) else {
        return;
    };
    for file in set.files() {
        let name = file["file"].as_str().unwrap();
        let bytes = set.bytes(&file["file"]);
        survives_truncation(CommandoKind::Shrub, &bytes);
        let class = ShrubClass::read(&bytes).unwrap();
        clean(&class);
        let expected = json(&set, &file["expected"]);
        assert_eq!(
            f64::from(class.header.scale),
            expected["scale"].as_f64().unwrap()
        );
        assert_eq!(
            i64::from(class.header.o_class),
            expected["oClass"].as_i64().unwrap()
        );
        assert_eq!(
            class.billboard.is_some(),
            expected["billboard"].as_bool().unwrap()
        );
        let normals: Vec<[i64; 3]> = class
            .normals
            .map(|[x, y, z, _]| [x, y, z].map(i64::from))
            .into();
        assert_eq!(normals, rows::<3>(&expected["normals"]), "{name}");
        let packets = expected["packets"].as_array().unwrap();
        assert_eq!(class.packets.len(), packets.len(), "{name}");
        for (packet, expected) in class.packets.iter().zip(packets) {
            let records = packet.replay().unwrap();
            let expected = expected.as_array().unwrap();
            assert_eq!(records.len(), expected.len(), "{name}");
            for (record, expected) in records.iter().zip(expected) {
                match record {
                    Record::Texture(i) => {
                        let block = &packet.textures[*i];
                        let found = [
                            block.tex0.low,
                            block.tex1.low,
                            block.clamp.low,
                            block.clamp.high,
                        ];
                        let fields = ["texture", "k", "clampS", "clampT"];
                        assert_eq!(
                            found.map(i64::from),
                            fields.map(|field| expected[field].as_i64().unwrap())
                        );
                        assert_eq!(block.tex0.address, AdData::TEX0);
                    }
                    Record::Primitive(primitive) => {
                        assert_eq!(
                            (primitive.kind, &expected["kind"]),
                            (PrimitiveKind::Strip, &"strip".into())
                        );
                        let found: Vec<[i64; 7]> = primitive
                            .vertices
                            .clone()
                            .map(|i| {
                                let [x, y, z, _] = packet.positions[i];
                                let [s, t, h, n] = packet.attributes[i];
                                [x, y, z, s, t, h, n & 0x7FFF].map(i64::from)
                            })
                            .collect();
                        assert_eq!(
                            found,
                            rows::<7>(&expected["vertices_x_y_z_s_t_h_normal"]),
                            "{name}"
                        );
                    }
                }
            }
        }
        let count = class.mesh().unwrap().triangles.len() as u64;
        assert_eq!(
            count,
            expected["sourceTriangles"].as_u64().unwrap(),
            "{name}"
        );
        // Built again, the class has the same triangles.
        let parts = ShrubParts {
            mesh: class.mesh().unwrap(),
            normals: class.normals,
            ..Default::default()
        };
        let rebuilt = ShrubClass::build(&parts).unwrap().mesh().unwrap();
        assert_eq!(triangles(&rebuilt), triangles(&parts.mesh), "{name}");
    }
}
