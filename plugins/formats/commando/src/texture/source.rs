//! Where a level's textures are read from.

use std::ops::Range;

use wonderwheel_ps2::clut;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::{self, Limits};
use wonderwheel_ps2::steps;

use super::picture::{Texture, check_sides};
use crate::core::{BillboardTexture, CoreIndex, EffectTexture, ParticleTexture, TextureEntry};

/// Bytes of a palette.
const PALETTE: usize = 0x400;
/// What places in the GS memory image are counted in.
const GS_UNIT: usize = 0x100;

/// A level's two buffers of texels.
#[derive(Debug, Clone)]
pub struct TextureSource<'a> {
    /// The core data from the texture base to the end of the texels.
    pixels: &'a [u8],
    /// The image of what is loaded into GS memory.
    gs_ram: &'a [u8],
    /// Where textures begin in `pixels`, in rising order.
    starts: Vec<usize>,
    /// Where resident textures are counted from.
    resident_start: Option<usize>,
    limits: Limits,
}

impl<'a> TextureSource<'a> {
    /// The textures of an index, whose texels are `pixels` (the bytes of [`crate::core::Regions::textures`]) and the GS memory
    /// image.
    pub fn new(index: &CoreIndex, pixels: &'a [u8], gs_ram: &'a [u8]) -> Self {
        let tables = &index.tables;
        let all = [
            &tables.tfrag_textures,
            &tables.moby_textures,
            &tables.tie_textures,
            &tables.shrub_textures,
        ];
        Self {
            resident_start: index.resident_start(),
            ..Self::of(all.into_iter().flatten(), pixels, gs_ram)
        }
    }

    /// As [`Self::new`], for entries without an index.
    pub fn of<'b>(
        entries: impl IntoIterator<Item = &'b TextureEntry>,
        pixels: &'a [u8],
        gs_ram: &'a [u8],
    ) -> Self {
        let starts = entries
            .into_iter()
            .filter_map(|entry| usize::try_from(entry.data_offset).ok());
        let mut starts: Vec<usize> = starts.collect();
        starts.sort_unstable();
        starts.dedup();
        Self {
            pixels,
            gs_ram,
            starts,
            resident_start: None,
            limits: Limits::DEFAULT,
        }
    }

    /// The same source with other limits than the default ones.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads a texture. Level 1 is there when up to the next texture there is room for it, levels 2 and 3 when they have a
    /// place; how many there are said to be counts for nothing.
    ///
    /// # Errors
    /// `Malformed` when a side is no power of two, or texels or palette lie outside their buffer; `Limit` when it has too many
    /// texels.
    pub fn texture(&self, entry: &TextureEntry) -> Result<Texture> {
        self.find(entry)?.copied()
    }

    /// Reads a resident texture: its level 0 stands in the GS memory image, and it has no level 1.
    ///
    /// # Errors
    /// As [`Self::texture`]; `Malformed` when there are no resident textures.
    pub fn resident_texture(&self, entry: &TextureEntry) -> Result<Texture> {
        self.resident(entry)?.texture(entry)
    }

    /// The source of a resident texture.
    fn resident(&self, entry: &TextureEntry) -> Result<Self> {
        let start = self
            .resident_start
            .ok_or_else(|| FormatError::malformed(0, "entries of resident textures", "none"))?;
        Ok(Self {
            pixels: self.gs_ram.get(start..).unwrap_or_default(),
            gs_ram: self.gs_ram,
            // The next texture begins at once: nothing shows a level 1.
            starts: vec![usize::try_from(entry.data_offset).unwrap_or_default() + 1],
            resident_start: None,
            limits: self.limits,
        })
    }

    fn find(&self, entry: &TextureEntry) -> Result<TexturePlaces<'a>> {
        let (width, height) = self.sides(entry.width.into(), entry.height.into())?;
        let start = place(entry.data_offset.into(), 1).within(|| "level 0")?;
        let size = usize::from(width) * usize::from(height);
        let level_0 = cut(self.pixels, start..start + size).within(|| "level 0")?;
        let next = self.starts.partition_point(|other| *other <= start);
        let next = self.starts.get(next).copied().unwrap_or(self.pixels.len());
        let level_1 = start + size..start + size + size / 4;
        let has_level_1 = Texture::may_have_level(width, height, 1) && level_1.end <= next;
        let level_1 = if has_level_1 {
            cut(self.pixels, level_1).within(|| "level 1")?
        } else {
            &[]
        };
        Ok(TexturePlaces {
            sides: (width, height),
            palette: self.palette(entry.palette)?,
            levels: [
                level_0,
                level_1,
                self.small(entry.level_2, size / 16).within(|| "level 2")?,
                self.small(entry.level_3, size / 64).within(|| "level 3")?,
            ],
        })
    }

    /// Reports a texture that cannot be read (`texture-broken`), sides outside 8 to 256 (`texture-side`), and for those that are
    /// not resident a count of levels that is not that of the levels that are there (`texture-levels`).
    pub fn validate(&self, entry: &TextureEntry, resident: bool, findings: &mut Findings) {
        // Looked for and not copied: entries of a broken table may all name the same texels.
        let found = if resident {
            self.resident(entry).and_then(|source| source.find(entry))
        } else {
            self.find(entry)
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => return findings.report("texture-broken", error.to_string()),
        };
        let usual = 8..=256;
        let (width, height) = found.sides;
        findings.expect(
            usual.contains(&width) && usual.contains(&height),
            "texture-side",
            || format!("expected sides of 8 to 256, found {width} x {height}"),
        );
        let levels = found.levels.iter().take_while(|level| !level.is_empty());
        let levels = levels.count();
        let counted = usize::try_from(entry.level_count).unwrap_or_default();
        findings.expect(resident || counted == levels, "texture-levels", || {
            format!("expected {levels} levels, found a count of {counted}")
        });
    }

    /// Reads a billboard, if the class has one.
    ///
    /// # Errors
    /// As [`Self::texture`].
    pub fn billboard(&self, entry: &BillboardTexture) -> Result<Option<Texture>> {
        if entry.width == 0 {
            return Ok(None);
        }
        let sides = self.sides(entry.width.into(), entry.height.into())?;
        let (width, height) = sides;
        let size = usize::from(width) * usize::from(height);
        let level = |level: usize, place: i16| match place {
            ..=0 => Ok::<&[u8], FormatError>(&[]),
            _ => self
                .small(place, size >> (2 * level))
                .within(|| format!("level {level}")),
        };
        let [mip_1, mip_2, mip_3] = entry.mips;
        let found = TexturePlaces {
            sides,
            palette: self.palette(entry.palette)?,
            levels: [
                self.small(entry.pixels, size).within(|| "level 0")?,
                level(1, mip_1)?,
                level(2, mip_2)?,
                level(3, mip_3)?,
            ],
        };
        found.copied().map(Some)
    }

    /// Reads a particle's texture from the particle bank.
    ///
    /// # Errors
    /// As [`Self::texture`].
    pub fn particle(entry: &ParticleTexture, bank: &[u8]) -> Result<Texture> {
        in_bank(bank, entry.palette, entry.pixels, [entry.side, entry.side])
    }

    /// Reads an effect's texture from the effect bank, if there is one.
    ///
    /// # Errors
    /// As [`Self::texture`].
    pub fn effect(entry: &EffectTexture, bank: &[u8]) -> Result<Option<Texture>> {
        if !entry.is_present() {
            return Ok(None);
        }
        in_bank(
            bank,
            entry.palette,
            entry.pixels,
            [entry.width, entry.height],
        )
        .map(Some)
    }

    fn sides(&self, width: i32, height: i32) -> Result<(u16, u16)> {
        let (width, height) = check_sides(width, height)?;
        let texels = u64::from(width) * u64::from(height);
        limits::check("texels of a texture", texels, self.limits.texels, 0)?;
        Ok((width, height))
    }

    fn palette(&self, unit: i16) -> Result<&'a [u8]> {
        let start = place(unit.into(), GS_UNIT).within(|| "palette")?;
        cut(self.gs_ram, start..start + PALETTE).within(|| "palette")
    }

    /// A level in the GS memory image; none where there is no place.
    fn small(&self, unit: i16, size: usize) -> Result<&'a [u8]> {
        if unit < 0 {
            return Ok(&[]);
        }
        let start = place(unit.into(), GS_UNIT)?;
        cut(self.gs_ram, start..start + size)
    }
}

