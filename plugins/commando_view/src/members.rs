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

/// What lies loose beside a level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LooseMembers {
    members: BTreeMap<MemberKind, Arc<[u8]>>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    pub fn put(&mut self, name: String, kind: MemberKind, bytes: Arc<[u8]>) {
        self.members.insert(kind, bytes);
        self.names.push(name);
    }

    /// A member of which a level has one.
    pub fn get(&self, kind: CommandoKind) -> Option<&[u8]> {
        let member = self.members.get(&MemberKind { kind, class: None });
        member.map(|bytes| &**bytes)
    }

    /// The classes of a kind, by their numbers.
    pub fn classes(&self, kind: CommandoKind) -> impl Iterator<Item = (i32, &[u8])> {
        let of_kind = self
            .members
            .iter()
            .filter(move |(member, _)| member.kind == kind);
        of_kind.filter_map(|(member, bytes)| Some((i32::from(member.class?), &**bytes)))
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
