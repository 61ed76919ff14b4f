//! The global resource, `warriors.glr`: every list that the game keeps from start to end.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::{AnimList, CharacterList, DependencyList, ObjectList, SheetTable};
use crate::chunk::resource_kind::ResourceKind;
use crate::chunk::{Chunk, ChunkType, Resource, ResourceSlice, Rules};
use crate::names::crc32;
use crate::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};

/// The lists of the global resource. Source: spec/chunks.md 1.5.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GlobalLists {
    /// Hash word of the resource header.
    pub name_hash: u32,
    /// The lists that are written, in file order, each with the hash word of its chunk. The order on the disc is not known.
    pub chunks: Vec<(ChunkType, u32)>,
    /// 0x29.
    pub static_sounds: StaticSounds,
    /// 0x31.
    pub music: Music,
    /// 0x44.
    pub characters: CharacterList,
    /// 0x46.
    pub objects: ObjectList,
    /// 0x48.
    pub sound_commands: SoundCommands,
    /// 0x49.
    pub sound_materials: SoundMaterials,
    /// 0x4D.
    pub sheets: SheetTable,
    /// 0x4E.
    pub animations: AnimList,
    /// 0x4F, as the file has it: nothing is wanted yet.
    pub dependencies: DependencyList,
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
    /// The types of the nine lists in the order of their numbers.
    pub const TYPES: [ChunkType; 9] = [
        ChunkType::StaticSounds,
        ChunkType::Music,
        ChunkType::CharacterList,
        ChunkType::ObjectList,
        ChunkType::SoundCommandData,
        ChunkType::SoundMaterialData,
        ChunkType::ParticlePageHeader,
        ChunkType::AnimList,
        ChunkType::DependencyList,
    ];

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

    fn read_list(&mut self, ty: ChunkType, cursor: &mut Cursor<'_>) -> Result<()> {
        match ty {
            ChunkType::StaticSounds => self.static_sounds = StaticSounds::read_from(cursor)?,
            ChunkType::Music => self.music = Music::read_from(cursor)?,
            ChunkType::CharacterList => self.characters = CharacterList::read_from(cursor)?,
            ChunkType::ObjectList => self.objects = ObjectList::read_from(cursor)?,
            ChunkType::SoundCommandData => {
                self.sound_commands = SoundCommands::read_from(cursor)?;
            }
            ChunkType::SoundMaterialData => {
                self.sound_materials = SoundMaterials::read_from(cursor)?;
            }
            ChunkType::ParticlePageHeader => self.sheets = SheetTable::read_from(cursor)?,
            ChunkType::AnimList => self.animations = AnimList::read_from(cursor)?,
            ChunkType::DependencyList => self.dependencies = DependencyList::read_from(cursor)?,
            other => {
                return Err(FormatError::malformed(
                    cursor.offset(),
                    "a chunk of the global lists",
                    other,
                ));
            }
        }
        Ok(())
    }

    /// The resource: the lists of [`Self::chunks`], in that order. A type that is no list gives an empty chunk.
    pub fn to_resource(&self) -> Resource {
        let chunks = self.chunks.iter();
        Resource {
            name_hash: self.name_hash,
            chunks: chunks
                .map(|&(ty, hash)| Chunk::new(ty, hash, self.write_list(ty)))
                .collect(),
        }
    }

    fn write_list(&self, ty: ChunkType) -> Vec<u8> {
        match ty {
            ChunkType::StaticSounds => self.static_sounds.write(),
            ChunkType::Music => self.music.write(),
            ChunkType::CharacterList => self.characters.write(),
            ChunkType::ObjectList => self.objects.write(),
            ChunkType::SoundCommandData => self.sound_commands.write(),
            ChunkType::SoundMaterialData => self.sound_materials.write(),
            ChunkType::ParticlePageHeader => self.sheets.write(),
            ChunkType::AnimList => self.animations.write(),
            ChunkType::DependencyList => self.dependencies.write(),
            _ => Vec::new(),
        }
    }

    /// What the lists say about the resource of that hash: objects, then characters, sprite sheets and animations.
    /// `None` is what makes a pack's loader skip a group. Source: spec/resources.md 3; 0x00186110.
    pub fn find(&self, hash: u32) -> Option<ResourceInfo> {
        let info = |kind, size, second_size| {
            Some(ResourceInfo {
                kind,
                size,
                second_size,
            })
        };
        // 0 in a record means that there is no second dictionary; no resource has it as its hash.
        if hash == 0 {
            return None;
        }
        for record in &self.objects.records {
            if record.model == hash {
                let (size, second) = (record.model_size, record.model_second_size);
                return info(ResourceKind::ObjectModel, size, second);
            }
            if record.dictionary == hash {
                return info(ResourceKind::TextureDictionary, record.dictionary_size, 0);
            }
            if record.second_dictionary == hash {
                let size = record.second_dictionary_size;
                return info(ResourceKind::TextureDictionary, size, 0);
            }
        }
        for record in &self.characters.records {
            if record.model == hash {
                let (size, second) = (record.model_size, record.model_second_size);
                return info(ResourceKind::CharacterModel, size, second);
            }
            if record.data == hash {
                return info(ResourceKind::CharacterData, record.data_size, 0);
            }
            if record.dictionary == hash {
                return info(ResourceKind::TextureDictionary, record.dictionary_size, 0);
            }
        }
        if let Some((_, record)) = self.sheets.find(hash) {
            return info(ResourceKind::SpriteSheet, record.size, 0);
        }
        let (_, record) = self.animations.find(hash)?;
        info(ResourceKind::Animation, record.size, 0)
    }

    /// Runs the rules of every list.
    pub fn validate(&self, findings: &mut Findings) {
        for ty in Self::TYPES {
            findings.within(ty.to_string(), |findings| match ty {
                ChunkType::StaticSounds => self.static_sounds.validate(findings),
                ChunkType::Music => self.music.validate(findings),
                ChunkType::CharacterList => self.characters.validate(findings),
                ChunkType::ObjectList => self.objects.validate(findings),
                ChunkType::SoundCommandData => self.sound_commands.validate(findings),
                ChunkType::SoundMaterialData => self.sound_materials.validate(findings),
                ChunkType::ParticlePageHeader => self.sheets.validate(findings),
                ChunkType::AnimList => self.animations.validate(findings),
                _ => self.dependencies.validate(findings),
            });
        }
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
