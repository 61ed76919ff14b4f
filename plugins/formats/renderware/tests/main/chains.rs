//! DMA chains in both layouts: the worked examples of the specification, every legal variation, every illegal one.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::dma::DmaTag;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_ps2::vif::{FLUSH, ITOP, MSCALF, MSCNT, STCYCL_4_1, STCYCL_5_1};
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::native_data::{
    Chain, ChainOptions, FloatMesh, PackedBatch, PackedMesh, PackedSink, TagForm, decode_default,
    decode_packed, encode_default, encode_packed,
};

use crate::samples::{float_mesh, packed_mesh, part_atomic};

/// One quad, two uv sets, form A. Source: spec/ps2-geometry.md 8.1.
const GOLDEN_PACKED: &str = "
    00 30000002 0000000a 01000104 6d048000    08 60000001 00000000 00000000 00000000
    01 10000000 00000000 00000000 00000000    09 04000004 15000000 11000000 11000000
    02 30000002 0000000c 01000104 6d048001    0a 00000000 00000000 00000100 00000000
    03 10000000 00000000 00000000 00000000    0b 01000000 00000000 01000100 00000000
    04 30000001 0000000e 01000104 6e04c002    0c 00000000 00000000 00000100 00000100
    05 10000000 00000000 00000000 00000000    0d 01000000 01000000 01000100 01000100
    06 30000001 0000000f 01000104 6e048003    0e ff808080 ff808080 ff808080 ff808080
    07 10000000 00000000 00000000 00000000    0f 007f0000 007f0000 007f0000 007f0000";

/// The same quad in form B, worked out from spec/ps2-geometry.md 8: a reference a slot, a cnt, a final ret; the arrays
/// begin at quadwords 6, 8, 10 and 11.
const GOLDEN_IN_TAG: &str = "
    00 30000002 00000006 01000104 6d048000    06 00000000 00000000 00000100 00000000
    01 30000002 00000008 01000104 6d048001    07 01000000 00000000 01000100 00000000
    02 30000001 0000000a 01000104 6e04c002    08 00000000 00000000 00000100 00000100
    03 30000001 0000000b 01000104 6e048003    09 01000000 01000000 01000100 01000100
    04 10000000 00000000 04000004 15000000    0a ff808080 ff808080 ff808080 ff808080
    05 60000000 00000000 11000000 11000000    0b 007f0000 007f0000 007f0000 007f0000";

/// One quad of floats. Source: spec/ps2-geometry.md 12.1.
const GOLDEN_DEFAULT: &str = "
    00 6000000c 00000000 11000000 11000000    07 00000000 3f800000 3f800000 3f800000
    01 00000000 05000000 01000104 68048000    08 00000000 05000000 01000104 6e04c002
    02 00000000 00000000 00000000 3f800000    09 ff4080ff ff4080ff ff4080ff ff4080ff
    03 00000000 00000000 00000000 3f800000    0a 00000000 05000000 01000104 6a048003
    04 00000000 3f800000 3f800000 00000000    0b 007f0000 00007f00 7f00007f 00000000
    05 00000000 05000000 01000104 64048001    0c 04000004 15000000 11000000 11000000
    06 00000000 00000000 3f800000 00000000";

/// Reads numbered quadwords, in whatever columns they are printed.
fn golden(listing: &str) -> Vec<u8> {
    let words: Vec<u32> = listing
        .split_whitespace()
        .map(|word| u32::from_str_radix(word, 16).unwrap())
        .collect();
    let mut quadwords: Vec<&[u32]> = words.chunks_exact(5).collect();
    quadwords.sort_by_key(|quadword| quadword[0]);
    quadwords
        .iter()
        .flat_map(|quadword| &quadword[1..])
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

fn quad() -> PackedMesh {
    PackedMesh {
        positions: vec![
            [0, 0, 0, 0],
            [256, 0, 0, 0],
            [0, 256, 0, 0],
            [256, 256, 0, 0],
        ],
        uv_sets: 2,
        uvs: vec![[0; 4], [256, 0, 256, 0], [0, 256, 0, 256], [256; 4]],
        colours: vec![[128, 128, 128, 255]; 4],
        normals: vec![[0, 0, 127, 0]; 4],
    }
}

fn float_quad() -> FloatMesh {
    FloatMesh {
        positions: vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
        ],
        uvs: vec![
            [0.0; 4],
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0],
        ],
        uv_sets: 1,
        colours: vec![[255, 128, 64, 255]; 4],
        normals: vec![[0, 0, 127]; 4],
    }
}

