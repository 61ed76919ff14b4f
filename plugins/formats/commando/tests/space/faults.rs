//! Blocks with one fault each, at a place that is known.

use wonderwheel_commando::collision::{self, Collision};
use wonderwheel_commando::sky::{self, Sky};
use wonderwheel_fuzzing::seeds::commando::scenery::{small_collision, small_sky};
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// The limit that an error says was reached.
fn limit_of(error: &FormatError) -> Option<&'static str> {
    match error {
        FormatError::Limit { limit, .. } => Some(limit),
        _ => None,
    }
}

fn put(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Where the first leaf's word and the first leaf stand in the collision sample.
fn first_leaf(bytes: &[u8]) -> (usize, usize) {
    let mesh = word(bytes, 0) as usize;
    let z_node = mesh + 4 * usize::from(u16::from_le_bytes([bytes[mesh + 4], bytes[mesh + 5]]));
    let y_node = mesh + word(bytes, z_node + 4) as usize;
    (y_node + 4, mesh + (word(bytes, y_node + 4) >> 8) as usize)
}

#[test]
fn collision_leaves_are_held_to_their_bounds() {
    let original = small_collision().unwrap().write().unwrap();
    let (slot, leaf) = first_leaf(&original);
    // A leaf of one quad has 4 + 16 + 4 + 1 bytes, more than 16; the face stands behind four vertices.
    assert_eq!(original[leaf..leaf + 4], [1, 0, 4, 1]);
    let shared = word(&original, slot);
    let smaller = shared & !0xFF | 1;
    let hero = word(&original, 4) as usize;
    // 32 bytes of head and record, three vertices.
    let triangle = hero + 32 + 24;
    let faults: [(&str, Option<usize>, &dyn Fn(&mut [u8])); 6] = [
        ("more quads than faces", Some(leaf + 3), &|it| {
            it[leaf + 3] = 200
        }),
        ("a leaf of 16 bytes", Some(leaf), &|it| {
            put(it, slot, smaller)
        }),
        ("a vertex that is not there", Some(leaf + 20), &|it| {
            it[leaf + 21] = 4
        }),
        ("two slots with one leaf", None, &|it| {
            put(it, slot + 4, shared)
        }),
        ("a word behind the count of groups", Some(hero + 8), &|it| {
            it[hero + 8] = 1
        }),
        ("a hero vertex that is not there", Some(triangle), &|it| {
            it[triangle + 2] = 3
        }),
    ];
    for (what, offset, change) in faults {
        let mut bytes = original.clone();
        change(&mut bytes);
        let error = Collision::read(&bytes).unwrap_err();
        assert!(
            matches!(error, FormatError::Malformed { .. }),
            "{what}: {error}"
        );
        assert!(
            offset.is_none_or(|at| error.offset() == at as u64),
            "{what}: {error}"
        );
        let is_of_cell = error.path().to_string().starts_with("cell ");
        assert!(is_of_cell || what != "more quads than faces", "{error}");
    }
}

#[test]
fn collision_rules_are_named() {
    let mut bytes = small_collision().unwrap().write().unwrap();
    let (_, leaf) = first_leaf(&bytes);
    // The quad becomes one of a single vertex; the group's first vertex and triangle get a fourth.
    bytes[leaf + 20..leaf + 23].fill(0);
    bytes[leaf + 24] = 0;
    let hero = word(&bytes, 4) as usize;
    bytes[hero + 32 + 6] = 1;
    let mut findings = Findings::new();
    Collision::read(&bytes).unwrap().validate(&mut findings);
    let rules = findings.rules();
    let expected = "collision-vertex-unused collision-face-flat collision-face-elsewhere collision-hero-fourth";
    assert_eq!(rules.join(" "), expected);
}

/// A block of one cell, from 0 to 4 units on each axis, with one triangle: offsets from its middle, x and y in 1/16, z in 1/64 unit.
fn one_triangle(corners: [[i32; 3]; 3]) -> Vec<u8> {
    let mut bytes = vec![0; 0x40];
    bytes[0] = 0x40;
    // The root leads to the z node 8 bytes on, that to the y node at 16, that to the leaf of 32 bytes at 32.
    bytes.extend([0, 0, 1, 0, 2, 0, 0, 0]);
    bytes.extend([0, 0, 1, 0, 16, 0, 0, 0]);
    bytes.extend([0, 0, 1, 0, 2, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([1, 0, 3, 0]);
    for [x, y, z] in corners {
        bytes.extend((x & 0x3FF | (y & 0x3FF) << 10 | z << 20).to_le_bytes());
    }
    bytes.extend([0, 1, 2, 7]);
    bytes.resize(0x40 + 64, 0);
    bytes
}

#[test]
fn a_face_may_lie_a_step_of_its_coordinate_outside_its_cell() {
    // A wall at one place of an axis. The cell ends at 2 units: 32 sixteenths, 128 sixty-fourths.
    let wall = |axis: usize, at: i32| {
        one_triangle([[0, 0], [8, 0], [0, 8]].map(|[a, b]| {
            let mut corner = [a, a, a];
            corner[(axis + 1) % 3] = b;
            corner[axis] = at;
            corner
        }))
    };
    for (axis, border) in [(0, 32), (1, 32), (2, 128)] {
        for side in [-1, 1] {
            for (outside, expected) in [(-1, false), (0, false), (1, false), (2, true), (9, true)] {
                let collision = Collision::read(&wall(axis, side * (border + outside))).unwrap();
                let rules = Findings::of(|all| collision.validate(all)).rules();
                let is_found = rules == ["collision-face-elsewhere"];
                assert!(is_found || rules.is_empty(), "{rules:?}");
                assert_eq!(is_found, expected, "axis {axis}, {outside} steps outside");
            }
        }
    }
}

#[test]
fn outlines_go_on_behind_a_fault() {
    let mut bytes = small_collision().unwrap().write().unwrap();
    let (slot, _) = first_leaf(&bytes);
    let whole = collision::outline(&bytes, Limits::DEFAULT);
    assert_eq!(whole.errors().count(), 0);
    put(&mut bytes, slot, 0xFFFF_FF01);
    let tree = collision::outline(&bytes, Limits::DEFAULT);
    assert_eq!(
        tree.all().count(),
        whole.all().count() - 2,
        "all but the hero groups"
    );
    assert_eq!(tree.errors().count(), 2);

    let mut bytes = small_sky().unwrap().write().unwrap();
    let whole = sky::outline(&bytes, Limits::DEFAULT);
    assert_eq!(whole.errors().count(), 0);
    let names: Vec<_> = whole.nodes[0]
        .children
        .iter()
        .map(|node| node.name.as_ref())
        .collect();
    let expected = [
        "effects", "textures", "sprites", "shell[0]", "shell[1]", "shell[2]",
    ];
    assert_eq!(names, expected);
    put(&mut bytes, 0x20, u32::MAX);
    let tree = sky::outline(&bytes, Limits::DEFAULT);
    assert_eq!(tree.nodes[0].children.len(), 6);
    assert_eq!(tree.errors().count(), 2);
}

#[test]
fn limits_are_the_callers() {
    let limited = |limits| {
        let bytes = small_collision().unwrap().write().unwrap();
        Collision::read_from(&mut Cursor::new(&bytes).limited(limits)).unwrap_err()
    };
    let vertices = Limits::with(|limits| limits.vertices = 3);
    let items = Limits::with(|limits| limits.items = 1);
    assert_eq!(limit_of(&limited(vertices)), Some("collision vertices"));
    assert_eq!(limit_of(&limited(items)), Some("collision cells"));
}

#[test]
fn textures_may_share_a_palette_within_the_limit_of_repeated_bytes() {
    let mut sky = small_sky().unwrap();
    sky.textures.push(sky.textures[0].clone());
    let mut bytes = sky.write().unwrap();
    let defs = word(&bytes, 0x10) as usize;
    let (palette, pixels) = (word(&bytes, defs), word(&bytes, defs + 4));
    put(&mut bytes, defs + 16, palette);
    put(&mut bytes, defs + 20, pixels);
    let read = Sky::read(&bytes).unwrap();
    assert_eq!(read.textures, sky.textures);
    assert!(read.has_own_layout());
    assert_eq!(read.write().unwrap(), bytes);

    // 4,000 textures of the same 2,048 texels in 64,000 bytes of definitions.
    let mut many = vec![0; 0x40 + 4000 * 16 + 0x400 + 2048];
    many[0x0C..0x0E].copy_from_slice(&4000_u16.to_le_bytes());
    put(&mut many, 0x10, 0x40);
    put(&mut many, 0x14, 0x40 + 4000 * 16);
    for i in 0..4000 {
        for (field, value) in [0, 0x400, 64, 32].into_iter().enumerate() {
            put(&mut many, 0x40 + 16 * i + 4 * field, value);
        }
    }
    let error = Sky::read(&many).unwrap_err();
    assert_eq!(limit_of(&error), Some("repeated bytes"), "{error}");
}
