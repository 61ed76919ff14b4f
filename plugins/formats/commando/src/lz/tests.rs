use proptest::prelude::*;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;

use super::*;

/// A stream around packets.
fn stream(packets: &[u8]) -> Vec<u8> {
    let header = StreamHeader {
        compressed_size: 16 + packets.len() as u32,
        text: [0; 9],
    };
    [header.write().as_slice(), packets].concat()
}

fn expand(packets: &[u8]) -> Vec<u8> {
    decompress(&stream(packets)).unwrap()
}

fn fault(packets: &[u8]) -> FormatError {
    decompress(&stream(packets)).unwrap_err()
}

fn rules(stream: &[u8]) -> Vec<&'static str> {
    Findings::of(|all| validate(stream, all)).rules()
}

/// Bytes without a repeat of three, at least for a while.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x1234_5678_u32;
    let step = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    (0..count).map(step).collect()
}

/// Literal packets of those bytes, kept apart by carriers.
fn literal_packets(bytes: &[u8]) -> Vec<u8> {
    let pieces: Vec<Vec<u8>> = bytes
        .chunks(200)
        .map(|piece| [&[0, (piece.len() - 18) as u8], piece].concat())
        .collect();
    pieces.join([0x11, 0, 0].as_slice())
}

#[test]
fn the_worked_streams_of_the_source_come_out_both_ways() {
    let thirty: Vec<u8> = (0..30).collect();
    let packets_of_thirty = [[0, 12].as_slice(), &thirty].concat();
    let worked: [(&[u8], &[u8]); 7] = [
        (b"", &[]),
        (b"A", b"\x11\x01\x00A"),
        (b"ABC", b"\x11\x03\x00ABC"),
        (b"ABCD", b"\x01ABCD"),
        (&[b'A'; 20], b"\x11\x01\x00A\x31\x00\x00"),
        (b"ABCABCABCABC!", b"\x11\x03\x00ABC\x27\x09\x00!"),
        (&thirty, &packets_of_thirty),
    ];
    for (plain, packets) in worked {
        assert_eq!(decompress(&stream(packets)).unwrap(), plain);
        assert_eq!(compress(plain), stream(packets));
    }
}

#[test]
fn the_size_is_unaligned_and_what_follows_it_is_ignored() {
    let mut bytes = stream(b"\x01ABCD");
    bytes[7..16].copy_from_slice(b"any text!");
    assert_eq!(bytes[..7], *b"WAD\x15\0\0\0");
    bytes.extend([0xEE; 100]);
    assert_eq!(decompress(&bytes).unwrap(), b"ABCD");
    let mut cursor = wonderwheel_ps2::cursor::Cursor::new(&bytes);
    let (header, packets) = StreamHeader::read(&mut cursor).unwrap();
    assert_eq!(header.text, *b"any text!");
    assert_eq!((packets.remaining(), cursor.offset()), (5, 21));
}

#[test]
fn a_broken_header_is_refused() {
    let whole = stream(b"\x01ABCD");
    for length in 0..whole.len() {
        assert!(decompress(&whole[..length]).is_err(), "{length} bytes");
    }
    for (at, value) in [(0, b'V'), (3, 15), (3, 0x16), (6, 0x80)] {
        let mut broken = whole.clone();
        broken[at] = value;
        assert!(decompress(&broken).is_err(), "{value:#x} at {at}");
    }
}