fn no_slack(form: TagForm) -> ChainOptions {
    ChainOptions {
        slack: 0,
        form,
        ..ChainOptions::default()
    }
}

fn chain(bytes: impl Into<KeptBytes>) -> Chain {
    Chain {
        no_references: 0,
        bytes: bytes.into(),
    }
}

fn decode_as(chain: &Chain, strip: bool, vertices: u32) -> Result<PackedMesh> {
    let mut mesh = PackedMesh::default();
    decode_packed(chain, strip, vertices, &mut mesh)?;
    Ok(mesh)
}

fn decode(chain: &Chain, vertices: u32) -> Result<PackedMesh> {
    decode_as(chain, true, vertices)
}

/// Counts vertices a batch, the overlap excluded.
#[derive(Default)]
struct Counts(Vec<usize>);

impl PackedSink for Counts {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        assert_eq!(batch.positions.len(), 8 * batch.vertex_count);
        self.0.push(batch.vertex_count);
    }
}

fn counts(chain: &Chain, strip: bool, vertices: usize) -> Vec<usize> {
    let mut counts = Counts::default();
    decode_packed(chain, strip, vertices as u32, &mut counts).unwrap();
    counts.0
}

/// Writes a mesh, which must be read again as it was.
fn packed(mesh: &PackedMesh, strip: bool, options: &ChainOptions) -> Chain {
    let encoded = encode_packed(mesh, strip, options);
    let vertices = mesh.positions.len();
    let decoded = decode_as(&encoded, strip, vertices as u32);
    let has = (mesh.uv_sets, mesh.colours.len(), mesh.normals.len());
    assert_eq!(
        decoded.as_ref(),
        Ok(mesh),
        "{vertices}, {has:?}, {options:?}"
    );
    encoded
}

/// As [`packed`] in the default layout.
fn floats(mesh: &FloatMesh, strip: bool, options: &ChainOptions) -> Chain {
    let encoded = encode_default(mesh, strip, options);
    let vertices = mesh.positions.len();
    let decoded = decode_default(&encoded, strip, vertices as u32);
    assert_eq!(decoded.as_ref(), Ok(mesh), "{vertices}, {options:?}");
    encoded
}

#[test]
fn the_golden_packed_chains_decode_and_encode() {
    // Form B puts the codes into the tags.
    for (listing, size, form) in [
        (GOLDEN_PACKED, 256, TagForm::Separate),
        (GOLDEN_IN_TAG, 192, TagForm::InTag),
    ] {
        let bytes = golden(listing);
        assert_eq!(bytes.len(), size);
        assert_eq!(decode(&chain(bytes.clone()), 4).unwrap(), quad());
        assert_eq!(packed(&quad(), true, &no_slack(form)), chain(bytes));
    }
    let triangles: Vec<_> = quad().strip_triangles().collect();
    assert_eq!(triangles, [[0, 1, 2], [1, 3, 2]]);
}

#[test]
fn the_golden_default_chain_decodes_and_encodes() {
    let bytes = golden(GOLDEN_DEFAULT);
    assert_eq!(bytes.len(), 208);
    let mesh = decode_default(&chain(bytes.clone()), true, 4).unwrap();
    assert_eq!(mesh, float_quad());
    let triangles: Vec<_> = mesh.triangles(true).collect();
    assert_eq!(triangles, [[0, 1, 2], [1, 3, 2]]);
    let encoded = floats(&float_quad(), true, &no_slack(TagForm::Separate));
    assert_eq!(*encoded.bytes, bytes);
    assert_eq!(encoded.no_references, 1);
}

