//! The records of a patch.

use super::RAW_UNITS;
use crate::record::record;

record! {
    /// A vertex: a position and what it looks like there. 8 bytes. Several may share a position with different texture
    /// coordinates.
    ///
    /// Source: spec/commando-tfrag.md 5.
    #[derive(Copy, Eq, Default)]
    pub struct VertexInfo: usize = 8 {
        /// Texture coordinate across, in 4,096ths of the texture.
        pub s: i16,
        /// Texture coordinate down, in 4,096ths of the texture.
        pub t: i16,
        /// Twice the position index of the second parent. 0 and without meaning in the common tier.
        pub parent: i16,
        /// Twice the index of its own position.
        pub vertex: i16,
    }

    /// A record of a strip list. 4 bytes.
    ///
    /// Source: spec/commando-tfrag.md 5.
    #[derive(Copy, Eq, Default)]
    pub struct StripRecord: usize = 4 {
        /// Vertices of the run; less 128 in the first record and wherever it is negative. 0 ends the list.
        pub count: i8,
        /// Below 0 in a record with negative count: the run ends a packet.
        pub kick: i8,
        /// In a record with negative count: quadwords from the first ad-gif to the one to use, five an ad-gif; below 0 keeps the
        /// last one.
        pub ad_gif: i8,
        /// 0.
        pub unused: i8,
    }

    /// One register of an ad-gif: 16 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct GifRegister: usize = 16 {
        /// Lower half of the register's value.
        pub low: i32,
        /// Upper half.
        pub high: i32,
        /// The register's number, and three bytes that are 0.
        pub address: [u8; 4],
        /// What the fourth word says besides: a float for TEX1.
        pub word: u32,
    }

    /// Texture and sampling of the strips that name it: five GS registers. 0x50 bytes.
    ///
    /// Source: spec/commando-tfrag.md 5.
    #[derive(Copy, Eq, Default)]
    pub struct AdGif: usize = 0x50 {
        /// TEX0, TEX1, CLAMP, MIPTBP1, MIPTBP2.
        pub registers: [GifRegister; 5],
    }

    /// Where a texture is near enough to be kept in GS memory. 16 bytes. A host that holds all textures needs none of it.
    ///
    /// Source: spec/commando-tfrag.md 8.
    #[derive(Copy, Default)]
    pub struct TextureSphere: usize = 16 {
        /// Raw units, in the world.
        pub center: [f32; 3],
        /// Raw units.
        pub radius: u16,
        /// The mip levels wanted: at depths up to 64 times this the largest and the next, up to 128 times this the next alone.
        pub depth_factor: u8,
        /// Index among the level's terrain textures.
        pub texture: u8,
    }
}

impl VertexInfo {
    /// Index of its own position.
    pub const fn position(&self) -> usize {
        (self.vertex.cast_unsigned() / 2) as usize
    }

    /// Index of the second parent's position.
    pub const fn second_parent(&self) -> usize {
        (self.parent.cast_unsigned() / 2) as usize
    }

    /// Texture coordinates, 1.0 a whole texture.
    pub fn uv(&self) -> [f32; 2] {
        [self.s, self.t].map(|value| f32::from(value) / 4096.0)
    }
}

impl StripRecord {
    /// Ends a list.
    pub const END: Self = Self {
        count: 0,
        kick: 0,
        ad_gif: 0,
        unused: 0,
    };

    /// A run of `count` vertices, at most 127, with a new ad-gif.
    pub const fn with_ad_gif(count: u8, ad_gif: u8) -> Self {
        Self {
            count: count.wrapping_sub(128).cast_signed(),
            kick: 0,
            ad_gif: ad_gif.wrapping_mul(5).cast_signed(),
            unused: 0,
        }
    }

    /// A run of `count` vertices, at most 127, that keeps the ad-gif.
    pub const fn run(count: u8) -> Self {
        Self {
            count: count.cast_signed(),
            ..Self::END
        }
    }
}

