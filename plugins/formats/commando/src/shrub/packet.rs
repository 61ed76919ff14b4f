//! A packet: the VIF list that sends one buffer's worth of a shrub to the vector unit.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::vif::{NOP, STMOD_0, Unpack, UnpackFormat};

use crate::model::{AdData, Material};
use crate::record::{all, bytes_of, record};

/// STCYCL with CL 4, WL 4, with which every packet begins.
const STCYCL_4_4: u32 = 0x0100_0404;

/// A packet of a shrub's mesh: GIF tags, texture blocks and vertices, each with its place (in quadwords) in the GS packet that
/// the vector unit puts together. Source: spec/commando-assets.md 7.2.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShrubPacket {
    /// Where the packet stands in its class, a multiple of 16.
    pub offset: u32,
    /// A tag for each primitive.
    pub tags: Vec<GifTag>,
    /// Changes of texture.
    pub textures: Vec<TextureBlock>,
    /// x, y, z, and the vertex's place.
    pub positions: Vec<[i16; 4]>,
    /// s and t (4,096 is one texture), h (always 4,096), index of the normal with [`ShrubPacket::STOP`].
    pub attributes: Vec<[i16; 4]>,
}

record! {
    /// The tag of a primitive, 16 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct GifTag: u64 = 16 {
        /// The GIF tag's first 64 bits.
        pub low: u64,
        /// Its registers.
        pub registers: u32,
        /// Where the tag goes.
        pub place: i32,
    }

    /// The registers of a texture, 64 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct TextureBlock: u64 = 64 {
        /// TEX1 with K; its last word is the block's place.
        pub tex1: AdData,
        /// CLAMP with the wrap modes.
        pub clamp: AdData,
        /// MIPTBP1 with the texture slot.
        pub mip_tbp1: AdData,
        /// TEX0 with the texture slot.
        pub tex0: AdData,
    }
}

impl GifTag {
    /// ST, RGBAQ, XYZF2.
    pub const REGISTERS: u32 = 0x412;
    /// The four registers' count and PRE, without PRIM and NLOOP.
    const THREE_REGISTERS: u64 = 3 << 60 | 1 << 46;
    /// Gouraud, textured, fogged, blended.
    const PRIM_FLAGS: u64 = 0x78;

    /// A strip's tag.
    pub fn strip(vertices: u16, last: bool, place: i32) -> Self {
        Self {
            low: Self::THREE_REGISTERS
                | (Self::PRIM_FLAGS | 4) << 47
                | u64::from(last) << 15
                | u64::from(vertices & 0x7FFF),
            registers: Self::REGISTERS,
            place,
        }
    }

    /// NLOOP: vertices of the primitive.
    pub fn vertices(&self) -> u16 {
        (self.low & 0x7FFF) as u16
    }

    /// EOP: the packet's last primitive.
    pub fn is_last(&self) -> bool {
        self.low >> 15 & 1 != 0
    }

    /// PRIM's type: 3 is a list of triangles, 4 a strip.
    pub fn primitive_type(&self) -> u8 {
        (self.low >> 47 & 7) as u8
    }

    /// NREG: registers a vertex.
    pub fn register_count(&self) -> u8 {
        (self.low >> 60) as u8
    }
}

impl TextureBlock {
    /// The registers of a material, at a place.
    pub fn new(material: &Material, place: i32) -> Self {
        let slot = material.slot as u32;
        Self {
            tex1: AdData {
                extra: place as u32,
                ..material.tex1()
            },
            clamp: material.clamp(),
            mip_tbp1: AdData::new(AdData::MIP_TBP1, slot, 0),
            tex0: material.tex0(),
        }
    }

    /// Where the block goes.
    pub fn place(&self) -> i32 {
        self.tex1.extra as i32
    }

    /// What it says about the texture.
    pub fn material(&self) -> Material {
        Material::from_registers(&self.tex0, &self.tex1, &self.clamp)
    }
}

impl ShrubPacket {
    /// Bit of an attribute's last word: the vertex unit's loop ends three vertices later.
    pub const STOP: u16 = 0x8000;
    /// Vertices that a packet has at least; shorter ones repeat their last.
    pub const MIN_VERTICES: usize = 6;
    /// Quadwords of a packet after unpacking. Source: spec/commando-assets.md 7.2, "Limits".
    pub const MAX_UNPACKED: usize = 118;
    /// Quadwords of the GS packet.
    pub const MAX_GS: usize = 168;
    /// Quadwords of the GS packet that a texture block takes.
    pub const TEXTURE_COST: usize = 5;
    /// Quadwords of the GS packet that a vertex takes.
    pub const VERTEX_COST: usize = 3;

    /// The most vertices that one unpack sends.
    const MAX_VERTICES: u64 = 256;

    /// Quadwords of vector-unit memory that it takes.
    pub fn unpacked_quadwords(&self) -> usize {
        1 + self.tags.len() + 4 * self.textures.len() + 2 * self.positions.len()
    }

    /// Quadwords of the GS packet that it becomes, padding included.
    pub fn gs_quadwords(&self) -> usize {
        self.tags.len()
            + Self::VERTEX_COST * self.positions.len()
            + Self::TEXTURE_COST * self.textures.len()
    }

