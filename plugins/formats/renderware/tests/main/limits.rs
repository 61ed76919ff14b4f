//! Every limit: a reader that is given a smaller one refuses the same stream and says which limit it was.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::dma::vif_stream;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::{Geometry, MorphTarget, PlainVertices, Vertices};
use wonderwheel_renderware::hanim::HAnim;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::section::RawSection;
use wonderwheel_renderware::world::World;

use crate::generated::written;
use crate::samples;

/// Reads with one limit after the other changed: the limit that is met, if any.
fn meets<T>(
    bytes: &[u8],
    read: fn(&mut Cursor<'_>) -> Result<T>,
    cases: &[(fn(&mut Limits), Option<&str>)],
) {
    for (change, expected) in cases {
        let limits = Limits::with(change);
        let met = match read(&mut Cursor::new(bytes).limited(limits)) {
            Ok(_) => None,
            Err(FormatError::Limit { limit, .. }) => Some(limit),
            Err(other) => panic!("{other}"),
        };
        assert_eq!(met, *expected, "{limits:?}");
    }
}

#[test]
fn lists_of_a_dictionary() {
    let mut dictionary = samples::dictionary();
    let read = TextureDictionary::read_from;
    // 16 x 8 and 8 x 4; 2 x 2; 32 x 16, 16 x 8, 8 x 4, 4 x 2: the last texture has 680 texels.
    let cases: [(fn(&mut Limits), _); 4] = [
        (|limits| limits.items = 3, None),
        (|limits| limits.items = 2, Some("textures")),
        (|limits| limits.texels = 680, None),
        (|limits| limits.texels = 679, Some("texels")),
    ];
    meets(&dictionary.write(), read, &cases);
    let plugin = RawSection::new(0x182, []);
    dictionary.extension = vec![plugin; 4].into();
    meets(
        &dictionary.write(),
        read,
        &[(|limits| limits.items = 3, Some("plugins"))],
    );

    // The struct behind the dictionary's header has another stamp than everything around it: three runs.
    let mut bytes = samples::dictionary().write();
    bytes[20..24].copy_from_slice(&0x1803_FFFF_u32.to_le_bytes());
    let changes = "changes of the library stamp";
    let cases: [(fn(&mut Limits), _); 2] = [
        (|limits| limits.stamp_changes = 3, None),
        (|limits| limits.stamp_changes = 2, Some(changes)),
    ];
    meets(&bytes, read, &cases);
}

#[test]
fn lists_of_a_clump() {
    // Five materials is its longest list.
    let cases: [(fn(&mut Limits), _); 4] = [
        (|limits| limits.items = 5, None),
        (|limits| limits.items = 4, Some("materials")),
        (|limits| limits.vertices = 23, None),
        (|limits| limits.vertices = 22, Some("vertices of a mesh")),
    ];
    meets(&samples::clump().write(), Clump::read_from, &cases);
    let changes: [(fn(&mut Clump), _); 4] = [
        (|clump| clump.frames = vec![Default::default(); 6], "frames"),
        (
            |clump| clump.geometries = vec![clump.geometries[0].clone(); 6],
            "geometries",
        ),
        (
            |clump| clump.atomics = vec![clump.atomics[0].clone(); 6],
            "atomics",
        ),
        (
            |clump| {
                let meshes = vec![(4, samples::packed_mesh(3, 1, true, true)); 6];
                let scales = clump.atomics[0].scales();
                let options = Default::default();
                let packed = Geometry::packed(samples::materials(), &meshes, scales, &options);
                clump.geometries[0] = packed;
            },
            "meshes",
        ),
    ];
    for (change, expected) in changes {
        let mut clump = samples::clump();
        change(&mut clump);
        let case: (fn(&mut Limits), _) = (|limits| limits.items = 5, Some(expected));
        meets(&clump.write(), Clump::read_from, &[case]);
    }
}

#[test]
fn lists_of_plain_geometry() {
    let changes: [(fn(&mut Geometry, &mut PlainVertices), _); 4] = [
        (|_, _| (), None),
        (
            |geometry, _| geometry.vertex_count = 10,
            Some("vertices of a mesh"),
        ),
        (
            |_, plain| plain.triangles = vec![[0; 4]; 3],
            Some("triangles"),
        ),
        (
            |_, plain| plain.morph_targets = vec![Default::default(); 3],
            Some("morph targets"),
        ),
    ];
    for (change, expected) in changes {
        let mut geometry = Geometry::native(0, vec![Material::default()], false, Vec::new());
        geometry.format = 0;
        geometry.vertex_count = 1;
        let mut plain = PlainVertices {
            morph_targets: vec![MorphTarget::default()],
            ..PlainVertices::default()
        };
        change(&mut geometry, &mut plain);
        geometry.triangle_count = plain.triangles.len() as u32;
        geometry.vertices = Vertices::Plain(plain);
        let case: (fn(&mut Limits), _) =
            (|limits| (limits.items, limits.vertices) = (2, 9), expected);
        meets(
            &written(|out| geometry.write_to(out)),
            Geometry::read_from,
            &[case],
        );
    }
}

#[test]
fn the_tree_of_a_world() {
    // Three planes and four sectors: the planes' count is the one that is stored first.
    let cases: [(fn(&mut Limits), _); 4] = [
        (|limits| limits.items = 4, None),
        (|limits| limits.items = 2, Some("plane sectors")),
        (|limits| limits.depth = 2, None),
        (|limits| limits.depth = 1, Some("depth of the sector tree")),
    ];
    meets(&samples::streamed_world().write(), World::read_from, &cases);
}

#[test]
fn bones_and_repeats() {
    let words = [0x100u32, 0, 3, 0, 36].into_iter().chain([0; 9]);
    let hanim: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let cases: [(fn(&mut Limits), _); 2] = [
        (|limits| limits.items = 3, None),
        (|limits| limits.items = 2, Some("bones")),
    ];
    meets(&hanim, HAnim::read_from, &cases);

    let mut geometry = Geometry::native(0, vec![Material::default(); 2], true, Vec::new());
    geometry.material_indices = vec![-1, 0];
    let case: (fn(&mut Limits), _) = (
        |limits| limits.repeated_bytes = 64,
        Some("bytes of repeated materials"),
    );
    meets(
        &written(|out| geometry.write_to(out)),
        Geometry::read_from,
        &[case],
    );
}

#[test]
fn a_chain_of_vertices_has_room_for_a_tag_and_plain_geometry_has_eight_uv_sets() {
    let mut geometry = samples::skinned_geometry();
    if let Vertices::Native(native) = &mut geometry.vertices {
        native.chains[0].bytes.truncate(15);
    }
    let bytes = written(|out| geometry.write_to(out));
    let error = Geometry::read_from(&mut Cursor::new(&bytes)).unwrap_err();
    assert_eq!(error.path(), "geometry/extension/plugin 0x510/mesh[0]");

    let mut geometry = Geometry::native(0, Vec::new(), false, Vec::new());
    for (sets, fits) in [(8u32, true), (9, false)] {
        geometry.format = sets << 16;
        geometry.vertices = Vertices::Plain(PlainVertices {
            uv_sets: vec![Vec::new(); sets as usize],
            morph_targets: vec![MorphTarget::default()],
            ..PlainVertices::default()
        });
        let bytes = written(|out| geometry.write_to(out));
        let read = Geometry::read_from(&mut Cursor::new(&bytes));
        assert_eq!(read.is_ok(), fits, "{sets}");
    }
}

#[test]
fn what_a_chain_sends() {
    // A tag that sends its own sixteen bytes and ends: as much as a factor of 1 allows, and more than one of 0 does.
    let words = [0x3000_0001_u32, 0, 0, 0, 0x7000_0000, 0, 0, 0];
    let chain = words.map(u32::to_le_bytes).concat();
    let sends = |sent_factor| {
        let limits = Limits::with(|limits| limits.sent_factor = sent_factor);
        let mut segments = vif_stream(&chain).limited(&limits);
        segments.find_map(|segment| match segment {
            Err(FormatError::Limit { limit, .. }) => Some(limit),
            _ => None,
        })
    };
    assert_eq!(sends(1), None);
    assert_eq!(sends(0), Some("data sent by the chain"));
}
