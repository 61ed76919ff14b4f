//! A walk over RenderWare sections by their headers alone: what `renderware` reads is counted a second time without it.
//!
//! It goes into every section that holds sections and into extensions, not into plugins.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_renderware::section::{SectionHeader, id};

use crate::known::{Count, Spread};
use crate::tally::{Tally, digest};

/// Sections that consist of sections.
const HOLDERS: [u32; 14] = [
    id::EXTENSION,
    id::TEXTURE,
    id::MATERIAL,
    id::MATERIAL_LIST,
    id::ATOMIC_SECTOR,
    id::PLANE_SECTOR,
    id::WORLD,
    id::FRAME_LIST,
    id::GEOMETRY,
    id::CLUMP,
    id::ATOMIC,
    id::NATIVE_TEXTURE,
    id::TEXTURE_DICTIONARY,
    id::GEOMETRY_LIST,
];

/// A plugin of the disc that is not identified. Source: spec/renderware.md 1.3.
const UNIDENTIFIED: u32 = 0x182;

/// A section and the one that it stands in (0 for none).
struct Section<'a> {
    id: u32,
    parent: u32,
    payload: Cursor<'a>,
}

/// The sections of a range of bytes, outer ones first. Its work is bounded by the bytes: each is looked at once a level, and
/// each level takes a header of 12 bytes.
fn each<'a>(bytes: Cursor<'a>, mut visit: impl FnMut(&Section<'a>)) {
    let mut open = vec![(0, bytes)];
    while let Some((parent, mut cursor)) = open.pop() {
        let Ok((SectionHeader { id, .. }, payload)) = SectionHeader::open(&mut cursor) else {
            continue;
        };
        // Padding.
        if id == 0 {
            continue;
        }
        open.push((parent, cursor));
        let section = Section {
            id,
            parent,
            payload,
        };
        visit(&section);
        if HOLDERS.contains(&id) {
            open.push((id, section.payload));
        }
    }
}

/// Counts dictionaries, textures and plugins.
pub fn count(tally: &mut Tally, bytes: Cursor<'_>) {
    each(bytes, |section| {
        if section.parent == id::EXTENSION {
            plugin(tally, section.id);
        }
        match (section.parent, section.id) {
            (_, id::TEXTURE_DICTIONARY) => tally.one(Count::TxdDictionaries),
            (id::TEXTURE_DICTIONARY, id::STRUCT) => {
                let textures = section.payload.clone().u16().unwrap_or(0);
                tally.add(Count::TxdTextures, textures.into());
            }
            (id::TEXTURE_DICTIONARY, id::NATIVE_TEXTURE) => texture(tally, section.payload.clone()),
            _ => {}
        }
    });
}

fn plugin(tally: &mut Tally, id: u32) {
    tally.one(match id {
        id::MIPMAP_KL => Count::RwMipWords,
        id::HANIM => Count::RwHanim,
        id::GAME_ATOMIC => Count::RwScales,
        id::MATFX => Count::RwMatfx,
        id::GAME_SECTOR => Count::RwSectors,
        id::PVS => Count::RwPvs,
        id::SKIN => Count::RwSkins,
        UNIDENTIFIED => Count::RwUnidentified,
        _ => return,
    });
}

/// What a native texture says of itself.
struct TextureHeader {
    filter: u32,
    addressing: u32,
    sides: [u32; 2],
    format: u32,
    palette_bytes: u32,
}

fn texture(tally: &mut Tally, payload: Cursor<'_>) {
    let digest = digest(payload.rest());
    let Some(header) = texture_header(payload) else {
        return;
    };
    for side in header.sides {
        tally.range(Spread::TxdWidthEach, side.into());
    }
    match header.format {
        0x2504 => tally.one(Count::TxdTexturesPal8),
        0x4504 => tally.one(Count::TxdTexturesPal4),
        0xC504 => tally.one(Count::TxdTexturesPal4Mips),
        0xA504 => tally.one(Count::TxdTexturesPal8Mips),
        _ => {}
    }
    // 80 bytes of GIF tags around 1,024 and, rounded up, 64 bytes of colours. Source: spec/renderware.md 4.5.
    match header.palette_bytes {
        1_104 => tally.one(Count::TxdPalettes256),
        176 => tally.one(Count::TxdPalettes16),
        _ => {}
    }
    tally.distinct(Count::TxdDistinct, digest);
    match header.filter {
        6 => tally.distinct(Count::TxdDistinctTrilinear, digest),
        2 => tally.distinct(Count::TxdDistinctBilinear, digest),
        _ => {}
    }
    // Addressing of v; 0 is that of u again.
    match header.addressing {
        0x11 | 0x01 => tally.distinct(Count::TxdDistinctWrap, digest),
        0x33 | 0x03 => tally.distinct(Count::TxdDistinctClamp, digest),
        _ => {}
    }
}

