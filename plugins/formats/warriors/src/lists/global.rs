//! The global resource, `warriors.glr`: every list that the game keeps from start to end.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::{AnimList, CharacterList, DependencyList, ObjectList, SheetTable};
use crate::chunk::resource_kind::ResourceKind;
use crate::chunk::{Chunk, ChunkType, Resource, ResourceSlice, Rules};
use crate::names::crc32;
use crate::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};

/// Makes the type of the lists from one line a list: its field, its type, and the type of its chunk.
macro_rules! global_lists {
    ($($(#[$doc:meta])* $field:ident: $list:ty = $ty:ident;)*) => {
        /// The lists of the global resource. Source: spec/chunks.md 1.5.
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct GlobalLists {
            /// Hash word of the resource header.
            pub name_hash: u32,
            /// The lists that are written, in file order, each with the hash word of its chunk. The order on the disc is not known.
            pub chunks: Vec<(ChunkType, u32)>,
            $($(#[$doc])* pub $field: $list,)*
        }

        impl GlobalLists {
            /// The types of the nine lists in the order of their numbers.
            pub const TYPES: [ChunkType; 9] = [$(ChunkType::$ty),*];

            fn read_list(&mut self, ty: ChunkType, cursor: &mut Cursor<'_>) -> Result<()> {
                match ty {
                    $(ChunkType::$ty => self.$field = <$list>::read_from(cursor)?,)*
                    other => {
                        let expected = "a chunk of the global lists";
                        return Err(FormatError::malformed(cursor.offset(), expected, other));
                    }
                }
                Ok(())
            }

            fn write_list(&self, ty: ChunkType) -> Vec<u8> {
                match ty {
                    $(ChunkType::$ty => self.$field.write(),)*
                    _ => Vec::new(),
                }
            }

            /// Runs the rules of every list.
            pub fn validate(&self, findings: &mut Findings) {
                $(findings.within(ChunkType::$ty.to_string(), |f| self.$field.validate(f));)*
            }
        }
    };
}

global_lists! {
    /// 0x29.
    static_sounds: StaticSounds = StaticSounds;
    /// 0x31.
    music: Music = Music;
    /// 0x44.
    characters: CharacterList = CharacterList;
    /// 0x46.
    objects: ObjectList = ObjectList;
    /// 0x48.
    sound_commands: SoundCommands = SoundCommandData;
    /// 0x49.
    sound_materials: SoundMaterials = SoundMaterialData;
    /// 0x4D.
    sheets: SheetTable = ParticlePageHeader;
    /// 0x4E.
    animations: AnimList = AnimList;
    /// 0x4F, as the file has it: nothing is wanted yet.
    dependencies: DependencyList = DependencyList;
}

/// What the lists say about a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceInfo {
    /// What is built from it. Cars are listed among the objects; that one is a car shows when it is loaded.
    pub kind: ResourceKind,
    /// Bytes of its file.
    pub size: u32,
    /// What it is charged with when it is loaded, where a list says so, else 0.
    pub second_size: u32,
}

impl GlobalLists {
    /// Nine empty lists that are written in the order of their type numbers, with the hash words that a writer gives the
    /// resource of that name. Source: spec/chunks.md 1.4.
    pub fn named(name: &str) -> Self {
        let hash = |ty: ChunkType| crc32(&format!("{name}.{:02x}", ty.value()));
        Self {
            name_hash: crc32(name),
            chunks: Self::TYPES.map(|ty| (ty, hash(ty))).into(),
            ..Self::default()
        }
    }

    /// Reads a whole global resource. Lists that it does not have stay empty.
    ///
    /// # Errors
    /// `Malformed` when it is no flat container, a list is cut short or comes twice, or a chunk is no list; `Limit`.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(cursor: Cursor<'_>) -> Result<Self> {
        Self::read_all(cursor).within(|| "global lists")
    }

    fn read_all(cursor: Cursor<'_>) -> Result<Self> {
        let (resource, _) = ResourceSlice::read_with(cursor, Rules::Strict)?;
        let mut lists = Self {
            name_hash: resource.name_hash,
            ..Self::default()
        };
        for (i, chunk) in resource.chunks.iter().enumerate() {
            let cursor = &mut chunk.payload.clone();
            let offset = cursor.offset();
            let is_first = lists.chunks.iter().all(|(ty, _)| *ty != chunk.ty);
            lists.chunks.push((chunk.ty, chunk.hash));
            let read = if is_first {
                lists.read_list(chunk.ty, cursor)
            } else {
                let found = "a second one";
                Err(FormatError::malformed(offset, "each list once", found))
            };
            read.within(|| chunk.name(i))?;
        }
        Ok(lists)
    }

    /// The resource: the lists of [`Self::chunks`], in that order. A type that is no list gives an empty chunk.
    pub fn to_resource(&self) -> Resource {
        let chunks = self.chunks.iter();
        Resource::new(
            self.name_hash,
            chunks.map(|&(ty, hash)| Chunk::new(ty, hash, self.write_list(ty))),
        )
    }

    /// What the lists say about the resource of that hash: objects, then characters, sprite sheets and animations.
    /// `None` is what makes a pack's loader skip a group. Source: spec/resources.md 3; 0x00186110.
    pub fn find(&self, hash: u32) -> Option<ResourceInfo> {
        // 0 in a record means that there is no second dictionary; no resource has it as its hash.
        if hash == 0 {
            return None;
        }
        let dictionary = |hash, size| (hash, ResourceKind::TextureDictionary, size, 0);
        let objects = self.objects.records.iter().flat_map(|record| {
            let (size, second_size) = (record.model_size, record.model_second_size);
            [
                (record.model, ResourceKind::ObjectModel, size, second_size),
                dictionary(record.dictionary, record.dictionary_size),
                dictionary(record.second_dictionary, record.second_dictionary_size),
            ]
        });
        let characters = self.characters.records.iter().flat_map(|record| {
            let (size, second_size) = (record.model_size, record.model_second_size);
            [
                (
                    record.model,
                    ResourceKind::CharacterModel,
                    size,
                    second_size,
                ),
                (
                    record.data,
                    ResourceKind::CharacterData,
                    record.data_size,
                    0,
                ),
                dictionary(record.dictionary, record.dictionary_size),
            ]
        });
        let mut models = objects.chain(characters);
        let sheet = || {
            Some((
                hash,
                ResourceKind::SpriteSheet,
                self.sheets.find(hash)?.1.size,
                0,
            ))
        };
        let animation = || {
            Some((
                hash,
                ResourceKind::Animation,
                self.animations.find(hash)?.1.size,
                0,
            ))
        };
        let found = models
            .find(|(known, ..)| *known == hash)
            .or_else(sheet)
            .or_else(animation);
        found.map(|(_, kind, size, second_size)| ResourceInfo {
            kind,
            size,
            second_size,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::{AnimRecord, CharacterRecord, ObjectRecord, SheetRecord};

    fn lists() -> GlobalLists {
        GlobalLists {
            objects: vec![ObjectRecord {
                name_hash: 1,
                model: 11,
                dictionary: 12,
                model_size: 100,
                model_second_size: 612,
                dictionary_size: 200,
                ..Default::default()
            }]
            .into(),
            characters: vec![CharacterRecord {
                data: 21,
                model: 22,
                dictionary: 23,
                data_size: 300,
                ..Default::default()
            }]
            .into(),
            sheets: vec![SheetRecord {
                size: 400,
                name_hash: 31,
            }]
            .into(),
            animations: vec![AnimRecord {
                name_hash: 41,
                size: 500,
            }]
            .into(),
            ..GlobalLists::named("warriors")
        }
    }

    #[test]
    fn every_kind_of_resource_is_found_in_its_list() {
        let lists = lists();
        let found = |hash| lists.find(hash).map(|info| (info.kind, info.size));
        assert_eq!(found(11), Some((ResourceKind::ObjectModel, 100)));
        assert_eq!(found(12), Some((ResourceKind::TextureDictionary, 200)));
        assert_eq!(found(21), Some((ResourceKind::CharacterData, 300)));
        assert_eq!(found(22), Some((ResourceKind::CharacterModel, 0)));
        assert_eq!(found(23), Some((ResourceKind::TextureDictionary, 0)));
        assert_eq!(found(31), Some((ResourceKind::SpriteSheet, 400)));
        assert_eq!(found(41), Some((ResourceKind::Animation, 500)));
        assert_eq!(lists.find(11).map(|info| info.second_size), Some(612));
        // The second dictionary of the object is 0: none.
        assert_eq!(found(0), None);
        assert_eq!(found(1), None);
    }

    #[test]
    fn a_global_resource_reads_back() {
        let bytes = lists().to_resource().write();
        let read = GlobalLists::read(&bytes).unwrap();
        assert_eq!(read, lists());
        assert_eq!(read.to_resource().write(), bytes);
        assert_eq!(Findings::of(|f| read.validate(f)).as_slice(), []);
    }

    #[test]
    fn a_chunk_that_is_no_list_is_refused() {
        let mut twice = lists();
        twice.chunks.push(twice.chunks[0]);
        let error = GlobalLists::read(&twice.to_resource().write()).unwrap_err();
        let path = "global lists/chunk[9] 0x29 Static Sounds";
        assert_eq!(error.path().to_string(), path);
        let mut resource = lists().to_resource();
        resource
            .chunks
            .push(Chunk::new(ChunkType::Fonts, 0, vec![0; 16]));
        let error = GlobalLists::read(&resource.write()).unwrap_err();
        assert_eq!(error.path(), "global lists/chunk[9] 0x37 Fonts");
    }
}
