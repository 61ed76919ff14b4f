//! What a file of a store is, without reading all of it. Source: spec/archives.md 5.

use wonderwheel_ps2::content::Content;
use wonderwheel_warriors::chunk::ChunkType;
use wonderwheel_warriors::classify::{Classification, FileKind, ResourceShape};

use crate::files::GameFiles;

/// How much of a file is looked at: a sector, which costs what a byte costs.
pub(crate) const HEAD_BYTES: u32 = 2048;
/// Bytes of the header of a container, and of each of its chunks. Source: spec/chunks.md 1.
const HEADER_BYTES: u64 = 16;
/// A container of more chunks is left without a shape: the disc's have a few dozen.
const MOST_CHUNKS: u32 = 1024;

/// The kind of a file by its name and its first bytes; of a container by the headers of all its chunks.
///
/// ```
/// use wonderwheel_game_files::{MemoryFiles, kinds};
/// use wonderwheel_warriors::classify::FileKind;
///
/// let files = MemoryFiles::default().with("0e5181f8.bin", b"0\r\n".to_vec());
/// assert_eq!(kinds::kind_of(&files, "0e5181f8.bin"), FileKind::ObjectList);
/// ```
pub fn kind_of(files: &dyn GameFiles, name: &str) -> FileKind {
    let size = files.size(name).unwrap_or(0);
    let length = size.min(HEAD_BYTES.into()) as usize;
    let head = files.read_range(name, 0, length).unwrap_or_default();
    let kind = Classification::of(Some(name), Content::head(&head, size), false).kind;
    if kind != FileKind::Resource(ResourceShape::Other) {
        return kind;
    }
    FileKind::Resource(shape(size, |at, bytes| {
        let found = files.read_range(name, at, bytes.len()).ok()?;
        bytes.copy_from_slice(&found);
        Some(())
    }))
}

/// The shape of a container of `size` bytes, by the headers of its chunks: the chunks themselves are not read. `read` fills a
/// buffer from a place in the file.
pub(crate) fn shape(size: u64, read: impl Fn(u64, &mut [u8]) -> Option<()>) -> ResourceShape {
    let header = |at: u64| -> Option<[u32; 2]> {
        if at.checked_add(HEADER_BYTES)? > size {
            return None;
        }
        let mut bytes = [0; 8];
        read(at, &mut bytes)?;
        let [a, b, c, d, e, f, g, h] = bytes;
        Some([[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes))
    };
    let types = || {
        let [count, _] = header(0)?;
        let mut types = Vec::new();
        let mut at = HEADER_BYTES;
        for _ in 0..count.min(MOST_CHUNKS) {
            let [ty, bytes] = header(at)?;
            types.push(ChunkType::from_u32(ty)?);
            at += HEADER_BYTES + u64::from(bytes);
        }
        (count <= MOST_CHUNKS && at == size).then_some(types)
    };
    types().map_or(ResourceShape::Other, ResourceShape::of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryFiles;
    use wonderwheel_warriors::chunk::{Chunk, Resource};

    #[test]
    fn a_container_larger_than_what_is_looked_at_has_a_shape() {
        let chunk = |ty, size| Chunk::new(ty, 0, vec![9; size]);
        let resource = |chunks| {
            let name_hash = 7;
            Resource::new(name_hash, chunks).write()
        };
        let whole = resource(vec![
            chunk(ChunkType::RenderwareTextureDic, 9000),
            chunk(ChunkType::ParticlePage, 48),
        ]);
        let mut damaged = whole.clone();
        damaged[16] = 0xEE;
        let files = MemoryFiles::default()
            .with("12345", whole)
            .with("12346", damaged);
        let kind = |name| kind_of(&files, name);
        assert_eq!(
            kind("12345"),
            FileKind::Resource(ResourceShape::SpriteSheet)
        );
        assert_eq!(kind("12346"), FileKind::Resource(ResourceShape::Other));
        assert_eq!(kind("missing.pak"), FileKind::Pack, "the name says it");
    }
}
