//! A texture by itself.

use std::collections::HashMap;

use wonderwheel_ps2::clut;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits;
use wonderwheel_ps2::steps;

/// Mip levels of a texture, at most.
pub const MAX_LEVELS: usize = 4;

/// The smallest side of a mip level.
const SMALLEST_SIDE: u16 = 8;

/// A texture with its palette and mip levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texture {
    /// Texels of level 0.
    pub width: u16,
    /// Texels of level 0.
    pub height: u16,
    /// Colours in index order: R, G, B and alpha as the GS has it, 128 = opaque.
    pub palette: Box<[[u8; 4]; 256]>,
    /// Palette indices of each level, row by row from the top; an absent level has none. Level 0 is always there.
    pub levels: [Vec<u8>; MAX_LEVELS],
}

/// An alpha as pictures have it, 255 = opaque. Source: spec/commando-assets.md 1.
///
/// Quirk: this game doubles, and 128 and more are opaque; others scale by 255 / 128.
pub fn picture_alpha(gs_alpha: u8) -> u8 {
    match gs_alpha {
        0x80.. => 255,
        _ => 2 * gs_alpha,
    }
}

/// The alpha that [`picture_alpha`] makes opaque or doubles.
pub fn gs_alpha(picture_alpha: u8) -> u8 {
    match picture_alpha {
        255 => 0x80,
        _ => picture_alpha / 2,
    }
}

impl Texture {
    /// Width and height of a mip level.
    pub fn size(&self, level: usize) -> (usize, usize) {
        (
            usize::from(self.width) >> level,
            usize::from(self.height) >> level,
        )
    }

    /// Whether a texture of that size may have the level: no side of one is below 8 texels.
    pub fn may_have_level(width: u16, height: u16, level: usize) -> bool {
        width.min(height) >> level >= SMALLEST_SIDE || level == 0
    }

    /// How many of the first levels are there, without one missing between them.
    pub fn level_count(&self) -> usize {
        self.levels
            .iter()
            .take_while(|level| !level.is_empty())
            .count()
    }

    /// A mip level as R, G, B, A bytes with 255 = opaque; nothing when it is absent.
    pub fn to_rgba(&self, level: usize) -> Option<Vec<u8>> {
        let indices = self
            .levels
            .get(level)
            .filter(|indices| !indices.is_empty())?;
        let colours = self.palette.map(|[r, g, b, a]| [r, g, b, picture_alpha(a)]);
        let mut out = vec![0; indices.len() * 4];
        steps::count_bytes(out.len());
        clut::expand8(indices, &colours, &mut out);
        Some(out)
    }

    /// A texture without mip levels from R, G, B, A bytes with 255 = opaque. Colours stand in the palette in the order in which
    /// they are met; alphas lose their lowest bit.
    ///
    /// # Errors
    /// `Malformed` when a side is no power of two or there are not four bytes a texel; `Limit` for more than 256 colours.
    pub fn from_rgba(width: u16, height: u16, rgba: &[u8]) -> Result<Self> {
        check_sides(width.into(), height.into())?;
        let (texels, rest) = rgba.as_chunks::<4>();
        if texels.len() != usize::from(width) * usize::from(height) || !rest.is_empty() {
            let expected = format!("{width} x {height} texels of 4 bytes");
            return Err(FormatError::malformed(
                0,
                expected,
                format!("{} bytes", rgba.len()),
            ));
        }
        let mut palette = Box::new([[0; 4]; 256]);
        let mut known: HashMap<[u8; 4], u8> = HashMap::new();
        let mut indices = Vec::with_capacity(texels.len());
        for [r, g, b, a] in texels {
            let colour = [*r, *g, *b, gs_alpha(*a)];
            let next = known.len();
            let index = match known.get(&colour) {
                Some(index) => *index,
                None => {
                    limits::check("colours of a texture", next as u64 + 1, 256, 0)?;
                    if let Some(slot) = palette.get_mut(next) {
                        *slot = colour;
                    }
                    known.insert(colour, next as u8);
                    next as u8
                }
            };
            indices.push(index);
        }
        Ok(Self {
            width,
            height,
            palette,
            levels: [indices, Vec::new(), Vec::new(), Vec::new()],
        })
    }

    /// The same texture with all mip levels that its size allows: each the average of two by two texels of the one before, in
    /// the nearest colour of the palette.
    #[must_use]
    pub fn with_mips(mut self) -> Self {
        let mut used = [false; 256];
        for index in self.levels.iter().take(1).flatten() {
            if let Some(used) = used.get_mut(usize::from(*index)) {
                *used = true;
            }
        }
        let colours: Vec<(u8, [u8; 4])> = (0..=255)
            .zip(*self.palette)
            .zip(used)
            .filter_map(|(pair, used)| used.then_some(pair))
            .collect();
        let mut nearest = Nearest {
            colours,
            known: HashMap::new(),
        };
        let [base, mips @ ..] = &mut self.levels;
        let mut above: Vec<[u8; 4]> = base.iter().map(|index| nearest.colour(*index)).collect();
        let mut width = usize::from(self.width);
        for (level, mip) in (1..).zip(mips) {
            mip.clear();
            if !Self::may_have_level(self.width, self.height, level) {
                continue;
            }
            above = halve(&above, width);
            width /= 2;
            mip.extend(above.iter().map(|colour| nearest.index(*colour)));
        }
        self
    }
}

/// Checks that sides are powers of two.
pub(super) fn check_sides(width: i32, height: i32) -> Result<(u16, u16)> {
    let side = |side: i32| {
        u16::try_from(side)
            .ok()
            .filter(|side| side.is_power_of_two())
    };
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok((width, height)),
        _ => {
            let found = format!("{width} x {height}");
            Err(FormatError::malformed(
                0,
                "sides that are powers of two",
                found,
            ))
        }
    }
}

/// The average of each two by two texels.
fn halve(texels: &[[u8; 4]], width: usize) -> Vec<[u8; 4]> {
    let mut out = Vec::with_capacity(texels.len() / 4);
    for rows in texels.chunks_exact(2 * width) {
        let (upper, lower) = rows.split_at(width);
        for (upper, lower) in upper
            .as_chunks::<2>()
            .0
            .iter()
            .zip(lower.as_chunks::<2>().0)
        {
            let ([a, b], [c, d]) = (upper, lower);
            let mut sum = [2_u16; 4];
            for texel in [a, b, c, d] {
                for (sum, channel) in sum.iter_mut().zip(texel) {
                    *sum += u16::from(*channel);
                }
            }
            out.push(sum.map(|channel| (channel / 4) as u8));
        }
    }
    out
}

/// Finds colours in a palette; asks for each only once.
struct Nearest {
    colours: Vec<(u8, [u8; 4])>,
    known: HashMap<[u8; 4], u8>,
}

impl Nearest {
    fn colour(&self, index: u8) -> [u8; 4] {
        let found = self.colours.iter().find(|(at, _)| *at == index);
        found.map(|(_, colour)| *colour).unwrap_or_default()
    }

    fn index(&mut self, colour: [u8; 4]) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let distance = |other: &[u8; 4]| -> u32 {
                let pairs = colour.iter().zip(other);
                pairs.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
            };
            let nearest = colours.iter().min_by_key(|(_, other)| distance(other));
            nearest.map(|(index, _)| *index).unwrap_or_default()
        })
    }
}
