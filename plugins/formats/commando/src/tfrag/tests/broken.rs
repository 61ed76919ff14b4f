//! Blocks with something wrong, and those that are only odd.

use super::*;

/// The rule that a block's only patch breaks.
fn broken_rule(bytes: &[u8]) -> &'static str {
    let strict = TfragBlock::read(bytes).unwrap_err();
    let lenient = TfragBlock::read_lenient(&mut Cursor::new(bytes)).unwrap();
    assert!(lenient.patch(0).is_none());
    assert_eq!(lenient.write().unwrap(), bytes);
    let [fault] = lenient.faults() else {
        panic!("one fault, not {:?}", lenient.faults());
    };
    assert_eq!(fault.error, strict);
    assert_eq!(strict.path().segments().next(), Some("patch[0]"));
    let mut findings = Findings::new();
    lenient.validate(&mut findings);
    assert_eq!(findings.as_slice()[0].rule, fault.rule);
    assert_eq!(findings.as_slice()[0].path, "patch[0]");
    let tree = outline(bytes, Default::default());
    assert_eq!(tree.nodes[0].children[0].error, Some(strict));
    fault.rule
}

/// The bytes of golden patch A or another, with one place overwritten.
fn patched(data: &PatchData, at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut block = built(data);
    block[at..at + bytes.len()].copy_from_slice(bytes);
    block
}

/// Where some bytes stand for the first time behind a place.
fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> usize {
    let mut windows = bytes[from..].windows(wanted.len());
    from + windows.position(|window| window == wanted).unwrap()
}

#[test]
fn broken_counts_indices_and_lists_are_found() {
    let (a, b, h, d) = (&golden_a(), &golden_b(), HEADER, DATA);
    // One vector of strips, and the end is padding; the format stands in the command.
    let rows: [(&PatchData, &str, &str, usize, &[u8]); 19] = [
        (a, "triangle-count", "one less", h + 0x3D, &[1]),
        (a, "triangle-count", "one more", h + 0x3D, &[3]),
        (a, "vertex-count", "one less", h + 0x3C, &[3]),
        (b, "index-range", "LOD 2 has LOD 0's", d + 0x1C, &[4]),
        (a, "position-range", "beyond all", d + 0xCC + 6, &[8]),
        (a, "position-range", "far away", d + 0xCC + 7, &[0x80]),
        (a, "colors", "no colours", h + 0x29, &[0]),
        (a, "run-time-lights", "point lights", h + 0x36, &[0]),
        (a, "run-time-lights", "a single light", h + 0x34, &[0]),
        (a, "layout", "from the block's start", h + 0x10, &[0x80]),
        (a, "layout", "beside a quadword", h + 0x10, &[0x44]),
        (a, "layout", "before the block", h + 0x13, &[0x80]),
        (a, "lists", "strips without an end", d + 0x26, &[1]),
        (a, "lists", "ad-gif beside five", d + 0x2A, &[3]),
        (a, "lists", "V4_16, otherwise", d + 0x1B, &[0x6D]),
        (a, "lists", "program start", d + 0x12C, &[0, 0, 0, 0x17]),
        (a, "lists", "no code", d + 0x12C, &[0, 0, 0, 0x40]),
        (a, "lists", "past the list", d + 0x12C, &[0, 0, 0, 0x30]),
        (a, "lists", "one UNPACK more", d + 0x128, &[0, 0, 1, 0x6E]),
    ];
    for (data, rule, what, at, bytes) in rows {
        let found = broken_rule(&patched(data, at, bytes));
        assert_eq!(found, format!("tfrag-{rule}"), "{what}");
    }
}

#[test]
fn strips_banked_in_another_order_are_found() {
    let mut data = golden_b();
    data.strips.swap(0, 2);
    data.indices.swap(0, 2);
    let error = TfragBlock::build(32.0, &[data]).unwrap_err();
    assert!(error.to_string().contains("indices of LOD 2"), "{error}");
}

#[test]
fn parents_in_the_other_array_are_found() {
    // Tier LOD 01 with parents of tier LOD 0, whose arrays have another length.
    let bytes = built(&golden_b());
    let middle = find(&bytes, DATA, &[89, 0xC0, 2, 0x6E]);
    let fine = find(&bytes, DATA, &[91, 0xC0, 4, 0x6E]);
    let mut swapped = bytes.clone();
    swapped[middle + 4..middle + 9].copy_from_slice(&bytes[fine + 4 + 8..fine + 4 + 13]);
    assert_eq!(broken_rule(&swapped), "tfrag-parents");
    // The second parent of a vertex of tier LOD 01 in its own tier.
    let mut data = golden_b();
    data.vertex_infos[1][0].parent = 2 * 5;
    assert!(TfragBlock::build(32.0, &[data]).is_err());
    // The arrays' places exchanged.
    let mut swapped = bytes;
    swapped[middle..middle + 4].copy_from_slice(&[91, 0xC0, 2, 0x6E]);
    swapped[fine..fine + 4].copy_from_slice(&[89, 0xC0, 4, 0x6E]);
    assert_eq!(broken_rule(&swapped), "tfrag-lists");
}