/// Source: spec/renderware.md 3 and 4.1.
fn texture_header(mut texture: Cursor<'_>) -> Option<TextureHeader> {
    let mut open = |wanted| {
        let (header, payload) = SectionHeader::open(&mut texture).ok()?;
        (header.id == wanted).then_some(payload)
    };
    let mut sampling = open(id::STRUCT)?;
    open(id::STRING)?;
    open(id::STRING)?;
    let mut rasters = open(id::STRUCT)?;
    sampling.u32().ok()?;
    let word = sampling.u32().ok()?;
    let (_, mut raster) = SectionHeader::open(&mut rasters).ok()?;
    let sides = [raster.u32().ok()?, raster.u32().ok()?];
    raster.u32().ok()?;
    let format = raster.u32().ok()? & 0xFFFF;
    raster.take(0x24).ok()?;
    Some(TextureHeader {
        filter: word & 0xFF,
        addressing: word >> 8 & 0xFF,
        sides,
        format,
        palette_bytes: raster.u32().ok()?,
    })
}

/// Counts of a world's header. Source: spec/renderware.md 9.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorldHeader {
    /// Triangles that it states.
    pub triangles: u32,
    /// Vertices that it states.
    pub vertices: u32,
    /// Planes.
    pub planes: u32,
    /// Leaves.
    pub leaves: u32,
    /// The format word.
    pub format: u32,
}

impl WorldHeader {
    /// The header of the first world among the sections.
    pub fn find(bytes: Cursor<'_>) -> Option<Self> {
        let mut found = None;
        each(bytes, |section| {
            if found.is_none() && (section.parent, section.id) == (id::WORLD, id::STRUCT) {
                found = Self::read(section.payload.clone());
            }
        });
        found
    }

    fn read(mut words: Cursor<'_>) -> Option<Self> {
        words.take(0x10).ok()?;
        let mut word = || words.u32().ok();
        let (triangles, vertices, planes, leaves) = (word()?, word()?, word()?, word()?);
        word()?;
        Some(Self {
            triangles,
            vertices,
            planes,
            leaves,
            format: word()?,
        })
    }
}

/// Bytes of the first section with its header, as its header says; 0 when there is none.
pub fn first_section_bytes(bytes: &Cursor<'_>) -> usize {
    match SectionHeader::open(&mut bytes.clone()) {
        Ok((header, _)) => SectionHeader::BYTES + header.size as usize,
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use wonderwheel_renderware::dictionary::TextureDictionary;
    use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};

    use super::*;
    use crate::tests::assert_counts;

    fn texture(name: &str, colours: usize, clamp: bool) -> NativeTexture {
        let image = IndexedImage {
            width: 32,
            height: 64,
            palette: (0..colours).map(|c| [c as u8, 0, 0, 128]).collect(),
            levels: vec![vec![0; 32 * 64]],
        };
        let edge = if clamp {
            Addressing::Clamp
        } else {
            Addressing::Wrap
        };
        let filter = if clamp { 2 } else { 6 };
        NativeTexture::encode(name, &image, Sampling::new(filter, edge, edge), 0x0FC0).unwrap()
    }

    #[test]
    fn textures_are_told_apart_by_their_bytes_and_counted_by_their_headers() {
        let wall = texture("wall", 256, false);
        let sign = texture("sign", 16, true);
        let bytes = TextureDictionary::new(vec![wall.clone(), sign, wall]).write();
        let mut tally = Tally::default();
        count(&mut tally, Cursor::new(&bytes));
        let expected = [
            ("txd-dictionaries", 1),
            ("txd-textures", 3),
            ("txd-textures-pal8", 2),
            ("txd-textures-pal4", 1),
            ("txd-palettes-256", 2),
            ("txd-palettes-16", 1),
            ("txd-distinct", 2),
            ("txd-distinct-trilinear", 1),
            ("txd-distinct-bilinear", 1),
            ("txd-distinct-wrap", 1),
            ("txd-distinct-clamp", 1),
            ("rw-mip-words", 3),
        ];
        assert_counts(&tally, &expected);
        let sides = tally.range_of("txd-width-each").unwrap();
        assert_eq!((sides.least, sides.most), (32, 64));
        assert_eq!(first_section_bytes(&Cursor::new(&bytes)), bytes.len());
    }

    #[test]
    fn a_walk_ends_on_any_bytes() {
        let bytes = TextureDictionary::new(vec![texture("wall", 16, false)]).write();
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x5A;
            count(&mut Tally::default(), Cursor::new(&broken));
            count(&mut Tally::default(), Cursor::new(&bytes[..at]));
        }
    }
}
