//! Texels: levels, filters, addressing.

use super::sampling::{Precision, Sampling};
use crate::array::zip_with;
use crate::error::{FormatError, Result};
use crate::gs;
use crate::mip::level_side;

/// RGBA levels, alpha 0..=128, largest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texture<'a> {
    width: u32,
    height: u32,
    levels: &'a [Vec<u8>],
}

impl<'a> Texture<'a> {
    /// A texture of `levels.len()` levels; level i is `max(1, width >> i)` by `max(1, height >> i)` texels of 4 bytes,
    /// rows from the top.
    ///
    /// # Errors
    /// `Malformed` when there is no level or no texel, or a level has the wrong number of bytes.
    pub fn new(width: u32, height: u32, levels: &'a [Vec<u8>]) -> Result<Self> {
        if levels.is_empty() || width == 0 || height == 0 {
            return Err(FormatError::malformed(
                0,
                "a texture with texels",
                format!("{} levels of {width} x {height}", levels.len()),
            ));
        }
        for (level, texels) in (0..).zip(levels) {
            let size =
                u64::from(level_side(width, level)) * u64::from(level_side(height, level)) * 4;
            if texels.len() as u64 != size {
                return Err(FormatError::malformed(
                    0,
                    format!("{size} bytes in level {level}"),
                    texels.len(),
                ));
            }
        }
        Ok(Self {
            width,
            height,
            levels,
        })
    }

    /// The filtered texel at `uv` for a level of detail.
    pub(super) fn sample(&self, uv: [f64; 2], lod: f32, sampling: &Sampling) -> [u8; 4] {
        let mxl = self.levels.len() as u32 - 1;
        let lod = match sampling.precision {
            Precision::Gs => (lod * 16.0).floor() / 16.0,
            Precision::Float => lod,
        };
        let choice = sampling.filtering.levels(lod, mxl);
        match sampling.precision {
            Precision::Gs => {
                let level = |level| self.level_gs(level, uv, choice.linear, sampling.clamp);
                let near = level(choice.level);
                if choice.next == choice.level {
                    return near;
                }
                let far = level(choice.next);
                let weight = (choice.fraction * 16.0) as u16;
                zip_with(near, far, |near, far| {
                    let sum = u16::from(near) * (16 - weight) + u16::from(far) * weight;
                    (sum >> 4) as u8
                })
            }
            Precision::Float => {
                let level = |level| self.level_float(level, uv, choice.linear, sampling.clamp);
                let (near, far) = (level(choice.level), level(choice.next));
                let weight = f64::from(choice.fraction);
                mix(near, far, weight).map(|channel| channel.round() as u8)
            }
        }
    }

    fn level_gs(&self, level: u32, uv: [f64; 2], linear: bool, clamp: [bool; 2]) -> [u8; 4] {
        let [u, v] = self.texel_coordinates(level, uv);
        if !linear {
            return self.texel(level, [u.floor() as i64, v.floor() as i64], clamp);
        }
        // Sixteenths of a texel, from the centre of texel 0.
        let [u, v] = [u, v].map(|coordinate| (coordinate * 16.0).floor() as i64 - 8);
        let (x, y) = (u >> 4, v >> 4);
        gs::bilinear(
            [
                self.texel(level, [x, y], clamp),
                self.texel(level, [x + 1, y], clamp),
            ],
            [
                self.texel(level, [x, y + 1], clamp),
                self.texel(level, [x + 1, y + 1], clamp),
            ],
            (u & 15) as u8,
            (v & 15) as u8,
        )
    }

    fn level_float(&self, level: u32, uv: [f64; 2], linear: bool, clamp: [bool; 2]) -> [f64; 4] {
        let [u, v] = self.texel_coordinates(level, uv);
        if !linear {
            return self
                .texel(level, [u.floor() as i64, v.floor() as i64], clamp)
                .map(f64::from);
        }
        let (u, v) = (u - 0.5, v - 0.5);
        let (x, y) = (u.floor() as i64, v.floor() as i64);
        let (a, b) = (u - u.floor(), v - v.floor());
        let texel = |dx, dy| self.texel(level, [x + dx, y + dy], clamp).map(f64::from);
        let (t00, t10, t01, t11) = (texel(0, 0), texel(1, 0), texel(0, 1), texel(1, 1));
        mix(mix(t00, t10, a), mix(t01, t11, a), b)
    }

    /// Coordinates in texels of a level, bounded so that what follows fits an integer.
    fn texel_coordinates(&self, level: u32, [u, v]: [f64; 2]) -> [f64; 2] {
        const FAR: f64 = 1e12;
        [
            (u * f64::from(level_side(self.width, level))).clamp(-FAR, FAR),
            (v * f64::from(level_side(self.height, level))).clamp(-FAR, FAR),
        ]
    }

    fn texel(&self, level: u32, [x, y]: [i64; 2], clamp: [bool; 2]) -> [u8; 4] {
        let address = |coordinate: i64, side: u32, clamp: bool| {
            let side = i64::from(side);
            if clamp {
                coordinate.clamp(0, side - 1)
            } else {
                coordinate.rem_euclid(side)
            }
        };
        let width = level_side(self.width, level);
        let x = address(x, width, clamp[0]);
        let y = address(y, level_side(self.height, level), clamp[1]);
        let index = (y * i64::from(width) + x) as usize;
        // Sizes are checked on the way in.
        self.levels
            .get(level as usize)
            .and_then(|texels| texels.as_chunks().0.get(index))
            .copied()
            .unwrap_or_default()
    }
}

fn mix(a: [f64; 4], b: [f64; 4], share_of_b: f64) -> [f64; 4] {
    zip_with(a, b, |a, b| a + (b - a) * share_of_b)
}