#[test]
fn slack_behind_the_last_quadword_is_ignored() {
    for slack in [0, 14, 126] {
        let options = ChainOptions {
            slack,
            ..ChainOptions::default()
        };
        let encoded = packed(&quad(), true, &options);
        assert_eq!(encoded.bytes.len(), 256 + slack as usize);
        let encoded = floats(&float_quad(), true, &options);
        assert_eq!(encoded.bytes.len(), 208 + slack as usize);
    }
}

#[test]
fn strips_are_cut_into_batches_as_counted_on_paper() {
    // Capacity B steps by B - 2; the first batch has B new vertices, each later one at most B - 2.
    for (capacity, vertices, expected) in [
        (66, 3, &[3][..]),
        (66, 66, &[66]),
        (66, 67, &[66, 1]),
        (66, 130, &[66, 64]),
        (66, 131, &[66, 64, 1]),
        (6, 6, &[6]),
        (6, 7, &[6, 1]),
        (6, 14, &[6, 4, 4]),
        (10, 20, &[10, 8, 2]),
        (254, 253, &[253]),
        (254, 254, &[254]),
        (254, 255, &[254, 1]),
    ] {
        for form in [TagForm::Separate, TagForm::InTag] {
            let options = ChainOptions {
                batch_vertices: capacity,
                form,
                ..ChainOptions::default()
            };
            let mesh = packed_mesh(vertices, 2, true, true);
            let encoded = packed(&mesh, true, &options);
            let found = counts(&encoded, true, vertices);
            assert_eq!(found, expected, "{capacity}, {vertices}");
        }
    }
}

#[test]
fn a_count_of_256_vectors_is_stored_as_zero() {
    let options = ChainOptions {
        batch_vertices: 254,
        ..no_slack(TagForm::InTag)
    };
    let encoded = packed(&packed_mesh(254, 1, true, false), true, &options);
    // The third tag sends the colours: 254 of them are 63.5 quadwords, so 64 with 256 vectors.
    assert_eq!(encoded.bytes[2 * 16..][..2], [64, 0]);
    assert_eq!(
        encoded.bytes[2 * 16 + 12..][..4],
        0x6E00_C002u32.to_le_bytes()
    );
}

#[test]
fn attributes_may_be_absent() {
    for uv_sets in 0..=2 {
        for (colours, normals) in [(false, false), (true, false), (false, true), (true, true)] {
            let mesh = packed_mesh(150, uv_sets, colours, normals);
            packed(&mesh, true, &ChainOptions::default());
        }
    }
}

#[test]
fn list_batches_keep_triangles_whole_and_do_not_overlap() {
    let mesh = packed_mesh(126, 1, true, true);
    let encoded = packed(&mesh, false, &ChainOptions::default());
    assert_eq!(counts(&encoded, false, 126), [60, 60, 6]);
    floats(
        &float_mesh(126, 2),
        false,
        &ChainOptions::for_default_layout(),
    );
}

#[test]
fn default_strips_have_the_size_that_the_specification_counts() {
    // Quadwords: 1 + sum over batches of (1 + sum over slots of (1 + ceil(n * bytes / 16))), sizes 12, 8, 4, 3.
    let quadwords = |n: usize| {
        1 + [12, 8, 4, 3]
            .iter()
            .map(|bytes| 1 + (n * bytes).div_ceil(16))
            .sum::<usize>()
    };
    for (vertices, batches) in [
        (3, vec![3]),
        (68, vec![68]),
        (69, vec![68, 3]),
        (134, vec![68, 68]),
        (135, vec![68, 68, 3]),
    ] {
        let options = ChainOptions {
            slack: 0,
            ..ChainOptions::for_default_layout()
        };
        let encoded = floats(&float_mesh(vertices, 1), true, &options);
        let expected = 1 + batches.into_iter().map(quadwords).sum::<usize>();
        assert_eq!(encoded.bytes.len(), expected * 16, "{vertices}");
    }
}

