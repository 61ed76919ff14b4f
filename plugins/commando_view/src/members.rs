//! A level's members as loose files, which take the place of the container's own: what a person changes and looks at again.
//!
//! They are named after the level, and lie wherever the data lie or in a folder that is laid over them:
//!
//! | File | Member |
//! | --- | --- |
//! | `level0.tfrag.bin` | terrain block |
//! | `level0.occlusion.bin` | occlusion grid |
//! | `level0.occlusion_mappings.bin` | what the grid's bits mean |
//! | `level0.gameplay.bin` | settings, lights, what stands where; decompressed |
//! | `level0.sky.bin` | sky |
//! | `level0.collision.bin` | collision mesh |
//! | `level0.tie.500.bin`, `level0.shrub.500.bin`, `level0.moby.500.bin` | a class by its number |

use std::collections::BTreeMap;
use std::sync::Arc;

use wonderwheel_commando::collision::Collision;
use wonderwheel_commando::gameplay::Gameplay;
use wonderwheel_commando::moby::MobyClass;
use wonderwheel_commando::occlusion::{OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::shrub::ShrubClass;
use wonderwheel_commando::sky::Sky;
use wonderwheel_commando::tfrag::TfragBlock;
use wonderwheel_commando::tie::TieClass;
use wonderwheel_ps2::error::FormatError;

/// Classes by their numbers.
pub type Loose = BTreeMap<i32, Arc<[u8]>>;

/// What lies loose beside a level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LooseMembers {
    /// Terrain.
    pub tfrags: Option<Arc<[u8]>>,
    /// Occlusion grid.
    pub occlusion: Option<Arc<[u8]>>,
    /// What its bits mean.
    pub occlusion_mappings: Option<Arc<[u8]>>,
    /// Settings, lights, instances.
    pub gameplay: Option<Arc<[u8]>>,
    /// Sky.
    pub sky: Option<Arc<[u8]>>,
    /// Collision.
    pub collision: Option<Arc<[u8]>>,
    /// Classes of ties.
    pub ties: Loose,
    /// Classes of shrubs.
    pub shrubs: Loose,
    /// Classes of mobys.
    pub mobys: Loose,
    /// The files' names.
    pub names: Vec<String>,
}

/// A member by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberKind {
    /// A terrain block.
    Terrain,
    /// An occlusion grid.
    Occlusion,
    /// What an occlusion grid's bits mean.
    OcclusionMappings,
    /// Settings, lights, instances.
    Gameplay,
    /// A sky.
    Sky,
    /// A collision mesh.
    Collision,
    /// A class of ties.
    Tie(i32),
    /// A class of shrubs.
    Shrub(i32),
    /// A class of mobys.
    Moby(i32),
}

impl MemberKind {
    /// The level and the member that a file name stands for.
    pub fn of(name: &str) -> Option<(String, Self)> {
        let name = name.to_ascii_lowercase();
        let stem = name.strip_suffix(".bin")?;
        let (before, last) = stem.rsplit_once('.')?;
        let whole = match last {
            "tfrag" => Some(Self::Terrain),
            "occlusion" => Some(Self::Occlusion),
            "occlusion_mappings" => Some(Self::OcclusionMappings),
            "gameplay" => Some(Self::Gameplay),
            "sky" => Some(Self::Sky),
            "collision" => Some(Self::Collision),
            _ => None,
        };
        if let Some(kind) = whole {
            return Some((before.to_owned(), kind));
        }
        let class = last.parse().ok()?;
        let (level, kind) = before.rsplit_once('.')?;
        let kind = match kind {
            "tie" => Self::Tie(class),
            "shrub" => Self::Shrub(class),
            "moby" => Self::Moby(class),
            _ => return None,
        };
        Some((level.to_owned(), kind))
    }

    /// Whether the bytes can be read as that member.
    ///
    /// # Errors
    /// Those of the member's reader.
    pub fn check(self, bytes: &[u8]) -> Result<(), FormatError> {
        match self {
            Self::Terrain => TfragBlock::read(bytes).map(drop),
            Self::Occlusion => OcclusionGrid::read(bytes).map(drop),
            Self::OcclusionMappings => OcclusionMappings::read(bytes).map(drop),
            Self::Gameplay => Gameplay::read(bytes).map(drop),
            Self::Sky => Sky::read(bytes).map(drop),
            Self::Collision => Collision::read(bytes).map(drop),
            Self::Tie(_) => TieClass::read(bytes).map(drop),
            Self::Shrub(_) => ShrubClass::read(bytes).map(drop),
            Self::Moby(_) => MobyClass::read(bytes).map(drop),
        }
    }
}

impl LooseMembers {
    /// Takes a member over.
    pub fn put(&mut self, name: String, kind: MemberKind, bytes: Arc<[u8]>) {
        match kind {
            MemberKind::Terrain => self.tfrags = Some(bytes),
            MemberKind::Occlusion => self.occlusion = Some(bytes),
            MemberKind::OcclusionMappings => self.occlusion_mappings = Some(bytes),
            MemberKind::Gameplay => self.gameplay = Some(bytes),
            MemberKind::Sky => self.sky = Some(bytes),
            MemberKind::Collision => self.collision = Some(bytes),
            MemberKind::Tie(class) => drop(self.ties.insert(class, bytes)),
            MemberKind::Shrub(class) => drop(self.shrubs.insert(class, bytes)),
            MemberKind::Moby(class) => drop(self.mobys.insert(class, bytes)),
        }
        self.names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_known_by_their_names() {
        let of = |name: &str| {
            let (level, kind) = MemberKind::of(name)?;
            (level == "level0").then_some(kind)
        };
        assert_eq!(of("level0.tfrag.bin"), Some(MemberKind::Terrain));
        assert_eq!(of("LEVEL0.Sky.BIN"), Some(MemberKind::Sky));
        assert_eq!(of("level0.tie.500.bin"), Some(MemberKind::Tie(500)));
        assert_eq!(of("level0.moby.11.bin"), Some(MemberKind::Moby(11)));
        for other in [
            "level0.tie.x.bin",
            "level01.sky.bin",
            "sky.bin",
            "level0.sky.txt",
            "level0.wad",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_sky_is_none() {
        assert!(MemberKind::Sky.check(&[0xFF; 64]).is_err());
        let sky = Sky::default().write().expect("an empty sky");
        assert!(MemberKind::Sky.check(&sky).is_ok());
    }
}
