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
use wonderwheel_renderware::stamp::STAMP;
use wonderwheel_renderware::world::World;

use crate::samples;

/// The limit that a read meets.
fn met<T>(
    bytes: &[u8],
    limits: Limits,
    read: fn(&mut Cursor<'_>) -> Result<T>,
) -> Option<&'static str> {
    match read(&mut Cursor::new(bytes).limited(limits)) {
        Ok(_) => None,
        Err(FormatError::Limit { limit, .. }) => Some(limit),
        Err(other) => panic!("{other}"),
    }
}

fn items(items: u32) -> Limits {
    Limits {
        items,
        ..Limits::DEFAULT
    }
}

#[test]
fn lists_of_a_dictionary() {
    let mut dictionary = samples::dictionary();
    assert_eq!(
        met(&dictionary.write(), items(3), TextureDictionary::read_from),
        None
    );
    assert_eq!(
        met(&dictionary.write(), items(2), TextureDictionary::read_from),
        Some("textures")
    );
    let plugin = RawSection {
        id: 0x182,
        stamp: STAMP,
        payload: Vec::new(),
    };
    dictionary.extension = vec![plugin; 4];
    assert_eq!(
        met(&dictionary.write(), items(3), TextureDictionary::read_from),
        Some("plugins")
    );
    // 16 x 8 and 8 x 4; 2 x 2; 32 x 16, 16 x 8, 8 x 4, 4 x 2: the last texture has 680 texels.
    let texels = |texels| Limits {
        texels,
        ..Limits::DEFAULT
    };
    let bytes = samples::dictionary().write();
    assert_eq!(met(&bytes, texels(680), TextureDictionary::read_from), None);
    assert_eq!(
        met(&bytes, texels(679), TextureDictionary::read_from),
        Some("texels")
    );
}

#[test]
fn lists_of_a_clump() {
    let clump = samples::clump();
    // Five materials is its longest list.
    assert_eq!(met(&clump.write(), items(5), Clump::read_from), None);
    assert_eq!(
        met(&clump.write(), items(4), Clump::read_from),
        Some("materials")
    );
    let with = |change: fn(&mut Clump)| {
        let mut clump = samples::clump();
        change(&mut clump);
        met(&clump.write(), items(5), Clump::read_from)
    };
    assert_eq!(
        with(|clump| clump.frames = vec![Default::default(); 6]),
        Some("frames")
    );
    assert_eq!(
        with(|clump| clump.geometries = vec![clump.geometries[0].clone(); 6]),
        Some("geometries")
    );
    assert_eq!(
        with(|clump| clump.atomics = vec![clump.atomics[0].clone(); 6]),
        Some("atomics")
    );
    assert_eq!(
        with(|clump| {
            let mesh = (4, samples::packed_mesh(3, 1, true, true));
            let scales = clump.atomics[0].scales();
            clump.geometries[0] = Geometry::packed(
                samples::materials(),
                &vec![mesh; 6],
                scales,
                &Default::default(),
            );
        }),
        Some("meshes")
    );
    let vertices = |vertices| Limits {
        vertices,
        ..Limits::DEFAULT
    };
    assert_eq!(met(&clump.write(), vertices(23), Clump::read_from), None);
    assert_eq!(
        met(&clump.write(), vertices(22), Clump::read_from),
        Some("vertices of a mesh")
    );
}

#[test]
fn lists_of_plain_geometry() {
    let with = |change: fn(&mut Geometry, &mut PlainVertices)| {
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
        let mut bytes = Vec::new();
        geometry.write_to(&mut bytes);
        let limits = Limits {
            vertices: 9,
            ..items(2)
        };
        met(&bytes, limits, Geometry::read_from)
    };
    assert_eq!(with(|_, _| ()), None);
    assert_eq!(
        with(|geometry, _| geometry.vertex_count = 10),
        Some("vertices of a mesh")
    );
    assert_eq!(
        with(|_, plain| plain.triangles = vec![[0; 4]; 3]),
        Some("triangles")
    );
    assert_eq!(
        with(|_, plain| plain.morph_targets = vec![Default::default(); 3]),
        Some("morph targets")
    );
}

