//! Files that are no plain image, recognised by their first bytes, and what to do about each.

/// How many of a file's first bytes are looked at.
pub const HEAD_BYTES: usize = 16;

/// A kind of file that is known and cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// What it is.
    pub what: &'static str,
    /// What to do.
    pub advice: &'static str,
}

/// First bytes, what they mean, what to do.
const KNOWN: [(&[u8], &str, &str); 16] = [
    (
        b"MComprHD",
        "a CHD image",
        "unpack it to a plain .iso first: chdman extractdvd -i IN.chd -o OUT.iso",
    ),
    (
        b"CISO",
        "a CSO image",
        "unpack it to a plain .iso first: maxcso --decompress IN.cso",
    ),
    (
        b"ZISO",
        "a ZSO image",
        "unpack it to a plain .iso first: maxcso --decompress IN.zso",
    ),
    (b"DAX\0", "a DAX image", "unpack it to a plain .iso first"),
    (b"IsZ!", "an ISZ image", "unpack it to a plain .iso first"),
    (
        b"ECM\0",
        "an ECM image",
        "unpack it with unecm, then name the plain .iso",
    ),
    (
        &[0x1F, 0x8B],
        "a GZ file",
        "unpack it first (gunzip), then name the .iso in it",
    ),
    (
        &[b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C],
        "a 7Z archive",
        "unpack it first, then name the .iso in it",
    ),
    (
        b"PK\x03\x04",
        "a ZIP archive",
        "unpack it first, then name the .iso or the folder in it",
    ),
    (b"PK\x05\x06", "an empty ZIP archive", "name another file"),
    (
        b"Rar!",
        "a RAR archive",
        "unpack it first, then name the .iso in it",
    ),
    (
        &[0xFD, b'7', b'z', b'X', b'Z', 0],
        "an XZ file",
        "unpack it first (unxz), then name the .iso in it",
    ),
    (
        b"BZh",
        "a BZ2 file",
        "unpack it first (bunzip2), then name the .iso in it",
    ),
    (
        &[0x28, 0xB5, 0x2F, 0xFD],
        "a Zstandard file",
        "unpack it first (unzstd), then name the .iso in it",
    ),
    (
        b"FILE \"",
        "a CUE sheet",
        "convert the image that it describes to a plain .iso (bchunk IN.bin IN.cue OUT), then name that",
    ),
    (
        &[
            0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0,
        ],
        "a raw image with sectors of 2,352 bytes (BIN, IMG, MDF)",
        "dump the disc as a plain .iso with sectors of 2,048 bytes, or convert it (bchunk IN.bin IN.cue OUT)",
    ),
];

/// What a file with these first bytes is, when it is one of the known kinds.
pub fn foreign(head: &[u8]) -> Option<Foreign> {
    let (_, what, advice) = KNOWN.iter().find(|(magic, ..)| head.starts_with(magic))?;
    Some(Foreign { what, advice })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_magic_fits_into_the_head_and_is_found_by_itself() {
        for (magic, what, advice) in KNOWN {
            assert!(magic.len() <= HEAD_BYTES);
            assert_eq!(foreign(magic), Some(Foreign { what, advice }));
            assert_eq!(foreign(&magic[..magic.len() - 1]), None, "{what}");
        }
        assert_eq!(foreign(&[0; 16]), None);
    }
}
