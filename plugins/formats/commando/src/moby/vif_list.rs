//! The VIF list of a packet.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::vif::{Unpack, UnpackFormat, VifCode};

use crate::model::{AdData, Material};
use crate::record::{Stored, all, bytes_of, record};

/// What a packet sends to the vector unit beside its vertices. Source: spec/commando-assets.md 8.3.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MobyVifList {
    /// s and t of each vertex, 4,096 for one texture; reflecting packets have none.
    pub uvs: Option<VifUnpack<[i16; 2]>>,
    /// A head of four bytes (unknown; quadwords to the textures; first secret index; 0), then indices.
    pub indices: VifUnpack<[u8; 4]>,
    /// Textures.
    pub textures: Option<VifUnpack<MobyTexture>>,
    /// Codes without data behind everything else.
    pub after: Vec<u32>,
}

/// An UNPACK with the codes without data before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VifUnpack<T> {
    /// Codes before it: NOPs.
    pub before: Vec<u32>,
    /// The UNPACK's word without its count, which is that of the data.
    pub code: u32,
    /// What it sends.
    pub data: Vec<T>,
}

record! {
    /// The registers of a texture, 64 bytes. The last words of a packet's registers hold its further secret indices, one each in
    /// the order of the quadwords.
    #[derive(Copy, Eq, Default)]
    pub struct MobyTexture: u64 = 64 {
        /// TEX1 with K, CLAMP, TEX0 with the texture slot, MIPTBP1.
        pub registers: [AdData; 4],
    }
}

/// The count's bits in an UNPACK's word.
const COUNT: u32 = 0x00FF_0000;

/// Something that an UNPACK sends.
trait Sent: Stored {
    const FORMAT: UnpackFormat;
    /// Vectors for one.
    const VECTORS: usize = 1;
}

impl Sent for [i16; 2] {
    const FORMAT: UnpackFormat = UnpackFormat::V2_16;
}

impl Sent for [u8; 4] {
    const FORMAT: UnpackFormat = UnpackFormat::V4_8;
}

impl Sent for MobyTexture {
    const FORMAT: UnpackFormat = UnpackFormat::V4_32;
    const VECTORS: usize = 4;
}

impl MobyTexture {
    /// The registers of a material.
    pub fn new(material: &Material) -> Self {
        Self {
            registers: [
                material.tex1(),
                material.clamp(),
                material.tex0(),
                AdData::new(AdData::MIP_TBP1, 0, 0),
            ],
        }
    }

    /// What they say about the texture.
    pub fn material(&self) -> Material {
        let [tex1, clamp, tex0, _] = &self.registers;
        Material::from_registers(tex0, tex1, clamp)
    }
}

impl<T> VifUnpack<T> {
    /// An UNPACK without codes before it.
    pub fn new(format: UnpackFormat, address: u16, data: Vec<T>) -> Self {
        Self {
            before: Vec::new(),
            code: Unpack::new(format, address, 1, false).word() & !COUNT,
            data,
        }
    }
}

impl MobyVifList {
    /// Reads the list that a cursor holds, to its end.
    pub(super) fn read(mut cursor: Cursor<'_>) -> Result<Self> {
        let mut uvs = None;
        let mut indices = None;
        let mut textures = None;
        let mut before = Vec::new();
        while !cursor.is_empty() {
            let offset = cursor.offset();
            let code = cursor.u32()?;
            let unpack = match VifCode::decode(code, offset)? {
                VifCode::Unpack(unpack) => unpack,
                code_without if code_without.data_bytes() == 0 => {
                    before.push(code);
                    continue;
                }
                other => {
                    return Err(FormatError::unsupported(
                        offset,
                        format!("{other:?} in a moby's list"),
                    ));
                }
            };
            let before = std::mem::take(&mut before);
            let piece = cursor.window(unpack.data_bytes())?;
            let order = "uvs, indices, textures, each once and in this order";
            let fault = || Err(FormatError::malformed(offset, order, format!("{unpack:?}")));
            match unpack.format {
                UnpackFormat::V2_16 if uvs.is_none() && indices.is_none() => {
                    uvs = Some(sent(piece, before, code, unpack)?);
                }
                UnpackFormat::V4_8 if indices.is_none() => {
                    indices = Some(sent(piece, before, code, unpack)?);
                }
                UnpackFormat::V4_32 if textures.is_none() && indices.is_some() => {
                    textures = Some(sent(piece, before, code, unpack).within(|| "textures")?);
                }
                _ => return fault(),
            }
        }
        let Some(indices) = indices else {
            return Err(FormatError::malformed(
                cursor.offset(),
                "indices",
                "the list's end",
            ));
        };
        Ok(Self {
            uvs,
            indices,
            textures,
            after: before,
        })
    }

    /// The list's bytes.
    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        if let Some(uvs) = &self.uvs {
            put(&mut out, uvs)?;
        }
        put(&mut out, &self.indices)?;
        if let Some(textures) = &self.textures {
            put(&mut out, textures)?;
        }
        out.extend(bytes_of(&self.after));
        Ok(out)
    }

    /// The head of the index block.
    pub(super) fn index_head(&self) -> [u8; 4] {
        self.indices.data.first().copied().unwrap_or_default()
    }

    /// The indices behind the head, 1-based, bit 7 for a vertex that ends no triangle, 0 for a change of texture.
    pub fn index_bytes(&self) -> &[u8] {
        self.indices
            .data
            .get(1..)
            .unwrap_or_default()
            .as_flattened()
    }

    /// The index that a zero stands for: that of the k-th change of texture, 0 at the list's end. None where the packet has no
    /// place for it.
    pub fn secret_index(&self, k: usize) -> Option<i8> {
        let Some(quadword) = k.checked_sub(1) else {
            let [_, _, first, _] = self.index_head();
            return Some(first as i8);
        };
        let texture = self.textures.as_ref()?.data.get(quadword / 4)?;
        texture
            .registers
            .get(quadword % 4)
            .map(|register| register.extra as i8)
    }
}

fn sent<T: Sent>(
    piece: Cursor<'_>,
    before: Vec<u32>,
    code: u32,
    unpack: Unpack,
) -> Result<VifUnpack<T>> {
    let vectors = usize::from(unpack.num);
    if !vectors.is_multiple_of(T::VECTORS) {
        return Err(FormatError::malformed(
            piece.offset(),
            format!("a multiple of {} vectors", T::VECTORS),
            vectors,
        ));
    }
    Ok(VifUnpack {
        before,
        code: code & !COUNT,
        data: all(piece.rest()).collect(),
    })
}

fn put<T: Sent>(out: &mut Vec<u8>, unpack: &VifUnpack<T>) -> Result<()> {
    let vectors = unpack.data.len() * T::VECTORS;
    let of_format = VifCode::decode(unpack.code, 0);
    let is_of_format = matches!(of_format, Ok(VifCode::Unpack(code)) if code.format == T::FORMAT);
    if !(1..=256).contains(&vectors) || !is_of_format {
        return Err(FormatError::malformed(
            0,
            "an unpack of 1 to 256 vectors of its format",
            format!("VIF code {:#010x} for {vectors}", unpack.code),
        ));
    }
    out.extend(bytes_of(&unpack.before));
    // 256 is written as 0.
    let code = (unpack.code & !COUNT) | ((vectors as u32) << 16 & COUNT);
    out.extend(code.to_le_bytes());
    out.extend(bytes_of(&unpack.data));
    Ok(())
}
