//! A name that may exist.

use super::{crc32, decimal, wad_hash};

/// The longest file name that the game can ask for: its request has room for 63 bytes and a NUL.
/// Source: spec/archives.md 3.2.
pub const MAX_NAME: usize = 63;

/// The name of a file that an archive may hold. Its hash says whether it does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The file's name.
    pub file: String,
    /// The resource in it, when the file's name is the decimal hash of that one's.
    pub resource: Option<String>,
}

impl Candidate {
    /// A file under its own name.
    pub fn file(name: impl Into<String>) -> Self {
        Self {
            file: name.into(),
            resource: None,
        }
    }

    /// A resource; its file is the decimal text of its hash. Source: spec/archives.md 4.5.
    pub fn resource(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            file: decimal(&name),
            resource: Some(name),
        }
    }

    /// The hash under which an archive's index lists the file.
    pub fn wad_hash(&self) -> u32 {
        wad_hash(&self.file)
    }

    /// The hash that the resource's own header holds, when this is one.
    pub fn resource_hash(&self) -> Option<u32> {
        self.resource.as_deref().map(crc32)
    }
}

/// The file of a resource of which only the hash is known: every hash of the Object List, the Character List, the sheet
/// table and the Dependency List names a file. Source: spec/archives.md 4.5.
pub fn resource_file(resource_hash: u32) -> String {
    resource_hash.to_string()
}

/// Takes a decimal file's name apart: the resource hash that it prints, without padding.
pub fn resource_of_file(file: &str) -> Option<u32> {
    let hash: u32 = file.parse().ok()?;
    (resource_file(hash) == file).then_some(hash)
}

/// The file name that a resource gives itself: the hash in its own header, in decimal, when that is what the index lists it
/// under. It holds for 3,599 of the disc's 3,615 decimal files. `head` is the file's first 16 bytes or more.
/// Source: spec/archives.md 4.5.
pub fn file_of_own_hash(head: &[u8], indexed_as: u32) -> Option<String> {
    let hash = head.get(12..)?.first_chunk()?;
    let file = resource_file(u32::from_le_bytes(*hash));
    (wad_hash(&file) == indexed_as).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_found_by_hashing_its_printed_hash() {
        // Source: spec/archives.md 3.3.
        let legal = Candidate::resource("legal_screen");
        assert_eq!(legal.file, "863681355");
        assert_eq!(legal.wad_hash(), 0x82E8_7AAA);
        assert_eq!(legal.resource_hash(), Some(0x337A_BB4B));
        assert_eq!(Candidate::file("level99.lev").wad_hash(), 0x44E9_A4F4);
    }

    #[test]
    fn only_plain_decimal_names_are_resource_files() {
        assert_eq!(resource_of_file("863681355"), Some(0x337A_BB4B));
        assert_eq!(resource_of_file("0"), Some(0));
        assert_eq!(resource_of_file("4294967295"), Some(u32::MAX));
        for other in ["", "007", "+5", "4294967296", "863681355.pak", "-1"] {
            assert_eq!(resource_of_file(other), None, "{other}");
        }
    }

    #[test]
    fn a_resource_tells_its_own_file_when_the_index_agrees() {
        // Source: spec/archives.md 3.3, legal_screen.
        let mut head = [0; 16];
        head[12..].copy_from_slice(&0x337A_BB4B_u32.to_le_bytes());
        let file = file_of_own_hash(&head, 0x82E8_7AAA);
        assert_eq!(file.as_deref(), Some("863681355"));
        assert_eq!(file_of_own_hash(&head, 0x82E8_7AAB), None);
        assert_eq!(file_of_own_hash(&head[..15], 0x82E8_7AAA), None);
    }
}