#[test]
fn every_form_of_match_has_its_lengths_and_distances() {
    let packet = |[a, b, c, d]: [u8; 4]| Packet::from_window([a, b, c, d, 0, 0, 0, 0]);
    let form = |window: [u8; 4]| {
        let packet = packet(window);
        (packet.length, packet.distance, packet.literals, packet.head)
    };
    // Short: nearest and farthest.
    assert_eq!(form([0x40, 0, 0, 0]), (3, 1, 0, 2));
    assert_eq!(form([0xFF, 0xFF, 0, 0]), (8, 2048, 3, 2));
    // Near.
    assert_eq!(form([0x21, 0, 0, 0]), (3, 1, 0, 3));
    assert_eq!(form([0x3F, 0xFF, 0xFF, 0]), (33, 16_384, 3, 3));
    assert_eq!(form([0x20, 1, 0x02, 0]), (34, 1, 2, 4));
    assert_eq!(form([0x20, 255, 0xFF, 0xFF]), (288, 16_384, 3, 4));
    // Far: the high bit is worth 0x4000.
    assert_eq!(form([0x11, 0x04, 0, 0]), (3, 0x4001, 0, 3));
    assert_eq!(form([0x1F, 0xFF, 0xFF, 0]), (9, 0xBFFF, 3, 3));
    assert_eq!(form([0x19, 0, 0, 0]), (3, 0x8000, 0, 3));
    assert_eq!(form([0x10, 0, 0x04, 0]), (9, 0x4001, 0, 4));
    assert_eq!(form([0x18, 255, 0xFF, 0xFF]), (264, 0xBFFF, 3, 4));
    // Literals and the two that order them.
    assert_eq!(form([0x0F, 0, 0, 0]), (0, 0, 18, 1));
    assert_eq!(form([0x00, 255, 0, 0]), (0, 0, 273, 2));
    assert_eq!(form([0x11, 3, 0, 0]), (0, 0, 3, 3));
    assert_eq!(packet([0x11, 0, 0, 0]).kind, PacketKind::Carrier);
    assert_eq!(packet([0x12, 3, 0, 0]).kind, PacketKind::Pad);
    assert_eq!(form([0x12, 3, 0, 0]), (0, 0, 0, 3));
    // The long form counts from 7: none of its lengths makes it a carrier.
    assert_eq!(packet([0x10, 250, 0, 0]).kind, PacketKind::Pad);
    assert_eq!(form([0x10, 250, 0, 0]), (0, 0, 0, 4));
}

#[test]
fn a_match_may_reach_into_itself_at_every_distance() {
    for distance in 1..40_usize {
        let pattern = noise(distance + 18);
        let mut packets = [&[0, distance as u8], pattern.as_slice()].concat();
        packets.extend([0x20, 100 - 33, ((distance - 1) << 2) as u8, 0]);
        let out = expand(&packets);
        let expected: Vec<u8> = {
            let mut bytes = pattern.clone();
            for _ in 0..100 {
                bytes.push(bytes[bytes.len() - distance]);
            }
            bytes
        };
        assert_eq!(out, expected, "distance {distance}");
    }
}

#[test]
fn a_far_match_reaches_three_times_as_far_as_a_near_one() {
    let plain = noise(0xBFFF);
    let packets = [literal_packets(&plain).as_slice(), &[0x1F, 0xFC, 0xFF]].concat();
    let out = expand(&packets);
    assert_eq!(out[0xBFFF..], plain[..9]);
}

#[test]
fn a_pad_leads_to_the_next_multiple_of_4096_and_its_bytes_are_not_looked_at() {
    let mut packets = b"\x01ABCD\x12\x00\x00".to_vec();
    packets.resize(0x1000, 0x01);
    packets.extend(b"\x01EFGH");
    assert_eq!(expand(&packets), b"ABCDEFGH");
    // Its target may be the end.
    packets.truncate(0x1000);
    assert_eq!(expand(&packets), b"ABCD");
    packets.truncate(0x0FFF);
    assert_eq!(fault(&packets).path().to_string(), "packet at 0x5");
    // A pad that ends on a multiple skips nothing.
    let head = literal_packets(&noise(3996));
    let packets = [head.as_slice(), &[0x12, 0, 0], b"\x01EFGH"].concat();
    assert_eq!(packets.len(), 0x1000 + 5);
    assert_eq!(expand(&packets)[3996..], *b"EFGH");
}

#[test]
fn what_no_stream_may_hold_is_refused_where_it_stands() {
    assert_eq!(fault(b"\x01ABCD\x01EFGH").offset(), 16 + 5);
    assert_eq!(fault(b"\x01ABCD\x40\x00\x01EFG").offset(), 16 + 7);
    // Five back, four there.
    assert_eq!(fault(b"\x01ABCD\x50\x00").offset(), 16 + 5);
    assert_eq!(expand(b"\x01ABCD\x4C\x00"), b"ABCDABC");
    // Literals of a match count too.
    assert!(decompress(&stream(b"\x01ABCD\x43\x00EF")).is_err());
    assert_eq!(expand(b"\x01ABCD\x43\x00EFG"), b"ABCDDDDEFG");
    for cut in [
        &[0x00][..],
        &[0x11],
        &[0x11, 0],
        &[0x10, 0, 0],
        &[0x20, 1, 1],
    ] {
        assert!(decompress(&stream(cut)).is_err(), "{cut:02x?}");
    }
}