#[test]
fn a_default_chain_that_one_tag_cannot_count_goes_on_in_a_second() {
    // 65,535 quadwords a tag; 68 vertices take 119, so 551 batches of 66 new vertices do not fit.
    let vertices = 551 * 66 + 2;
    let mesh = float_mesh(vertices, 1);
    let encoded = floats(&mesh, true, &ChainOptions::for_default_layout());
    assert!(encoded.bytes.len() > 65_536 * 16);
}

#[test]
fn missing_attributes_of_the_default_layout_are_written_as_renderware_does() {
    let bare = FloatMesh {
        uvs: Vec::new(),
        uv_sets: 0,
        colours: Vec::new(),
        normals: Vec::new(),
        ..float_quad()
    };
    let encoded = encode_default(&bare, true, &ChainOptions::default());
    let decoded = decode_default(&encoded, true, 4).unwrap();
    assert_eq!(decoded.uvs, [[0.0; 4]; 4]);
    assert_eq!(decoded.colours, [[0, 0, 0, 255]; 4]);
    assert_eq!(decoded.normals, [[0; 3]; 4]);
}

#[test]
fn a_mesh_of_no_vertices_has_an_empty_chain() {
    let empty = PackedMesh::default();
    let encoded = packed(&empty, true, &ChainOptions::default());
    assert!(encoded.bytes.is_empty());
    assert!(decode(&encoded, 3).is_err());
    floats(&FloatMesh::default(), true, &ChainOptions::default());
}

#[test]
fn one_or_two_vertices_are_no_triangle_and_no_error() {
    for vertices in [1, 2] {
        let mesh = packed_mesh(vertices, 1, true, true);
        packed(&mesh, true, &ChainOptions::default());
        assert_eq!(mesh.strip_triangles().count(), 0);
    }
}

/// A chain of one tag that sends these words.
fn inline(words: &[u32]) -> Chain {
    let mut words = words.to_vec();
    words.resize(words.len().next_multiple_of(4), 0);
    let mut bytes = Vec::new();
    DmaTag::ret((words.len() / 4) as u16, [0, 0]).write_to(&mut bytes);
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    chain(bytes)
}

/// Three vertices: positions of two words each, and one colour word each.
const POSITIONS: [u32; 7] = [0x6D03_8000, 0x0001_0000, 0, 0x0000_0001, 0, 0x0001_0001, 0];
const COLOURS: [u32; 4] = [0x6E03_C002, 0xFF01_0101, 0xFF02_0202, 0xFF03_0303];

fn batch(parts: &[&[u32]]) -> Chain {
    inline(&parts.concat())
}

#[test]
fn everything_may_stand_in_one_tag_and_in_any_slot_order() {
    for parts in [
        [
            &[STCYCL_4_1][..],
            &POSITIONS,
            &COLOURS,
            &[ITOP | 3, MSCALF, FLUSH],
        ],
        [&[STCYCL_4_1, ITOP | 3][..], &COLOURS, &POSITIONS, &[MSCNT]],
    ] {
        let mesh = decode(&batch(&parts), 3).unwrap();
        assert_eq!(mesh.positions, [[0, 1, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]]);
        assert_eq!(
            mesh.colours,
            [[1, 1, 1, 255], [2, 2, 2, 255], [3, 3, 3, 255]]
        );
    }
}

#[test]
fn codes_of_no_interest_are_passed_over_with_their_data() {
    let parts: [&[u32]; 5] = [
        &[
            0x2000_0000,
            0xFFFF_FFFF,
            0x3000_0000,
            1,
            2,
            3,
            4,
            0x0200_0000,
            0x0300_0000,
            0x0500_0000,
        ],
        &[STCYCL_4_1],
        &POSITIONS,
        &[0x1300_0000, 0x0700_0001, 0x8000_0000 | ITOP | 3],
        &[MSCALF],
    ];
    assert_eq!(decode(&batch(&parts), 3).unwrap().positions.len(), 3);
}