    /// Reads the list that a cursor holds, to its end.
    pub(super) fn read(mut cursor: Cursor<'_>, offset: u32) -> Result<Self> {
        let cursor = &mut cursor;
        expect_words(cursor, &[STCYCL_4_4, NOP, STMOD_0]).within(|| "list")?;
        let code_offset = cursor.offset();
        let code = cursor.u32()?;
        let header_offset = cursor.offset();
        let [textures, tags, vertices, vertex_offset] =
            [cursor.i32()?, cursor.i32()?, cursor.i32()?, cursor.i32()?];
        let count = |count: i32| u64::try_from(count).unwrap_or(u64::MAX);
        let tag_count = cursor.check_count(count(tags), 16).within(|| "tags")?;
        let texture_count = cursor
            .check_count(count(textures), 64)
            .within(|| "textures")?;
        let first = 1 + tag_count as u64 + 4 * texture_count as u64;
        if count(vertex_offset) != first || first > Self::MAX_VERTICES {
            return Err(FormatError::malformed(
                header_offset + 12,
                format!("vertices behind {first} quadwords, 256 at most"),
                vertex_offset,
            ));
        }
        expect_code(code_offset, code, UnpackFormat::V4_32, 0, first)?;
        let mut read = Self {
            offset,
            ..Self::default()
        };
        for _ in 0..tag_count {
            read.tags.push(cursor.record()?);
        }
        for _ in 0..texture_count {
            read.textures.push(cursor.record()?);
        }
        let vertices = count(vertices);
        read.positions = rows(cursor, first, vertices).within(|| "positions")?;
        read.attributes = rows(cursor, first + vertices, vertices).within(|| "attributes")?;
        cursor.finish().within(|| "list")?;
        Ok(read)
    }

    /// The list's bytes.
    ///
    /// # Errors
    /// `Malformed` when the two vertex arrays differ in length or something is too much for one unpack.
    pub fn write(&self) -> Result<Vec<u8>> {
        let vertices = self.positions.len() as u64;
        if self.attributes.len() as u64 != vertices {
            return Err(FormatError::malformed(
                u64::from(self.offset),
                format!("attributes for {vertices} vertices"),
                self.attributes.len(),
            ));
        }
        let first = 1 + self.tags.len() as u64 + 4 * self.textures.len() as u64;
        let mut out = Vec::new();
        let code = |format, address: u64, count: u64| {
            if (1..=Self::MAX_VERTICES).contains(&count) && address < 0x400 {
                Ok(Unpack::new(format, address as u16, count as u16, false).word())
            } else {
                Err(FormatError::malformed(
                    u64::from(self.offset),
                    "an unpack of 1 to 256 vectors",
                    format!("{count} at {address:#x}"),
                ))
            }
        };
        let code_of_all = code(UnpackFormat::V4_32, 0, first)?;
        out.extend(bytes_of(&[STCYCL_4_4, NOP, STMOD_0, code_of_all]));
        // As large as 256 at most: the codes have been made of the same counts.
        let counts = [
            self.textures.len() as u64,
            self.tags.len() as u64,
            vertices,
            first,
        ];
        out.extend(bytes_of(&counts.map(|count| count as u32)));
        out.extend(bytes_of(&self.tags));
        out.extend(bytes_of(&self.textures));
        for (array, address) in [
            (&self.positions, first),
            (&self.attributes, first + vertices),
        ] {
            let code = code(UnpackFormat::V4_16, address, vertices)?;
            out.extend(bytes_of(&[STMOD_0, code]));
            out.extend(bytes_of(array));
        }
        Ok(out)
    }
}

fn rows(cursor: &mut Cursor<'_>, address: u64, count: u64) -> Result<Vec<[i16; 4]>> {
    expect_words(cursor, &[STMOD_0])?;
    let offset = cursor.offset();
    let code = cursor.u32()?;
    expect_code(offset, code, UnpackFormat::V4_16, address, count)?;
    let count = cursor.check_count(count, 8)?;
    Ok(all(cursor.take(8 * count)?).collect())
}

fn expect_words(cursor: &mut Cursor<'_>, words: &[u32]) -> Result<()> {
    for &word in words {
        let offset = cursor.offset();
        let found = cursor.u32()?;
        if found != word {
            return Err(FormatError::malformed(
                offset,
                format!("VIF code {word:#010x}"),
                format!("{found:#010x}"),
            ));
        }
    }
    Ok(())
}

fn expect_code(
    offset: u64,
    found: u32,
    format: UnpackFormat,
    address: u64,
    count: u64,
) -> Result<()> {
    // Both fit: the caller's counts are bound by the packet's bytes, and anything above wraps to a word that differs.
    let inside = (1..=ShrubPacket::MAX_VERTICES).contains(&count) && address < 0x400;
    let word = Unpack::new(format, address as u16, count as u16, false).word();
    if inside && found == word {
        return Ok(());
    }
    Err(FormatError::malformed(
        offset,
        format!("an unpack of {count} vectors, 1 to 256, at {address:#x}"),
        format!("VIF code {found:#010x}"),
    ))
}
