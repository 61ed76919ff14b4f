//! Words of the disc's own files that names may be made of.

use std::collections::BTreeSet;

use wonderwheel_game_files::{ArchiveFiles, GameFiles, archive::ListedFile};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::chunk::results::ResourceContent;
use wonderwheel_warriors::chunk::{ChunkType, Resource};
use wonderwheel_warriors::classify::{FileKind, ResourceShape};
use wonderwheel_warriors::lists::{GlobalLists, SceneList};
use wonderwheel_warriors::lua::LuaChunk;
use wonderwheel_warriors::object_list::ObjectList;

/// As much of a scene as is looked through: texts that name it stand at its beginning.
const SCENE_BYTES: u64 = 4096;
/// The shortest run of letters in a scene that may be a name.
const SHORTEST_RUN: usize = 4;

/// Words, by where they may belong.
#[derive(Debug, Default)]
pub struct Words {
    /// Strings of scripts.
    pub strings: BTreeSet<String>,
    /// Files that scripts were compiled from.
    pub script_files: BTreeSet<String>,
    /// Scenes of the Scene List.
    pub scenes: BTreeSet<String>,
    /// Clips, as animations call themselves.
    pub clips: BTreeSet<String>,
    /// Types of objects that stand in levels.
    pub objects: BTreeSet<String>,
    /// Hashes of resources in the global lists: each is a file's name as it stands.
    pub resource_hashes: BTreeSet<u32>,
    /// Texts at the beginning of scenes.
    pub texts_of_scenes: BTreeSet<String>,
    /// Files with words that could not be read.
    pub unread: usize,
}

impl Words {
    /// How much is read of an archive.
    pub fn bytes(archive: &ArchiveFiles) -> u64 {
        archive.listing().iter().map(read_bytes).sum()
    }

    /// Looks through the files that have words in them. What cannot be read has none.
    pub fn gather(archive: &ArchiveFiles, progress: &dyn Fn(u64)) -> Self {
        let mut words = Self::default();
        for file in archive.listing() {
            let length = read_bytes(file);
            if length == 0 {
                continue;
            }
            let name = &file.name;
            let bytes = match file.kind {
                FileKind::SceneRecord => archive.read_range(name, 0, length as usize),
                _ => archive.read(name),
            };
            let taken = bytes.ok().and_then(|bytes| words.take(file.kind, &bytes));
            words.unread += usize::from(taken.is_none());
            progress(length);
        }
        words
    }

    /// Takes the words of one file; `None` when it is not what it should be.
    fn take(&mut self, kind: FileKind, bytes: &[u8]) -> Option<()> {
        match kind {
            FileKind::Lua => self.take_script(bytes),
            FileKind::ObjectList => {
                let list = ObjectList::read(bytes).ok()?;
                self.objects
                    .extend(list.objects.into_iter().map(|object| object.name));
                Some(())
            }
            FileKind::SceneRecord => {
                self.texts_of_scenes.extend(runs(bytes));
                Some(())
            }
            FileKind::Resource(ResourceShape::SceneList) => {
                let resource = Resource::read(bytes).ok()?;
                let mut chunks = resource.chunks.iter();
                let list = chunks.find(|chunk| chunk.ty == ChunkType::SceneList)?;
                let list = SceneList::read(&list.bytes).ok()?;
                let names = list.records.iter().map(|record| record.name());
                self.scenes.extend(names.filter(|name| !name.is_empty()));
                Some(())
            }
            FileKind::Resource(ResourceShape::Animation) => {
                match ResourceContent::read(bytes, &mut Findings::new()).ok()? {
                    (_, ResourceContent::Animation(clip)) => {
                        self.clips.insert(clip.name());
                        Some(())
                    }
                    _ => None,
                }
            }
            FileKind::Resource(ResourceShape::Global) => {
                self.take_lists(&GlobalLists::read(bytes).ok()?);
                Some(())
            }
            _ => Some(()),
        }
    }

    fn take_script(&mut self, bytes: &[u8]) -> Option<()> {
        let script = LuaChunk::read(bytes).ok()?;
        for string in script.strings() {
            self.strings.insert(string.text().into_owned());
        }
        for source in script.functions().into_iter().filter_map(|f| f.source) {
            let source = source.text();
            // `@` says that it is a file; it may have a path of the machine that compiled it.
            let file = source.trim_start_matches('@').rsplit(['/', '\\']).next();
            self.script_files.extend(file.map(str::to_owned));
        }
        Some(())
    }

    fn take_lists(&mut self, lists: &GlobalLists) {
        let objects = lists.objects.records.iter();
        let objects = objects.flat_map(|r| [r.model, r.dictionary, r.second_dictionary]);
        let characters = lists.characters.records.iter();
        let characters = characters.flat_map(|r| [r.model, r.dictionary, r.data]);
        let sheets = lists.sheets.records.iter().map(|r| r.name_hash);
        let dependencies = lists.dependencies.records.iter().map(|r| r.resource);
        let all = objects.chain(characters).chain(sheets).chain(dependencies);
        self.resource_hashes.extend(all.filter(|hash| *hash != 0));
    }
}

/// How much of a file is read.
fn read_bytes(file: &ListedFile) -> u64 {
    let size = u64::from(file.entry.size);
    match file.kind {
        FileKind::Lua
        | FileKind::ObjectList
        | FileKind::Resource(
            ResourceShape::SceneList | ResourceShape::Animation | ResourceShape::Global,
        ) => size,
        FileKind::SceneRecord => size.min(SCENE_BYTES),
        _ => 0,
    }
}

/// Runs of letters, digits, `_`, `-` and `.` that may be names.
fn runs(bytes: &[u8]) -> impl Iterator<Item = String> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    bytes
        .split(move |byte| !is_letter(byte))
        .filter(|run| run.len() >= SHORTEST_RUN)
        .map(|run| String::from_utf8_lossy(run).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_at_anything_that_no_name_has() {
        let bytes = b"\x01\x00l1_c1.scn\x00abc\x00 a b \xFFwalk-idle";
        let found: Vec<_> = runs(bytes).collect();
        assert_eq!(found, ["l1_c1.scn", "walk-idle"]);
    }
}
