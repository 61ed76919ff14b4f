//! What reading costs: memory at most four times the input and a mebibyte, and work in proportion to the input. Measured
//! by an allocator that counts, on files made to be as expensive as can be.
#![allow(missing_docs, reason = "tests")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use wonderwheel_ps2::error::Result;
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::clump::{Clump, Frame};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::{Geometry, NativeMesh, PlainVertices, Vertices, format};
use wonderwheel_renderware::material::{MatFx, MatFxSlot, Material, TextureReference};
use wonderwheel_renderware::native_data::Chain;
use wonderwheel_renderware::section::RawSection;
use wonderwheel_renderware::stamp::{STAMP, pack};
use wonderwheel_renderware::world::{AtomicSector, Node, Plane, World};

#[path = "main/samples.rs"]
#[allow(dead_code, reason = "shared with the other tests")]
mod samples;

/// Counts bytes that are held, the most that were, and how often memory was asked for.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

#[allow(
    unsafe_code,
    reason = "an allocator cannot be written otherwise; it hands everything on to the system's"
)]
// SAFETY: every call is the system allocator's own, with the arguments that it was made with.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(held, Relaxed);
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MEBIBYTE: usize = 1 << 20;

/// Reads and says how much was held at most, and how often memory was asked for. Growing counts as the old and the new
/// block together, since the allocator has no `realloc` of its own.
fn measure<T>(name: &str, bytes: &[u8], read: impl FnOnce(&[u8]) -> Result<T>) -> (usize, usize) {
    let before = HELD.load(Relaxed);
    let calls = CALLS.load(Relaxed);
    MOST.store(before, Relaxed);
    let value = read(bytes);
    let most = MOST.load(Relaxed) - before;
    let calls = CALLS.load(Relaxed) - calls;
    if let Err(error) = &value {
        assert!(name.starts_with("refused"), "{name}: {error}");
    }
    (most, calls)
}

fn check<T>(name: &str, bytes: &[u8], read: impl FnOnce(&[u8]) -> Result<T>) {
    let (most, calls) = measure(name, bytes, read);
    let allowed = 4 * bytes.len() + MEBIBYTE;
    assert!(
        most <= allowed,
        "{name}: {most} bytes held for {} of input",
        bytes.len()
    );
    // The smallest thing that memory is asked for takes a header of 12 bytes; a growing list asks again and again.
    let steps = bytes.len() / 4 + 1_000;
    assert!(
        calls <= steps,
        "{name}: {calls} requests for {} bytes of input",
        bytes.len()
    );
}

fn plain_geometry(morph_targets: usize) -> Geometry {
    let mut geometry = Geometry::native(0, Vec::new(), false, Vec::new());
    geometry.format = format::with_uv_sets(8);
    geometry.vertices = Vertices::Plain(PlainVertices {
        uv_sets: vec![Vec::new(); 8],
        morph_targets: vec![Default::default(); morph_targets],
        ..PlainVertices::default()
    });
    geometry
}

fn clump_of(geometries: Vec<Geometry>) -> Vec<u8> {
    Clump {
        geometries,
        atomics: Vec::new(),
        ..samples::clump()
    }
    .write()
}

fn with_materials(materials: Vec<Material>, indices: Vec<i32>) -> Vec<u8> {
    let mut geometry = Geometry::native(0, materials, true, Vec::new());
    geometry.material_indices = indices;
    clump_of(vec![geometry])
}

fn empty_plugins(count: usize) -> Vec<RawSection> {
    let plugin = |i: usize| RawSection {
        id: 0x200 + i as u32,
        // Every stamp differs from the last one; uninterpreted sections keep theirs.
        stamp: i as u32,
        payload: Vec::new(),
    };
    (0..count).map(plugin).collect()
}

fn bare_sector() -> AtomicSector {
    AtomicSector {
        bin_mesh: None,
        native_data: None,
        streamed: None,
        ..AtomicSector::streamed(Default::default(), None)
    }
}

/// A comb, nearly as deep as the limit allows: every plane has a sector on its left.
fn comb() -> Vec<u8> {
    let mut planes = Vec::new();
    let depth: u32 = 60;
    let sectors = vec![bare_sector(); depth as usize + 1];
    for i in 0..depth {
        let right = if i + 1 < depth {
            Node::Plane(i + 1)
        } else {
            Node::Sector(depth)
        };
        planes.push(Plane::at(0, i as f32, Node::Sector(i), right));
    }
    World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        planes,
        sectors,
        Node::Plane(0),
    )
    .write()
}

