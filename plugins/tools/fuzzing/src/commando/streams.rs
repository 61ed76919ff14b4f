//! WAD streams.

use wonderwheel_commando::lz;
use wonderwheel_ps2::cursor::Cursor;

use super::{shown, validated};
use crate::law;

/// A WAD stream: decompressed, held against the rules for writers, counted.
pub fn wad_stream(bytes: &[u8]) {
    if let Some(plain) = law::read(bytes, lz::decompress) {
        let held = stream_size(bytes) - bytes.len();
        assert_eq!(plain.len(), held, "as much as its packets say");
        // One byte less than it holds is too little room for it.
        if let Some(most) = plain.len().checked_sub(1) {
            assert!(lz::decompress_at_most(bytes, most).is_err());
        }
    }
    validated(|findings| lz::validate(bytes, findings));
    shown(bytes, lz::outline);
}

/// Whether a stream can be decompressed.
pub fn is_wad_stream(bytes: &[u8]) -> bool {
    lz::decompress(bytes).is_ok()
}

/// The bytes of a stream, and those that its packets put out up to the first that is broken.
pub fn stream_size(bytes: &[u8]) -> usize {
    let packets = lz::packets(bytes).into_iter().flatten();
    let packets = packets.map_while(Result::ok);
    let held: usize = packets
        .map(|(_, packet)| packet.length + packet.literals)
        .sum();
    bytes.len() + held.min(lz::DEFAULT_MAX_OUTPUT)
}

/// Any bytes: compressed and stored they are streams that keep the rules for writers, and hold the bytes.
pub fn wad_compress(bytes: &[u8]) {
    for stream in [lz::compress(bytes), lz::store(bytes)] {
        match lz::decompress(&stream) {
            Ok(plain) => assert!(plain == bytes, "other bytes come back"),
            Err(error) => panic!("a compressor's stream cannot be read: {error}"),
        }
        validated(|findings| {
            lz::validate(&stream, findings);
            assert!(findings.is_empty(), "{:?}", findings.as_slice());
        });
        let header = lz::StreamHeader::read(&mut Cursor::new(&stream));
        assert!(header.is_ok_and(|(header, _)| header.compressed_size as usize == stream.len()));
    }
}