#[test]
fn weights_of_skinned_chains_are_passed_over() {
    let mut weights = vec![0x6C03_8004];
    weights.extend([0; 12]);
    let parts: [&[u32]; 4] = [&[STCYCL_5_1], &POSITIONS, &weights, &[ITOP | 3, MSCALF]];
    assert_eq!(decode(&batch(&parts), 3).unwrap().positions.len(), 3);
    let four: [&[u32]; 4] = [&[STCYCL_4_1], &POSITIONS, &weights, &[ITOP | 3, MSCALF]];
    assert!(decode(&batch(&four), 3).is_err());
}

#[test]
fn chains_that_break_a_rule_are_errors_that_name_it() {
    let start = [ITOP | 3, MSCALF];
    let cycle = [STCYCL_4_1];
    let masked = [POSITIONS[0] | 0x1000_0000, 0, 0, 0, 0, 0, 0];
    let unsigned = [POSITIONS[0] | 0x4000, 0, 0, 0, 0, 0, 0];
    let slot_5 = [POSITIONS[0] | 5, 0, 0, 0, 0, 0, 0];
    let float_positions = [0x6803_8000, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let four_vertices = [ITOP | 4, MSCALF];
    let cases: [(&[&[u32]], &str); 14] = [
        (&[&cycle, &POSITIONS, &[MSCALF]], "ITOP"),
        (&[&cycle, &POSITIONS, &start, &COLOURS], "start code"),
        (&[&cycle, &COLOURS, &start], "positions"),
        (&[&POSITIONS, &start], "write cycle"),
        (&[&[0x0100_0204], &POSITIONS, &start], "write cycle"),
        (&[&[0x0100_0103], &POSITIONS, &start], "write cycle"),
        (&[&cycle, &masked, &start], "mask"),
        (&[&cycle, &unsigned, &start], "format"),
        (&[&cycle, &slot_5, &start], "slot"),
        (&[&cycle, &POSITIONS, &POSITIONS, &start], "once"),
        (&[&cycle, &POSITIONS, &four_vertices], "vectors"),
        (&[&cycle, &[0x0500_0001], &POSITIONS, &start], "STMOD"),
        (&[&cycle, &float_positions, &start], "default layout"),
        (&[&[0x7F00_0000 - 0x2000_0000]], "VIF code"),
    ];
    for (parts, rule) in cases {
        let error = decode(&batch(parts), 3).unwrap_err();
        assert!(error.to_string().contains(rule), "{rule}: {error}");
        assert!(error.path().to_string().starts_with("chain"), "{error}");
    }
}

#[test]
fn later_batches_must_repeat_two_vertices_and_keep_the_attributes() {
    let again = |first: u32| [0x6D03_8000, 0x0000_0001, 0, first, 0, 0x0005_0005, 0];
    let two_batches = |second: &[u32]| {
        batch(&[
            &[STCYCL_4_1],
            &POSITIONS,
            &[ITOP | 3, MSCALF],
            second,
            &[ITOP | 3, MSCNT],
        ])
    };
    let good = decode(&two_batches(&again(0x0001_0001)), 4).unwrap();
    assert_eq!(
        good.positions,
        [[0, 1, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [5, 5, 0, 0]]
    );
    let mismatch = again(0x0001_0002);
    let others = [&again(0x0001_0001)[..], &COLOURS].concat();
    for (second, words) in [
        (&mismatch[..], "last two vertices"),
        (&others, "attributes of the batch before"),
    ] {
        let error = decode(&two_batches(second), 4).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    // As a list the same bytes are six vertices.
    let list = decode_as(&two_batches(&mismatch), false, 6).unwrap();
    assert_eq!(list.positions.len(), 6);
}

#[test]
fn the_fourth_word_counts_when_batches_are_compared() {
    let mut mesh = packed_mesh(7, 0, false, false);
    let options = ChainOptions {
        batch_vertices: 6,
        ..no_slack(TagForm::InTag)
    };
    let good = encode_packed(&mesh, true, &options);
    assert!(decode(&good, 7).is_ok());
    // A second chain whose shared vertices differ in w only, put behind the first one's tags.
    mesh.positions[5][3] ^= 1;
    let other = encode_packed(&mesh, true, &options);
    let array = 5 * 16;
    let mut bytes = good.bytes.clone();
    bytes.extend_from_slice(&other.bytes[array..]);
    // The second reference (tag 2) sends from vertex 4 on; let it do so from the second array.
    let moved = (good.bytes.len() / 16 + 2) as u32;
    bytes[2 * 16 + 4..][..4].copy_from_slice(&moved.to_le_bytes());
    assert!(decode(&chain(bytes), 7).is_err());
}

#[test]
fn the_vertices_must_be_as_many_as_the_mesh_plugin_says() {
    let encoded = packed(
        &packed_mesh(131, 2, true, true),
        true,
        &ChainOptions::default(),
    );
    for wrong in [0, 3, 66, 130, 132, u32::MAX] {
        assert!(decode(&encoded, wrong).is_err(), "{wrong}");
    }
    let encoded = encode_default(&float_mesh(131, 1), true, &ChainOptions::default());
    for wrong in [0, 130, 132] {
        assert!(decode_default(&encoded, true, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn references_must_stay_inside_the_chain() {
    let bytes = golden(GOLDEN_PACKED);
    for (address, legal) in [
        (0x0Eu32, true),
        (0x0F, true),
        (0x10, false),
        (0x0FFF_FFFF, false),
        (0x7FFF_FFFF, false),
    ] {
        let mut patched = bytes.clone();
        // Tag 6 refers to the normals, one quadword.
        patched[6 * 16 + 4..][..4].copy_from_slice(&address.to_le_bytes());
        assert_eq!(decode(&chain(patched), 4).is_ok(), legal, "{address:#x}");
    }
}

#[test]
fn call_and_next_tags_have_no_place_in_a_file() {
    for id in [2u8, 5] {
        let mut patched = golden(GOLDEN_PACKED);
        patched[16 + 3] = id << 4;
        assert!(decode(&chain(patched), 4).is_err(), "{id}");
    }
}

#[test]
fn a_chain_of_the_other_layout_is_refused() {
    let error = decode(&chain(golden(GOLDEN_DEFAULT)), 4).unwrap_err();
    assert!(error.to_string().contains("default layout"), "{error}");
    assert!(decode_default(&chain(golden(GOLDEN_PACKED)), true, 4).is_err());
}

#[test]
fn an_error_in_a_chain_names_its_place_in_the_file_it_was_read_from() {
    let mut bytes = part_atomic().write();
    let tag = DmaTag::reference(1, 0, [0, 0]).to_bytes();
    let chain_at = {
        let whole = Atomic::read(&bytes).unwrap();
        let geometry = whole.geometry.unwrap();
        let (_, chain) = geometry.chains().next().unwrap();
        let chain = chain.bytes.as_slice();
        bytes
            .windows(chain.len())
            .position(|window| window == chain)
            .unwrap()
    };
    assert_eq!(
        bytes[chain_at + 3],
        tag[3],
        "the chain begins with a reference"
    );
    // The second tag becomes a call, which has no place in a file.
    bytes[chain_at + 16 + 3] = 0x50;
    for base in [0, 0x1000] {
        let atomic = Atomic::read_from(&mut Cursor::at_base(&bytes, base)).unwrap();
        let geometry = atomic.geometry.unwrap();
        let (mesh, chain) = geometry.chains().next().unwrap();
        let error = decode(chain, mesh.vertex_count).unwrap_err();
        assert_eq!(error.offset(), base + chain_at as u64 + 16, "{error}");
        let error = decode_default(chain, true, mesh.vertex_count).unwrap_err();
        assert!(error.offset() > base + chain_at as u64, "{error}");
    }
}

#[test]
fn every_cut_of_a_golden_chain_is_an_error() {
    let (packed, default) = (golden(GOLDEN_PACKED), golden(GOLDEN_DEFAULT));
    for cut in 0..256 {
        let cut_chain = chain(packed[..cut].to_vec());
        assert!(decode(&cut_chain, 4).is_err(), "{cut}");
    }
    for cut in 0..208 {
        let cut_chain = chain(default[..cut].to_vec());
        assert!(decode_default(&cut_chain, true, 4).is_err(), "{cut}");
    }
}