#[test]
fn the_output_is_bounded() {
    let zeros = compress(&[0; 100_000]);
    assert_eq!(decompress_at_most(&zeros, 100_000).unwrap(), [0; 100_000]);
    let error = decompress_at_most(&zeros, 99_999).unwrap_err();
    assert!(
        matches!(error, FormatError::Limit { max: 99_999, .. }),
        "{error}"
    );
    assert!(decompress_at_most(&zeros, 0).is_err());
    assert!(decompress_at_most(&stream(&[]), 0).is_ok());
}

#[test]
fn literals_of_every_length_that_changes_the_form() {
    for count in (0..=22).chain(270..=281).chain(540..=560) {
        let plain = noise(count);
        for written in [compress(&plain), store(&plain)] {
            assert_eq!(decompress(&written).unwrap(), plain, "{count}");
        }
    }
    // 18 fit the short form, 274 are a packet and one literal more.
    assert_eq!(store(&noise(18))[16], 0x0F);
    let stored = store(&noise(274));
    assert_eq!(stored[16..18], [0x00, 0xFF]);
    assert_eq!(stored[16 + 275..16 + 278], [0x11, 1, 0]);
    // Four more are a packet of their own, with the separator between the two.
    let stored = store(&noise(277));
    assert_eq!(stored[16 + 275..16 + 279], [0x11, 0, 0, 0x01]);
}

#[test]
fn no_packet_but_a_pad_ends_in_the_last_three_bytes_of_a_block() {
    // Literals alone move the border through every place of a packet; matches with literals the others.
    let mut long = Vec::new();
    for i in 0..30_000_u32 {
        long.extend_from_slice(&(i / 3 * 7919).to_le_bytes()[..3]);
        long.push((i % 5) as u8);
    }
    for skip in 0..40 {
        let plain = &long[skip * 37..];
        for written in [compress(plain), store(&noise(20_000 + skip))] {
            assert!(rules(&written).is_empty(), "{skip}");
            assert!(written.len() > 0x2000);
        }
        assert!(decompress(&compress(plain)).unwrap() == plain);
    }
    // The rule notices a packet that crosses the border, and readers take it.
    let crossing = stream(&literal_packets(&noise(10_000)));
    assert_eq!(rules(&crossing), ["lz-block"]);
    assert_eq!(decompress(&crossing).unwrap(), noise(10_000));
}

#[test]
fn every_form_of_match_is_written_where_it_pays() {
    // A long repeat from each of the three ranges, then a short one.
    let base = noise(0xA000);
    for (back, length) in [
        (100, 8),
        (100, 200),
        (0x3000, 20),
        (0x3000, 280),
        (0x9000, 9),
        (0x9000, 200),
    ] {
        let start = base.len() - back;
        let plain = [&base, &base[start..start + length.min(back)]].concat();
        let written = compress(&plain);
        assert_eq!(decompress(&written).unwrap(), plain);
        let last = packets(&written).unwrap().last().unwrap().unwrap().1;
        assert_eq!((last.distance, last.length), (back, length.min(back)));
    }
}

#[test]
fn an_outline_counts_the_packets() {
    let mut bytes = compress(b"ABCABCABCABC!");
    bytes.extend([0; 4]);
    let tree = outline(&bytes, Default::default());
    assert_eq!(tree.error, None);
    let node = &tree.nodes[0];
    for (field, value) in [
        ("compressed size", "26"),
        ("decompressed size", "13"),
        ("near match packets", "1"),
        ("carrier packets", "1"),
        ("literal packets", "0"),
        ("farthest match", "3"),
        ("padding", "4"),
    ] {
        assert_eq!(node.get(field), Some(value), "{field}");
    }
    assert!(outline(b"WAD", Default::default()).nodes[0].error.is_some());
}

/// Text with repeats of all lengths.
fn compressible() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| (bytes, 1)),
        (proptest::collection::vec(0..4_u8, 1..30), 1..20_usize),
        (any::<u8>(), 1..700_usize).prop_map(|(byte, count)| (vec![byte], count)),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| {
        pieces
            .into_iter()
            .flat_map(|(bytes, count)| bytes.repeat(count))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_is_compressed_comes_back(plain in compressible()) {
        let written = compress(&plain);
        prop_assert!(rules(&written).is_empty());
        prop_assert_eq!(decompress(&written).unwrap(), plain.clone());
        prop_assert_eq!(decompress(&store(&plain)).unwrap(), plain);
    }

    #[test]
    fn no_bytes_make_the_decompressor_panic(packets in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = decompress_at_most(&stream(&packets), 1 << 16);
    }
}