/// A balanced tree of bare sectors.
fn tree(levels: u32) -> Vec<u8> {
    fn grow(level: u32, planes: &mut Vec<Plane>, sectors: &mut Vec<AtomicSector>) -> Node {
        if level == 0 {
            sectors.push(bare_sector());
            return Node::Sector(sectors.len() as u32 - 1);
        }
        let index = planes.len();
        planes.push(Plane::at(0, 0.0, Node::Sector(0), Node::Sector(0)));
        planes[index].left = grow(level - 1, planes, sectors);
        planes[index].right = grow(level - 1, planes, sectors);
        Node::Plane(index as u32)
    }
    let (mut planes, mut sectors) = (Vec::new(), Vec::new());
    let root = grow(levels, &mut planes, &mut sectors);
    World::new(World::ONE_UV_SET_FORMAT, Vec::new(), planes, sectors, root).write()
}

/// One test, because the counters are those of the whole process.
#[test]
fn reading_takes_four_times_the_input_and_a_mebibyte_at_most() {
    const MANY: usize = 100_000;
    let clump = |name: &str, bytes: &[u8]| check(name, bytes, Clump::read);
    let dictionary = samples::dictionary();
    let texture = dictionary.textures[1].clone();
    let many = TextureDictionary::new(vec![texture; 20_000]).write();
    check("textures", &many, TextureDictionary::read);

    let materials = vec![Material::default(); MANY];
    clump("materials", &with_materials(materials.clone(), Vec::new()));
    let effect = MatFx {
        effect: 0,
        slots: Box::new([MatFxSlot::None, MatFxSlot::None]),
    };
    let effects = vec![
        Material {
            matfx: Some(effect),
            ..Material::default()
        };
        MANY
    ];
    clump("effects", &with_materials(effects, Vec::new()));
    let textured = vec![Material::textured(TextureReference::default()); MANY];
    clump("references", &with_materials(textured, Vec::new()));
    let repeat = |count: usize| {
        let mut indices = vec![0; count];
        indices[0] = -1;
        with_materials(vec![Material::default(); count], indices)
    };
    clump("repeats", &repeat(3_000));
    clump("refused repeats", &repeat(MANY));

    let frames = Clump {
        frames: vec![Frame::default(); MANY],
        geometries: Vec::new(),
        atomics: Vec::new(),
        ..samples::clump()
    };
    clump("frames", &frames.write());
    let plugins = Clump {
        extension: empty_plugins(MANY).into(),
        ..frames
    };
    let bytes = Clump {
        frames: vec![Frame::default()],
        ..plugins
    }
    .write();
    clump("plugins", &bytes);

    let mesh = NativeMesh {
        material: 0,
        vertex_count: 0,
        chain: Chain::default(),
    };
    let meshes = Geometry::native(0, vec![Material::default()], true, vec![mesh; MANY]);
    clump("empty meshes", &clump_of(vec![meshes]));
    clump(
        "plain geometries",
        &clump_of(vec![plain_geometry(1); 20_000]),
    );
    clump("morph targets", &clump_of(vec![plain_geometry(MANY)]));
    let atomics = Clump {
        atomics: vec![
            Atomic {
                plugins: Default::default(),
                ..Atomic::in_clump(0, 0, Scales::default())
            };
            50_000
        ],
        ..samples::clump()
    };
    clump("atomics", &atomics.write());

    check("sectors", &tree(14), World::read);
    check("deep planes", &comb(), World::read);

    // Every header of another version than the last one: as many changes as are allowed, and one more than that.
    for (name, references) in [("stamps", 5_000), ("refused stamps", 50_000)] {
        let mut bytes = with_materials(vec![Material::default(); references], Vec::new());
        let mut is_old = false;
        for at in 0..bytes.len() - 3 {
            if bytes[at..at + 4] == STAMP.to_le_bytes() {
                if is_old {
                    bytes[at..at + 4].copy_from_slice(&pack(0x36003, 0xFFFF).to_le_bytes());
                }
                is_old = !is_old;
            }
        }
        clump(name, &bytes);
    }
}