#[test]
fn the_tree_of_a_world() {
    let bytes = samples::streamed_world().write();
    // Three planes and four sectors: the planes' count is the one that is stored first.
    assert_eq!(met(&bytes, items(4), World::read_from), None);
    assert_eq!(
        met(&bytes, items(2), World::read_from),
        Some("plane sectors")
    );
    let depth = |depth| Limits {
        depth,
        ..Limits::DEFAULT
    };
    assert_eq!(met(&bytes, depth(2), World::read_from), None);
    assert_eq!(
        met(&bytes, depth(1), World::read_from),
        Some("depth of the sector tree")
    );
}

#[test]
fn bones_and_repeats() {
    let hanim: Vec<u8> = [0x100u32, 0, 3, 0, 36]
        .into_iter()
        .chain([0; 9])
        .flat_map(u32::to_le_bytes)
        .collect();
    assert_eq!(met(&hanim, items(3), HAnim::read_from), None);
    assert_eq!(met(&hanim, items(2), HAnim::read_from), Some("bones"));

    let mut geometry = Geometry::native(0, vec![Material::default(); 2], true, Vec::new());
    geometry.material_indices = vec![-1, 0];
    let mut bytes = Vec::new();
    geometry.write_to(&mut bytes);
    let limits = Limits {
        repeated_bytes: 64,
        ..Limits::DEFAULT
    };
    assert_eq!(
        met(&bytes, limits, Geometry::read_from),
        Some("bytes of repeated materials")
    );
}

#[test]
fn a_chain_of_vertices_has_room_for_a_tag_and_plain_geometry_has_eight_uv_sets() {
    let mut geometry = samples::skinned_geometry();
    if let Vertices::Native(native) = &mut geometry.vertices {
        native.chains[0].bytes.truncate(15);
    }
    let mut bytes = Vec::new();
    geometry.write_to(&mut bytes);
    let error = Geometry::read_from(&mut Cursor::new(&bytes)).unwrap_err();
    assert_eq!(
        error.path().to_string(),
        "geometry/extension/plugin 0x510/mesh[0]"
    );

    let mut geometry = Geometry::native(0, Vec::new(), false, Vec::new());
    for (sets, fits) in [(8u32, true), (9, false)] {
        geometry.format = sets << 16;
        geometry.vertices = Vertices::Plain(PlainVertices {
            uv_sets: vec![Vec::new(); sets as usize],
            morph_targets: vec![MorphTarget::default()],
            ..PlainVertices::default()
        });
        let mut bytes = Vec::new();
        geometry.write_to(&mut bytes);
        assert_eq!(
            Geometry::read_from(&mut Cursor::new(&bytes)).is_ok(),
            fits,
            "{sets}"
        );
    }
}

#[test]
fn changes_of_the_stamp_and_what_a_chain_sends() {
    let mut bytes = samples::dictionary().write();
    // The struct behind the dictionary's header has another stamp than everything around it: three runs.
    let other = 0x1803_FFFF_u32;
    bytes[20..24].copy_from_slice(&other.to_le_bytes());
    let runs = |stamp_changes| Limits {
        stamp_changes,
        ..Limits::DEFAULT
    };
    let read = TextureDictionary::read_from;
    assert_eq!(met(&bytes, runs(3), read), None);
    assert_eq!(
        met(&bytes, runs(2), read),
        Some("changes of the library stamp")
    );

    // A tag that sends its own sixteen bytes and ends: as much as a factor of 1 allows, and more than one of 0 does.
    let mut chain = vec![0; 16];
    chain[..4].copy_from_slice(&0x3000_0001_u32.to_le_bytes());
    let mut end = vec![0; 16];
    end[..4].copy_from_slice(&0x7000_0000_u32.to_le_bytes());
    chain.extend(end);
    let sends = |sent_factor| {
        let limits = Limits {
            sent_factor,
            ..Limits::DEFAULT
        };
        vif_stream(&chain)
            .limited(&limits)
            .find_map(|segment| match segment {
                Err(FormatError::Limit { limit, .. }) => Some(limit),
                _ => None,
            })
    };
    assert_eq!(sends(1), None);
    assert_eq!(sends(0), Some("data sent by the chain"));
}
