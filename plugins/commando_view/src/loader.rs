//! A level's file as one asset: laid out once, on the engine's I/O tasks, with its textures as labelled assets. What lies loose
//! beside the file is read through the load context, so the asset system loads the level again when any of it changes.

use std::fmt;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, Handle, LoadContext, ReadAssetBytesError};
use bevy::ecs::world::{FromWorld, World};
use bevy::reflect::TypePath;
use wonderwheel_commando::level::Level;
use wonderwheel_game_files::{SharedFiles, asset_path};
use wonderwheel_level_assets::load_fault;
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::fault::{Fault, FaultKind};

use crate::members::{LooseFiles, LooseMembers};
use crate::scene::LevelScene;
use crate::scene::lighting::Colours;

/// `LEVEL<n>.WAD` with the members that lie loose beside it.
///
/// A file that is no level fails as an asset. A loose member that cannot be read does not: the asset system knows what an asset
/// was read from only when it was loaded, and the level is to be loaded again when the member changes.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct CommandoLevel(pub Result<LitLevel, Fault>);

/// A level laid out, under its own lights.
#[derive(Debug, Clone)]
pub struct LitLevel {
    /// Laid out.
    pub scene: Arc<LevelScene>,
    /// The colours under its own lights.
    pub colours: Arc<Colours>,
    /// In the order of its materials' textures.
    pub textures: Arc<[Handle<GsTexture>]>,
    /// Files beside it that are named after the level and are not looked into.
    pub unused: Vec<String>,
}

/// A labelled part of a level: what stands behind the `#` of its asset path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelLabel {
    /// A texture, by its place among the textures of the materials.
    Texture(usize),
}

impl fmt::Display for LevelLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Texture(place) => write!(f, "texture/{place}"),
        }
    }
}

/// Loads `LEVEL<n>.WAD`.
#[derive(TypePath)]
pub struct CommandoLevelLoader {
    files: Option<SharedFiles>,
}

impl FromWorld for CommandoLevelLoader {
    fn from_world(world: &mut World) -> Self {
        Self {
            files: world.get_resource().cloned(),
        }
    }
}

impl AssetLoader for CommandoLevelLoader {
    type Asset = CommandoLevel;
    type Settings = ();
    type Error = Fault;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CommandoLevel, Fault> {
        let path = context.path().path().to_owned();
        let file = path.to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        if let Err(error) = reader.read_to_end(&mut bytes).await {
            return Err(Fault::of_file(file, FaultKind::Io, error.to_string()));
        }
        let beside = match (&self.files, path.file_stem()) {
            (Some(files), Some(name)) => LooseFiles::of(&name.to_string_lossy(), &**files),
            _ => LooseFiles::default(),
        };
        let loose = read_members(&beside, context).await;
        let level = Level::read_lenient(&bytes);
        let (level, broken) = level.map_err(|error| Fault::of_error(&file, &error))?;
        let loose = match loose {
            Ok(loose) => loose,
            Err(fault) => return Ok(CommandoLevel(Err(fault))),
        };
        let mut scene = LevelScene::build(&level, &loose);
        let broken = broken.iter().map(|error| Fault::of_error("", error));
        scene.faults.splice(0..0, broken);
        for fault in &mut scene.faults {
            fault.file.clone_from(&file);
        }
        let sampled = scene.materials.textures.iter().enumerate();
        let textures = sampled.filter_map(|(place, sampled)| {
            let picture = scene.pictures.get(sampled.picture)?;
            let label = LevelLabel::Texture(place).to_string();
            Some(context.add_labeled_asset(label, picture.to_gs(sampled.clamp)))
        });
        Ok(CommandoLevel(Ok(LitLevel {
            textures: textures.collect(),
            colours: Arc::new(scene.lighting.colours(&scene.lighting.bank)),
            scene: Arc::new(scene),
            unused: beside.unused,
        })))
    }

    fn extensions(&self) -> &[&str] {
        &["wad"]
    }
}

/// Reads the loose members. The first that cannot be read is the fault; all of them are asked for, so that each is watched.
async fn read_members(
    beside: &LooseFiles,
    context: &mut LoadContext<'_>,
) -> Result<LooseMembers, Fault> {
    let mut loose = Ok(LooseMembers::default());
    for (name, kind) in &beside.members {
        let bytes = context.read_asset_bytes(asset_path(name)).await;
        let bytes = bytes.map_err(|error| read_fault(name, error));
        let sound = bytes.and_then(|bytes| match kind.check(&bytes) {
            Ok(()) => Ok(bytes),
            Err(error) => Err(Fault::of_error(name, &error)),
        });
        match (&mut loose, sound) {
            (Ok(loose), Ok(bytes)) => loose.put(name.clone(), *kind, bytes.into()),
            (Ok(_), Err(fault)) => loose = Err(fault),
            (Err(_), _) => {}
        }
    }
    loose
}

fn read_fault(name: &str, error: ReadAssetBytesError) -> Fault {
    match error {
        ReadAssetBytesError::AssetReaderError(error) => load_fault(name, &error.into()),
        other => Fault::of_file(name, FaultKind::Io, other.to_string()),
    }
}
