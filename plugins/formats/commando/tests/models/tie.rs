//! Tie classes.

use proptest::prelude::*;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::model::AdData;
use wonderwheel_commando::tie::{
    DinkyVertex, FatVertex, TieClass, TieMesh, TieParts, TieStrip, morphed_position,
};
use wonderwheel_ps2::assert_breaks;
use wonderwheel_ps2::error::FormatError;

use super::laws::{corners, materials, rules, survives_damage};
use super::samples;

type Vertex = ([i16; 3], [i16; 3], [i16; 2], i16, [u8; 3]);

fn triangles(mesh: &TieMesh) -> Vec<[Vertex; 3]> {
    corners(&mesh.triangles.indices, |i| {
        (
            mesh.positions[i],
            mesh.deltas[i],
            mesh.uvs[i],
            mesh.qs[i],
            mesh.colours[i],
        )
    })
}

fn clean(class: &TieClass) {
    assert_eq!(rules(|findings| class.validate(findings)), [""; 0]);
}

#[test]
fn a_built_tie_has_the_triangles_it_was_built_of() {
    for (side, slots) in [
        (1, &[0][..]),
        (2, &[0, 3]),
        (9, &[1, 2, 3, 4, 5, 6]),
        (20, &[5]),
    ] {
        let parts = samples::tie_parts(side, slots);
        let class = TieClass::build(&parts).unwrap();
        clean(&class);
        let again = TieClass::read(&class.write().unwrap()).unwrap();
        assert!(again == class);
        for (lod, expected) in parts.lods.iter().enumerate() {
            let mesh = again.mesh(lod).unwrap();
            assert_eq!(triangles(&mesh), triangles(expected));
            assert_eq!(materials(&mesh.triangles), materials(&expected.triangles));
        }
        assert!(class.lods[2].is_empty() && again.mesh(2).unwrap().triangles.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_mesh_comes_back_from_the_tie_built_of_it(
        (positions, uvs, mesh) in samples::any_mesh(),
        deltas in proptest::collection::vec(any::<[i16; 3]>(), 40),
        morphing in 0..40_usize,
        lod in 0..3_usize,
    ) {
        let count = positions.len();
        let stays = |i: usize| i >= morphing;
        let mut lods: [TieMesh; 3] = Default::default();
        lods[lod] = TieMesh {
            scale: 2.0,
            deltas: deltas.iter().enumerate().map(|(i, &delta)| if stays(i) { [0; 3] } else { delta }).collect(),
            qs: (0..count).map(|i| i as i16).collect(),
            colours: (0..count as u8).map(|i| if stays(i.into()) { [i; 3] } else { [i, 63 - i, 0] }).collect(),
            positions,
            uvs,
            triangles: mesh,
        };
        let parts = TieParts { lods, ..samples::tie_parts(1, &[0]) };
        let class = TieClass::build(&parts).unwrap();
        clean(&class);
        let again = TieClass::read(&class.write().unwrap()).unwrap();
        prop_assert!(again == class);
        prop_assert!(triangles(&again.mesh(lod).unwrap()) == triangles(&parts.lods[lod]));
    }
}

#[test]
fn a_packet_has_dinky_vertices_only_where_nothing_morphs() {
    let class = TieClass::build(&samples::tie_parts(3, &[0])).unwrap();
    assert!(
        class.lods[0]
            .iter()
            .all(|packet| packet.dinky.is_empty() && !packet.fat.is_empty())
    );
    assert!(
        class.lods[1]
            .iter()
            .all(|packet| packet.fat.is_empty() && !packet.dinky.is_empty())
    );
    let mesh = class.mesh(0).unwrap();
    let delta = mesh.deltas.iter().position(|delta| delta[2] != 0).unwrap();
    let at = |k| morphed_position(mesh.positions[delta], mesh.deltas[delta], k)[2];
    // The sheet becomes flat.
    assert_eq!(
        (at(0.0), at(0.5), at(1.0)),
        (f32::from(mesh.positions[delta][2]), at(0.0) / 2.0, 0.0)
    );
}

#[test]
fn the_smallest_packet_is_laid_out_as_the_page_says() {
    let mut parts = samples::tie_parts(1, &[2]);
    parts.lods[0] = samples::tie_mesh(1, &[2], false);
    let class = TieClass::build(&parts).unwrap();
    let packet = &class.lods[0][0];
    // One strip of four vertices at 7, 10, 13, 16, its tag behind the material's six quadwords.
    assert_eq!(
        packet.strips,
        [TieStrip {
            vertex_count: 4,
            pad: 0,
            slot: 6,
            winding: 0
        }]
    );
    let slots: Vec<u16> = packet.dinky.iter().map(|vertex| vertex.slot).collect();
    assert_eq!(slots, [7, 10, 13, 16]);
    let header = &packet.header;
    assert_eq!(
        (
            header.dinky_single_only,
            header.no_fat,
            header.unknown_2,
            header.strip_count
        ),
        (1, 1, 6, 1)
    );
    assert_eq!(header.phase_ends, [7, 0, 0, 0]);
    assert_eq!(
        [
            header.dinky_size,
            header.fat_size,
            header.dinky_count,
            header.fat_count
        ],
        [12, 6, 4, 0]
    );
    assert_eq!(class.header.packets[0], 0x100);
    assert_eq!(class.ad_gifs[0].tex0, AdData::new(AdData::TEX0, 2, 0));
    // The box's first and last corner, in class units: 32,766 / 1,024 on x and y; sin 3 below that on z.
    let corners = class.corners().unwrap();
    assert_eq!(corners[0], [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(corners[7][..2], [32_766.0 / 1024.0; 2]);
}

/// Two strips that share two vertices through their second slots, and another material before the second strip.
fn shared() -> TieClass {
    let mut class = TieClass::build(&samples::tie_parts(1, &[2, 3])).unwrap();
    class.ad_gifs.push(class.ad_gifs[0]);
    class.ad_gifs[1].tex0.low = 3;
    let vertex = |x: i16, slot, second_slot| DinkyVertex {
        position: [x, x * x, 0],
        slot,
        second_slot,
        ..DinkyVertex::default()
    };
    let packet = &mut class.lods[0][0];
    packet.fat.clear();
    packet.colours = vec![1, 2, 3, 4];
    packet.second_colours.clear();
    packet.dinky = vec![
        vertex(0, 7, 7),
        vertex(1, 10, 23),
        vertex(2, 13, 26),
        vertex(3, 29, 0),
    ];
    packet.header.dinky_size = 12;
    packet.header.dinky_count = 4;
    packet.header.fat_size = 6;
    packet.header.fat_count = 0;
    packet.header.strip_count = 2;
    packet.strips = vec![
        TieStrip {
            vertex_count: 3,
            slot: 6,
            ..TieStrip::default()
        },
        TieStrip {
            vertex_count: 3,
            slot: 22,
            winding: 1,
            ..TieStrip::default()
        },
    ];
    packet.destinations = [16, 0, 0, 0];
    packet.sources = [0, 0x50, 0, 0];
    let entry = &mut packet.entry;
    [entry.shader_count, entry.shader_quadwords] = [2, 10];
    [entry.control_count, entry.control_quadwords] = [5, 2];
    [entry.vertex_offset, entry.vertex_quadwords] = [4, 4];
    [entry.colour_offset, entry.colour_words] = [8, 1];
    [entry.step_offset, entry.step_quadwords] = [9, 1];
    [entry.strip_count, entry.strip_vertices] = [2, 6];
    class.header.totals[0].vertices = 4;
    class.header.totals[0].triangles = 2;
    class.header.totals[0].strips = 2;
    class.laid_out([[0.0; 4]; 8]).unwrap()
}

#[test]
fn a_vertex_in_two_slots_belongs_to_two_strips_of_two_materials() {
    let mut class = shared();
    // The page has the colours' copy behind them: a packet without room for it has none.
    class = TieClass::read(&class.write().unwrap()).unwrap();
    clean(&class);
    let mesh = class.mesh(0).unwrap();
    // The second strip turns the other way round.
    assert_eq!(mesh.triangles.indices, [0, 1, 2, 1, 3, 2]);
    let draws = mesh.triangles.draws.iter();
    let slots: Vec<i32> = draws.map(|draw| draw.material.slot).collect();
    assert_eq!(slots, [2, 3]);
    assert_eq!(mesh.colours, [[1; 3], [2; 3], [3; 3], [4; 3]]);
}

#[test]
fn strips_that_cannot_be_followed_are_an_error_of_the_mesh() {
    let fault = |change: fn(&mut TieClass)| {
        let mut class = shared();
        change(&mut class);
        let class = TieClass::read(&class.write().unwrap()).unwrap();
        assert!(rules(|findings| class.validate(findings)).contains(&"tie-mesh"));
        assert!(matches!(class.mesh(0), Err(FormatError::Malformed { .. })));
    };
    fault(|class| class.lods[0][0].strips[1].slot += 1);
    fault(|class| class.lods[0][0].destinations[0] += 1);
    fault(|class| class.lods[0][0].dinky[1].second_slot = 0);
    fault(|class| class.lods[0][0].dinky[3].slot = 0x7FFF);
    fault(|class| class.lods[0][0].sources[1] = 0xA0);
    fault(|class| class.lods[0][0].sources[0] = -1);
}

#[test]
fn counts_that_do_not_agree_are_found() {
    assert_breaks! { &shared(), TieClass::validate;
        "tie-packet-counts" class => class.lods[0][0].entry.strip_vertices += 1;
        "tie-totals" class => class.header.totals[0].triangles += 1;
        "tie-colour" class => class.lods[0][0].colours[2] = 64;
        "tie-source" class => class.lods[0][0].sources[1] = 0x51;
        "tie-lod-distances" class => class.header.mid_distance = 10.0;
    }
}

#[test]
fn a_mesh_of_another_scale_or_with_missing_arrays_is_not_built() {
    let refused = |change: fn(&mut [TieMesh; 3])| {
        let mut parts = samples::tie_parts(2, &[0]);
        change(&mut parts.lods);
        TieClass::build(&parts).unwrap_err();
    };
    refused(|lods| lods[1].scale *= 2.0);
    refused(|lods| lods[0].uvs.clear());
    refused(|lods| lods[0].triangles.indices[0] = 99);
    refused(|lods| lods[0].colours[0][1] = 64);
}

#[test]
fn a_small_class_cannot_become_a_large_value() {
    // All packets of a level are the same one: more than two classes together.
    let mut bytes = TieClass::build(&samples::tie_parts(6, &[0]))
        .unwrap()
        .write()
        .unwrap();
    bytes[12] = 9;
    let entry: Vec<u8> = bytes[0x100..0x110].to_vec();
    for i in 1..9 {
        bytes[0x100 + 16 * i..0x110 + 16 * i].copy_from_slice(&entry);
    }
    assert!(TieClass::read(&bytes).is_err());
}

#[test]
fn fat_vertices_are_stored_with_the_delta_first() {
    let class = TieClass::build(&samples::tie_parts(1, &[0])).unwrap();
    let packet = &class.lods[0][0];
    let FatVertex { delta, vertex, .. } = packet.fat[0];
    let at = 0x100
        + usize::try_from(packet.entry.data).unwrap()
        + 16 * usize::from(packet.entry.vertex_offset);
    let bytes = class.write().unwrap();
    let words: Vec<i16> = bytes[at..at + 24]
        .as_chunks()
        .0
        .iter()
        .map(|b| i16::from_le_bytes(*b))
        .collect();
    assert_eq!(words[..3], delta);
    assert_eq!(words[3] as u16, vertex.slot);
    assert_eq!(words[4..7], vertex.position);
    assert_eq!(words[8..10], vertex.uv);
}

#[test]
fn damaged_ties_whose_vertices_have_two_places_do_no_harm() {
    survives_damage(CommandoKind::Tie, shared().write().unwrap());
}
