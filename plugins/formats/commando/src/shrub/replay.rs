//! What a packet draws: the walk that the vector unit does over it.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

use super::{GifTag, ShrubPacket};

/// One thing that a packet puts into its GS packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// A change of texture: an index into [`ShrubPacket::textures`].
    Texture(usize),
    /// Something drawn.
    Primitive(Primitive),
}

/// A primitive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Primitive {
    /// How its vertices make triangles.
    pub kind: PrimitiveKind,
    /// Its vertices in the packet's arrays.
    pub vertices: Range<usize>,
}

/// How vertices make triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrimitiveKind {
    /// Three vertices each.
    List,
    /// Each vertex makes one with the two before it.
    Strip,
}

impl ShrubPacket {
    /// Walks the packet: textures and primitives in the order in which the GS receives them, without padding.
    ///
    /// # Errors
    /// `Malformed` when something stands at no place that the walk comes to, a primitive is neither strip nor list or has
    /// another number of vertices than its tag says, or a vertex follows a texture without a primitive.
    pub fn replay(&self) -> Result<Vec<Record>> {
        let mut walk = Walk {
            packet: self,
            records: Vec::new(),
            place: 0,
            tags: 0,
            textures: 0,
            open: false,
        };
        walk.run()?;
        Ok(walk.records)
    }
}

struct Walk<'a> {
    packet: &'a ShrubPacket,
    records: Vec<Record>,
    /// The next free quadword of the GS packet.
    place: i64,
    tags: usize,
    textures: usize,
    /// Whether vertices may follow: a primitive has begun since the last texture.
    open: bool,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<()> {
        for (i, &[_, _, _, place]) in self.packet.positions.iter().enumerate() {
            steps::count(1);
            self.heads(i)?;
            let place = i64::from(place as u16);
            // Padding repeats the last vertex; nothing follows it.
            if i > 0 && place == self.place - ShrubPacket::VERTEX_COST as i64 {
                break;
            }
            if place != self.place {
                return self.fault(format!("vertex {i} at {}", self.place), place);
            }
            match self.records.last_mut() {
                Some(Record::Primitive(primitive)) if self.open => primitive.vertices.end = i + 1,
                _ => return self.fault("a primitive's tag", format!("vertex {i}")),
            }
            self.place += ShrubPacket::VERTEX_COST as i64;
        }
        self.heads(self.packet.positions.len())?;
        self.close()?;
        if let Some(tag) = self.packet.tags.get(self.tags) {
            return self.fault(format!("a tag at {}", self.place), tag.place);
        }
        if let Some(block) = self.packet.textures.get(self.textures) {
            return self.fault(format!("a texture at {}", self.place), block.place());
        }
        Ok(())
    }

    /// Tags and textures at the place that the walk has come to, before a vertex.
    fn heads(&mut self, vertex: usize) -> Result<()> {
        let packet = self.packet;
        loop {
            if let Some(tag) = packet.tags.get(self.tags)
                && i64::from(tag.place) == self.place
            {
                self.begin(tag, vertex)?;
                self.tags += 1;
                self.place += 1;
            } else if let Some(block) = packet.textures.get(self.textures)
                && i64::from(block.place()) == self.place
            {
                self.close()?;
                self.records.push(Record::Texture(self.textures));
                self.open = false;
                self.textures += 1;
                self.place += ShrubPacket::TEXTURE_COST as i64;
            } else {
                return Ok(());
            }
        }
    }

    fn begin(&mut self, tag: &GifTag, vertex: usize) -> Result<()> {
        steps::count(1);
        self.close()?;
        let kind = match (tag.primitive_type(), tag.register_count(), tag.registers) {
            (3, 3, GifTag::REGISTERS) => PrimitiveKind::List,
            (4, 3, GifTag::REGISTERS) => PrimitiveKind::Strip,
            (kind, count, registers) => {
                return self.fault(
                    "a strip or a list of triangles with registers 0x412",
                    format!("primitive {kind} with {count} registers {registers:#x}"),
                );
            }
        };
        self.records.push(Record::Primitive(Primitive {
            kind,
            vertices: vertex..vertex,
        }));
        self.open = true;
        Ok(())
    }

    /// Checks a primitive that has its last vertex.
    fn close(&self) -> Result<()> {
        let Some(Record::Primitive(primitive)) = self.records.last() else {
            return Ok(());
        };
        let begun = self.packet.tags.get(self.tags.wrapping_sub(1));
        let expected = begun.map_or(0, |tag| usize::from(tag.vertices()));
        if primitive.vertices.len() == expected {
            return Ok(());
        }
        self.fault(
            format!("{expected} vertices of primitive {}", self.tags - 1),
            primitive.vertices.len(),
        )
    }

    fn fault(
        &self,
        expected: impl Into<std::borrow::Cow<'static, str>>,
        found: impl std::fmt::Display,
    ) -> Result<()> {
        Err(FormatError::malformed(
            u64::from(self.packet.offset),
            expected,
            found,
        ))
    }
}