/// The parts of a texture in their buffers.
struct TexturePlaces<'a> {
    sides: (u16, u16),
    palette: &'a [u8],
    levels: [&'a [u8]; 4],
}

impl TexturePlaces<'_> {
    fn copied(self) -> Result<Texture> {
        let (width, height) = self.sides;
        steps::count_bytes(self.levels.iter().map(|level| level.len()).sum());
        Ok(Texture {
            width,
            height,
            palette: Box::new(clut::palette_256(self.palette)?),
            levels: self.levels.map(<[u8]>::to_vec),
        })
    }
}

fn in_bank(bank: &[u8], palette: i32, pixels: i32, [width, height]: [i32; 2]) -> Result<Texture> {
    let (width, height) = check_sides(width, height)?;
    let size = usize::from(width) * usize::from(height);
    let palette = place(palette.into(), 1).within(|| "palette")?;
    let pixels = place(pixels.into(), 1).within(|| "level 0")?;
    let palette = cut(bank, palette..palette + PALETTE).within(|| "palette")?;
    let level_0 = cut(bank, pixels..pixels + size).within(|| "level 0")?;
    let found = TexturePlaces {
        sides: (width, height),
        palette,
        levels: [level_0, &[], &[], &[]],
    };
    found.copied()
}

fn place(offset: i64, unit: usize) -> Result<usize> {
    match usize::try_from(offset) {
        Ok(offset) => Ok(offset * unit),
        Err(_) => Err(FormatError::malformed(0, "a place", offset)),
    }
}

fn cut(bytes: &[u8], range: Range<usize>) -> Result<&[u8]> {
    bytes.get(range.clone()).ok_or_else(|| {
        let expected = format!("{} bytes inside {:#x}", range.len(), bytes.len());
        FormatError::malformed(range.start as u64, expected, format!("{:#x}", range.start))
    })
}