impl AdGif {
    /// Register numbers in order: TEX0_1, TEX1_1, CLAMP_1, MIPTBP1_1, MIPTBP2_1.
    pub const ADDRESSES: [u8; 5] = [0x06, 0x14, 0x08, 0x34, 0x36];
    /// 2048.0, beside TEX1 on the disc.
    const UV_BIAS: u32 = 0x4500_0000;
    /// Nearest mip level, bilinear in it. Everywhere on the disc.
    const MMIN: i32 = 4;

    /// An ad-gif as the disc has them. `texture` is an index among the level's terrain textures, `k` in sixteenths of a mip
    /// level (-137..=-89 on the disc), `clamp` for s and t (else the texture repeats).
    pub fn new(texture: i32, k: i16, clamp: [bool; 2]) -> Self {
        let mut registers = Self::ADDRESSES.map(|address| GifRegister {
            address: [address, 0, 0, 0],
            ..GifRegister::default()
        });
        let [tex0, tex1, wrap, ..] = &mut registers;
        tex0.low = texture;
        tex1.low = i32::from(k.cast_unsigned());
        tex1.high = Self::MMIN;
        tex1.word = Self::UV_BIAS;
        [wrap.low, wrap.high] = clamp.map(i32::from);
        Self { registers }
    }

    /// Index among the level's terrain textures.
    pub const fn texture(&self) -> i32 {
        let [tex0, ..] = &self.registers;
        tex0.low
    }

    /// K in sixteenths of a mip level: the low twelve bits, signed.
    pub const fn k(&self) -> i16 {
        let [_, tex1, ..] = &self.registers;
        ((tex1.low << 20) >> 20) as i16
    }

    /// Filter when minified: 4 is bilinear in the nearest mip level.
    pub const fn mmin(&self) -> i32 {
        let [_, tex1, ..] = &self.registers;
        tex1.high
    }

    /// Whether s and t are clamped; else they repeat.
    pub const fn clamp(&self) -> [bool; 2] {
        let [_, _, wrap, ..] = &self.registers;
        [wrap.low == 1, wrap.high == 1]
    }

    /// The mip level drawn at a view depth in raw units, of a texture with so many levels.
    pub fn mip_level(&self, depth: f32, levels: u32) -> u32 {
        let level = (depth.max(f32::MIN_POSITIVE) / 32.0).log2() + f32::from(self.k()) / 16.0;
        let most = levels.saturating_sub(1) as f32;
        level.round().clamp(0.0, most) as u32
    }
}

/// The world position of a raw one, in world units.
pub(super) fn world(origin: [i32; 4], position: [i16; 3]) -> [f32; 3] {
    let [x, y, z, _] = origin;
    let raw = |origin: i32, value: i16| (i64::from(origin) + i64::from(value)) as f32 / RAW_UNITS;
    let [px, py, pz] = position;
    [raw(x, px), raw(y, py), raw(z, pz)]
}

/// The stored colour of a vertex, which is never shown.
pub(super) const PLACEHOLDER: [u8; 4] = [0x40, 0x40, 0x40, 0x80];
/// Five steps per channel, opaque, set 0: a light record's usual start.
pub(super) const BASE_COLOR: u16 = 0x94A5;

/// The list of runs, each with its ad-gif: the first and those that change it say so.
pub(super) fn records_of(runs: &[(u8, Vec<u8>)]) -> (Vec<StripRecord>, Vec<u8>) {
    let mut records = Vec::with_capacity(runs.len() + 1);
    let mut indices = Vec::new();
    let mut last = None;
    for (ad_gif, run) in runs {
        let count = run.len() as u8;
        records.push(if last == Some(*ad_gif) {
            StripRecord::run(count)
        } else {
            StripRecord::with_ad_gif(count, *ad_gif)
        });
        last = Some(*ad_gif);
        indices.extend(run);
    }
    records.push(StripRecord::END);
    (records, indices)
}
