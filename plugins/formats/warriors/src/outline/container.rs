//! Packs and resources, down to their chunks.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use super::{Maker, Node, hex};
use crate::chunk::ChunkType;
use crate::pack::MARKER;

/// The four words before a pack, a resource or a chunk.
struct Header {
    first: u32,
    size: u32,
    hash: u32,
}

impl Header {
    /// Shows everything but the first word, whose name differs.
    fn read(cursor: &mut Cursor<'_>, node: &mut Node) -> Result<Self> {
        let first = cursor.u32()?;
        let size = cursor.u32()?;
        let offset = cursor.offset();
        let zero = cursor.u32()?;
        if zero != 0 {
            node.field("zero word", hex(zero));
            node.fault(FormatError::malformed(offset, "0", hex(zero)));
        }
        let hash = cursor.u32()?;
        Ok(Self { first, size, hash })
    }
}

impl Maker {
    pub(crate) fn pack(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let offset = cursor.offset();
        let header = Header::read(cursor, node)?;
        node.field("resources", header.first);
        node.field("size", header.size);
        node.field("marker", hex(header.hash));
        if header.hash != MARKER {
            let (wanted, found) = (hex(MARKER), hex(header.hash));
            node.fault(FormatError::malformed(offset + 12, wanted, found));
        }
        for i in 0..header.first {
            let mut ends = false;
            self.child(
                node,
                cursor,
                format!("resource[{i}]"),
                |maker, cursor, node| {
                    let hash = maker.group(cursor, node)?;
                    ends = hash == 0;
                    Ok(())
                },
            )?;
            // The game looks no further.
            if ends {
                break;
            }
        }
        self.rest(cursor, node)
    }

    /// A resource that takes the rest.
    pub(crate) fn resource(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        self.group(cursor, node)?;
        self.rest(cursor, node)
    }

    /// Gives back the name hash.
    fn group(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<u32> {
        let header = Header::read(cursor, node)?;
        node.field("chunks", header.first);
        node.field("size", header.size);
        node.field("name hash", hex(header.hash));
        // Keys are shown when the counts behind them have been read.
        let mut keys = None;
        for i in 0..header.first {
            keys = self.chunk(cursor, node, keys, i)?;
        }
        Ok(header.hash)
    }

    /// Adds a chunk; gives back its payload when it is one of animation keys.
    fn chunk<'a>(
        &mut self,
        cursor: &mut Cursor<'a>,
        parent: &mut Node,
        keys: Option<Cursor<'a>>,
        index: u32,
    ) -> Result<Option<Cursor<'a>>> {
        let start = cursor.offset();
        let mut head = Node::default();
        let header = Header::read(cursor, &mut head)?;
        let ty = ChunkType::from_u32(header.first);
        let name = match ty {
            Some(ty) => format!("chunk[{index}] {ty}"),
            None => format!("chunk[{index}] {:#x}", header.first),
        };
        let payload = cursor.clone();
        // A child of the payload's bytes, which then gets its header.
        self.sized_child(
            parent,
            cursor,
            u64::from(header.size),
            name,
            |maker, cursor, node| {
                node.id = Some(header.first);
                node.field("hash", hex(header.hash));
                match ty {
                    Some(ty) => maker.payload(ty, cursor, node),
                    None => Err(FormatError::malformed(
                        start,
                        "a chunk type below 0x54",
                        format!("{:#x}", header.first),
                    )),
                }
            },
        )?;
        if let [.., before, _] = parent.children.as_mut_slice()
            && ty == Some(ChunkType::AnimData)
            && let Some(keys) = keys
            && let Err(error) = self.animation_keys(own(&payload, header.size), keys, before)
        {
            before.fault(error);
        }
        if let Some(chunk) = parent.children.last_mut() {
            chunk.offset = start;
            chunk.size += 16;
            chunk.decoded.append(&mut head.decoded);
            if let Some(error) = head.error {
                chunk.fault(error);
            }
        }
        let is_keys = ty == Some(ChunkType::AnimRotKeyframes);
        Ok(is_keys.then(|| own(&payload, header.size)))
    }
}

/// The first `size` bytes, or all there are.
fn own<'a>(payload: &Cursor<'a>, size: u32) -> Cursor<'a> {
    let mut payload = payload.clone();
    let fitting = payload.remaining().min(size as usize);
    // As many are there.
    payload.window(fitting).unwrap_or(payload)
}
