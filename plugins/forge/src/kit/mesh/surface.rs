//! What a triangle is made of: textures and material, and how it is lit.

/// Where a texture lives, and so when it is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// In the world stream: resident while the level is.
    World,
    /// In the part that shows it: every part brings its own picture under its own name.
    Part,
}

/// A texture by its painter's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId {
    /// Which dictionary.
    pub scope: Scope,
    /// The painter's name.
    pub name: &'static str,
}

impl TextureId {
    /// A texture of the world's dictionary.
    pub const fn world(name: &'static str) -> Self {
        Self {
            scope: Scope::World,
            name,
        }
    }

    /// A texture of which each part has its own.
    pub const fn part(name: &'static str) -> Self {
        Self {
            scope: Scope::Part,
            name,
        }
    }
}

/// Drawing order inside an atomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// No holes.
    Opaque,
    /// Texels are there or not.
    CutOut,
    /// Texels are partly transparent; drawn last.
    Blended,
}

/// A material. Ordered by layer, so that an atomic draws its blended meshes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Surface {
    /// When it is drawn.
    pub layer: Layer,
    /// First texture, uv set 1; none draws vertex colours alone.
    pub texture: Option<TextureId>,
    /// Second texture laid over it by its alpha, uv set 2.
    pub dual: Option<TextureId>,
    /// Material colour, 255 = 1.0.
    pub colour: [u8; 4],
    /// Carries the bump effect, which the game stores and does not draw.
    pub bump: bool,
}

impl Surface {
    /// An opaque texture of the world.
    pub const fn of(name: &'static str) -> Self {
        Self::textured(TextureId::world(name))
    }

    /// An opaque texture.
    pub const fn textured(texture: TextureId) -> Self {
        Self {
            layer: Layer::Opaque,
            texture: Some(texture),
            dual: None,
            colour: [255; 4],
            bump: false,
        }
    }

    /// Vertex colours alone.
    pub const fn plain(colour: [u8; 4]) -> Self {
        Self {
            layer: Layer::Opaque,
            texture: None,
            dual: None,
            colour,
            bump: false,
        }
    }

    /// The same with holes.
    #[must_use]
    pub const fn cut_out(mut self) -> Self {
        self.layer = Layer::CutOut;
        self
    }

    /// The same, partly transparent.
    #[must_use]
    pub const fn blended(mut self) -> Self {
        self.layer = Layer::Blended;
        self
    }

    /// The same under a second texture of the world.
    #[must_use]
    pub const fn under(mut self, name: &'static str) -> Self {
        self.dual = Some(TextureId::world(name));
        self
    }

    /// The same with a material colour.
    #[must_use]
    pub const fn tinted(mut self, r: u8, g: u8, b: u8) -> Self {
        self.colour = [r, g, b, 255];
        self
    }

    /// The same with the bump effect.
    #[must_use]
    pub const fn bumped(mut self) -> Self {
        self.bump = true;
        self
    }

    /// On faces where the texture is that many metres wide.
    pub const fn tile(self, metres: f32) -> Finish {
        let mut finish = Finish::of(self);
        finish.tile = metres;
        finish
    }

    /// On faces that are lit so.
    pub const fn lit(self, shade: Shade) -> Finish {
        Finish::of(self).lit(shade)
    }

    /// On faces in a partly closed space.
    pub const fn shaded(self, open: f32) -> Finish {
        self.lit(Shade::shaded(open))
    }

    /// On faces that shine by themselves.
    pub const fn glowing(self, glow: [f32; 3]) -> Finish {
        self.lit(Shade::glowing(glow))
    }
}

/// How a vertex gets its prelight colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shade {
    /// Share of the baked light that arrives, 0 in a hole, 1 in the open.
    pub open: f32,
    /// Own light, 1.0 = full brightness; added.
    pub glow: [f32; 3],
}

impl Shade {
    /// Lit by the level's lamps alone.
    pub const LIT: Self = Self::shaded(1.0);

    /// Lit by the lamps through a partly closed space.
    pub const fn shaded(open: f32) -> Self {
        Self {
            open,
            glow: [0.0; 3],
        }
    }

    /// Shines by itself.
    pub const fn glowing(glow: [f32; 3]) -> Self {
        Self { open: 1.0, glow }
    }

    /// The same with another share of the baked light.
    #[must_use]
    pub const fn open(mut self, open: f32) -> Self {
        self.open = open;
        self
    }
}

/// A surface as it lies on a face. A surface alone is lit by the lamps, its texture one metre wide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finish {
    /// The material.
    pub surface: Surface,
    /// Metres of a texture's width, where it is laid by metres.
    pub tile: f32,
    /// How it is lit.
    pub shade: Shade,
}

impl Finish {
    const fn of(surface: Surface) -> Self {
        Self {
            surface,
            tile: 1.0,
            shade: Shade::LIT,
        }
    }

    /// The same, lit so.
    #[must_use]
    pub const fn lit(mut self, shade: Shade) -> Self {
        self.shade = shade;
        self
    }

    /// The same in a partly closed space.
    #[must_use]
    pub const fn shaded(self, open: f32) -> Self {
        self.lit(Shade::shaded(open))
    }

    /// The uv box of a face from `u0` to `u1` and `low` to `high` metres.
    pub fn by_metres(&self, [u0, u1, low, high]: [f32; 4]) -> [f32; 4] {
        [u0, -high, u1, -low].map(|metres| metres / self.tile)
    }
}

impl From<Surface> for Finish {
    fn from(surface: Surface) -> Self {
        Self::of(surface)
    }
}
