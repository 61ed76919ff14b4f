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

use wonderwheel_commando::kinds::{CommandoKind, MemberName};
use wonderwheel_game_files::GameFiles;
use wonderwheel_ps2::error::FormatError;

/// Classes by their numbers.
pub type LooseClasses = BTreeMap<i32, Arc<[u8]>>;

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
    pub ties: LooseClasses,
    /// Classes of shrubs.
    pub shrubs: LooseClasses,
    /// Classes of mobys.
    pub mobys: LooseClasses,
    /// The files' names.
    pub names: Vec<String>,
}

/// The files that are named after a level and lie beside its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LooseFiles {
    /// Members, by name.
    pub members: Vec<(String, MemberKind)>,
    /// What is no member that a level is read from.
    pub unused: Vec<String>,
}

impl LooseFiles {
    /// Those of a level among the files of a store.
    pub fn of(level: &str, files: &dyn GameFiles) -> Self {
        let level = level.to_ascii_lowercase();
        let begin = format!("{level}.");
        let mut beside = Self::default();
        for name in files.names_at_hand() {
            match MemberKind::of(&name) {
                Some((of_level, kind)) if of_level == level => beside.members.push((name, kind)),
                None if name.starts_with(&begin) && name.ends_with(MEMBER_ENDING) => {
                    beside.unused.push(name);
                }
                _ => {}
            }
        }
        beside
    }
}

/// The ending of a member's file.
const MEMBER_ENDING: &str = ".bin";

/// A member by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberKind {
    /// Its kind of file.
    pub kind: CommandoKind,
    /// The number of a class.
    pub class: Option<i16>,
}

impl MemberKind {
    /// The level and the member that a file name stands for.
    pub fn of(name: &str) -> Option<(String, Self)> {
        let name = name.to_ascii_lowercase();
        let member = MemberName::of(&name)?;
        let is_used = member.kind != CommandoKind::Core && !member.is_further;
        let level = member.level.filter(|_| is_used)?;
        let (kind, class) = (member.kind, member.class);
        Some((level.to_owned(), Self { kind, class }))
    }

    /// Whether the bytes can be read as that member.
    ///
    /// # Errors
    /// Those of the member's reader.
    pub fn check(self, bytes: &[u8]) -> Result<(), FormatError> {
        self.kind.row().file(bytes).read()
    }
}

impl LooseMembers {
    /// Takes a member over.
    pub fn put(&mut self, name: String, MemberKind { kind, class }: MemberKind, bytes: Arc<[u8]>) {
        let class = class.map_or(0, i32::from);
        match kind {
            CommandoKind::Tfrag => self.tfrags = Some(bytes),
            CommandoKind::Occlusion => self.occlusion = Some(bytes),
            CommandoKind::OcclusionMappings => self.occlusion_mappings = Some(bytes),
            CommandoKind::Gameplay => self.gameplay = Some(bytes),
            CommandoKind::Sky => self.sky = Some(bytes),
            CommandoKind::Collision => self.collision = Some(bytes),
            CommandoKind::Tie => drop(self.ties.insert(class, bytes)),
            CommandoKind::Shrub => drop(self.shrubs.insert(class, bytes)),
            CommandoKind::Moby => drop(self.mobys.insert(class, bytes)),
            _ => return,
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
            let (level, member) = MemberKind::of(name)?;
            (level == "level0").then_some((member.kind, member.class))
        };
        assert_eq!(of("level0.tfrag.bin"), Some((CommandoKind::Tfrag, None)));
        assert_eq!(of("LEVEL0.Sky.BIN"), Some((CommandoKind::Sky, None)));
        assert_eq!(
            of("level0.tie.500.bin"),
            Some((CommandoKind::Tie, Some(500)))
        );
        assert_eq!(
            of("level0.moby.11.bin"),
            Some((CommandoKind::Moby, Some(11)))
        );
        for other in [
            "level0.tie.x.bin",
            "level0.tie.500~2.bin",
            "level0.chunk0_tfrag.bin",
            "level0.core_index.bin",
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
        let (_, sky) = MemberKind::of("level0.sky.bin").expect("a sky's name");
        assert!(sky.check(&[0xFF; 64]).is_err());
        let empty = wonderwheel_commando::sky::Sky::default().write();
        assert!(sky.check(&empty.expect("an empty sky")).is_ok());
    }
}
