//! What is exported of a level, and how.

use crate::colour::{Alpha, Prelight};

/// What is exported of a level, and how.
#[derive(Clone, Copy)]
pub struct LevelOptions<'a> {
    /// The level itself. The Warriors: worlds, background, glow, objects. Going Commando: terrain, ties, shrubs, mobys, and the
    /// scenes of the terrain's coarser levels of detail and of the sky.
    pub level: bool,
    /// Scenes of the collision mesh.
    pub collision: bool,
    /// A scene of the path data, which The Warriors has.
    pub paths: bool,
    /// Which level of each texture; the last one stands for those that it does not have.
    pub mip: u32,
    /// The measure of the pictures' alpha.
    pub alpha: Alpha,
    /// What becomes of vertex colours.
    pub prelight: Prelight,
    /// Going Commando: whether terrain, ties and shrubs have the colours that the level's lights give them; else textures are as
    /// they are.
    pub lit: bool,
    /// Which nodes are exported, by names such as `level2s/12`, `background/sky`, `glow`, `objects/dyn_crate`, `collision`, `paths`;
    /// `terrain/high`, `ties/1200/0`, `sky/0`, `chunk0/terrain/low`. `None` for all.
    pub select: Option<&'a dyn Fn(&str) -> bool>,
}

impl Default for LevelOptions<'_> {
    /// Everything, lit, in the measures that other programs expect.
    fn default() -> Self {
        Self {
            level: true,
            collision: true,
            paths: true,
            mip: 0,
            alpha: Alpha::default(),
            prelight: Prelight::default(),
            lit: true,
            select: None,
        }
    }
}
