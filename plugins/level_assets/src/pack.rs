//! `<level>_<k>.pak`: what a pack holds, and its textures.

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::{FormatError, Within};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::mip_words::MipWords;
use wonderwheel_warriors::chunk::{ChunkType, ResourceSlice, Rules};
use wonderwheel_warriors::pack::PackSlice;

use crate::error::LevelAssetError;
use crate::load::SourceFile;
use crate::texture::{NamedTexture, add_dictionary, remarks};

/// A pack. Source: spec/chunks.md 1.3.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct PackAsset {
    /// Its resources, in file order.
    pub resources: Vec<PackResource>,
    /// The textures of all its dictionaries. Two resources may bring the same name.
    pub textures: Vec<NamedTexture>,
    /// What is wrong with the file, in words: file, path, offset, reason.
    pub faults: Vec<String>,
    /// Bytes of the file.
    pub byte_size: u64,
}

/// A resource of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackResource {
    /// CRC-32 of its name.
    pub name_hash: u32,
    /// Type and payload bytes of its chunks, in file order.
    pub chunks: Vec<(u32, usize)>,
}

impl From<&ResourceSlice<'_>> for PackResource {
    fn from(resource: &ResourceSlice<'_>) -> Self {
        let chunks = resource.chunks.iter();
        Self {
            name_hash: resource.name_hash,
            chunks: chunks
                .map(|chunk| (chunk.ty.value(), chunk.payload.remaining()))
                .collect(),
        }
    }
}

/// Chunk types whose payload is a RenderWare dictionary. Source: spec/chunks.md 4.2.
fn holds_textures(ty: ChunkType) -> bool {
    matches!(
        ty,
        ChunkType::TextureDictionaryTid | ChunkType::RenderwareTextureDic
    )
}

/// Loads `.pak` files. Textures become `resource/<hash>/texture/<name>`, the hash in eight hex digits.
#[derive(TypePath, Default)]
pub struct PackLoader;

impl AssetLoader for PackLoader {
    type Asset = PackAsset;
    type Settings = ();
    type Error = LevelAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<PackAsset, LevelAssetError> {
        let file = SourceFile::read(reader, context).await?;
        let (pack, noted) =
            PackSlice::read(&file.bytes, Rules::Forced).within(|| file.name.clone())?;
        let mut faults = Vec::new();
        let mut remarked = Vec::new();
        let mut fault = |error: FormatError| {
            faults.push(error.within(file.name.clone()).to_string());
        };
        noted.into_iter().for_each(&mut fault);
        let mut textures = Vec::new();
        for resource in &pack.resources {
            let segment = format!("resource {:08x}", resource.name_hash);
            for chunk in resource
                .chunks
                .iter()
                .filter(|chunk| holds_textures(chunk.ty))
            {
                // A chunk is padded to 16 bytes: bytes may follow the dictionary.
                match TextureDictionary::read_from(&mut chunk.payload.clone()) {
                    Ok(dictionary) => {
                        let label = format!("resource/{:08x}/", resource.name_hash);
                        // What refers to these textures stands in other chunks, which are not read yet.
                        let words = MipWords::of(&dictionary, []);
                        remarked.extend(remarks(&file.name, &dictionary, &words));
                        let added = add_dictionary(context, &dictionary, &words, &label, |error| {
                            fault(error.within(segment.clone()).within("pack"));
                        });
                        textures.extend(added);
                    }
                    Err(error) => fault(error.within(segment.clone()).within("pack")),
                }
            }
        }
        faults.extend(remarked);
        Ok(PackAsset {
            resources: pack.resources.iter().map(PackResource::from).collect(),
            textures,
            byte_size: file.size(),
            faults,
        })
    }

    fn extensions(&self) -> &[&str] {
        &["pak"]
    }
}