#[test]
fn an_origin_from_an_index_row_is_found_by_the_sphere() {
    let mut bytes = built(&golden_a());
    let row = [0x16, 0, 0, 0].repeat(4);
    // In the common list alone, the two origins differ.
    bytes[DATA + 0xF0..DATA + 0x100].copy_from_slice(&row);
    assert_eq!(broken_rule(&bytes), "tfrag-origin");
    bytes[DATA + 0x1D0..DATA + 0x1E0].copy_from_slice(&row);
    assert_eq!(broken_rule(&bytes), "tfrag-bounding-sphere");
    // Neither is a sphere that is not a number one.
    let nan = f32::NAN.to_le_bytes();
    assert_eq!(
        broken_rule(&patched(&golden_a(), HEADER + 12, &nan)),
        "tfrag-bounding-sphere"
    );
}

#[test]
fn data_padded_to_two_bytes_are_found() {
    // One position: six bytes, padded to eight. Without the padding, all that follows is read two bytes late.
    let bytes = built(&with_a_middle());
    let positions = find(&bytes, DATA, &[22, 0x80, 1, 0x69]) + 4;
    let mut short = bytes.clone();
    let list_end = DATA
        + usize::from(u16::from_le_bytes([
            bytes[HEADER + 0x1E],
            bytes[HEADER + 0x1F],
        ]));
    short.copy_within(positions + 8..list_end, positions + 6);
    assert_eq!(broken_rule(&short), "tfrag-lists");
}

#[test]
fn a_broken_patch_does_not_take_the_others_with_it() {
    let mut bytes = block(&[golden_a(), golden_b(), golden_a()])
        .write()
        .unwrap();
    // Triangle count of the second.
    bytes[HEADER + 0x40 + 0x3D] ^= 1;
    assert!(TfragBlock::read(&bytes).is_err());
    let block = TfragBlock::read_lenient(&mut Cursor::new(&bytes)).unwrap();
    let indices: Vec<_> = block.patches().map(|(i, _)| i).collect();
    assert_eq!((block.len(), indices), (3, vec![0, 2]));
    assert_eq!(bare(block.patch(2).unwrap().to_data()), bare(golden_a()));
    assert_eq!(block.positions().len(), 8);
    let tree = outline(&bytes, Default::default());
    let [_, second, third] = tree.nodes[0].children.as_slice() else {
        panic!("three patches")
    };
    assert_eq!((&*second.name, &*third.name), ("patch[1]", "patch[2]"));
    assert!(second.error.is_some() && third.error.is_none());
}

#[test]
fn headers_that_name_the_same_data_again_and_again_are_a_limit() {
    let one = built(&golden_a());
    let count = 4096;
    let mut bytes = one[..0x40].to_vec();
    bytes[4..8].copy_from_slice(&(count as u32).to_le_bytes());
    for _ in 0..count {
        let at = bytes.len();
        bytes.extend(&one[0x40..0x80]);
        bytes[at + 0x10..at + 0x14].copy_from_slice(&(count as u32 * 0x40).to_le_bytes());
    }
    bytes.extend(&one[0x80..]);
    let error = TfragBlock::read(&bytes).unwrap_err();
    let FormatError::Limit { limit, .. } = error else {
        panic!("{error}")
    };
    assert_eq!(limit, "bytes of patches that share data");
    // A few may.
    bytes[4..8].copy_from_slice(&100_u32.to_le_bytes());
    assert_eq!(TfragBlock::read(&bytes).unwrap().len(), 100);
}

#[test]
fn odd_but_readable_blocks_are_reported() {
    let mut bytes = built(&golden_a());
    bytes[HEADER + 0x20] = 1;
    bytes[HEADER + 0x24] = 3;
    bytes[HEADER + 0x2A] = 14;
    bytes[DATA + 0x20F] = 9;
    bytes.push(1);
    let block = TfragBlock::read(&bytes).unwrap();
    assert_eq!(block.write().unwrap(), bytes);
    let rules = Findings::of(|all| block.validate(all)).rules();
    let expected =
        "tfrag-list-sizes tfrag-color-counts tfrag-color-address tfrag-sphere-texture tfrag-tail";
    assert_eq!(rules.join(" "), expected);
}
