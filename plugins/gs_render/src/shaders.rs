//! The shaders: compiled in, replaced from the assets folder while it stands there, never by one that is broken.
//!
//! `assets/shaders/*.wgsl` is watched through the asset server. A changed file is parsed, validated and compared with
//! the Rust records before any pipeline sees it; a fault is logged and kept in [`ShaderFaults`], and the picture stays.

use crate::contract;
use bevy::asset::io::Reader;
use bevy::asset::io::file::FileAssetReader;
use bevy::asset::{AssetLoader, AssetPlugin, LoadContext};
use bevy::prelude::*;
use bevy::shader::Shader;

/// `gs.wgsl` as compiled in.
pub const GS_WGSL: &str = include_str!("../../../assets/shaders/gs.wgsl");
/// `present.wgsl` as compiled in.
pub const PRESENT_WGSL: &str = include_str!("../../../assets/shaders/present.wgsl");

/// The two shaders that pipelines are made from.
#[derive(Resource, Debug, Clone)]
pub(crate) struct GsShaders {
    pub gs: Handle<Shader>,
    pub present: Handle<Shader>,
}

/// What is wrong with the shader files as they stand on disk, a line a file. Empty when nothing is.
#[derive(Resource, Debug, Clone, Default)]
pub struct ShaderFaults(pub Vec<(String, String)>);

/// The text of a watched file.
#[derive(Asset, TypePath, Debug)]
pub(crate) struct WgslText(String);

/// The files that are watched.
#[derive(Resource, Debug, Default)]
pub(crate) struct WatchedShaders(Vec<Watched>);

#[derive(Debug)]
struct Watched {
    file: ShaderFile,
    text: Handle<WgslText>,
}

/// One of the two files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShaderFile {
    Gs,
    Present,
}

impl ShaderFile {
    const ALL: [Self; 2] = [Self::Gs, Self::Present];

    fn path(self) -> &'static str {
        match self {
            Self::Gs => "shaders/gs.wgsl",
            Self::Present => "shaders/present.wgsl",
        }
    }

    fn embedded(self) -> &'static str {
        match self {
            Self::Gs => GS_WGSL,
            Self::Present => PRESENT_WGSL,
        }
    }

    fn check(self, text: &str) -> Result<(), String> {
        match self {
            Self::Gs => contract::check_gs(text),
            Self::Present => contract::check_present(text),
        }
    }
}

#[derive(TypePath, Default)]
pub(crate) struct WgslTextLoader;

impl AssetLoader for WgslTextLoader {
    type Asset = WgslText;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _: &(),
        _: &mut LoadContext<'_>,
    ) -> std::io::Result<WgslText> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        // Anything that is not text is no WGSL either, and the check will say so.
        Ok(WgslText(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// Adds the compiled-in shaders and starts to watch the files beside the program, where there are any.
pub(crate) fn add_shaders(app: &mut App) {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    let mut add = |file: ShaderFile| shaders.add(Shader::from_wgsl(file.embedded(), file.path()));
    let handles = GsShaders {
        gs: add(ShaderFile::Gs),
        present: add(ShaderFile::Present),
    };
    app.insert_resource(handles)
        .init_resource::<ShaderFaults>()
        .init_asset::<WgslText>()
        .init_asset_loader::<WgslTextLoader>()
        .add_systems(Update, take_over_changed);

    let Some(folder) = app
        .get_added_plugins::<AssetPlugin>()
        .first()
        .map(|plugin| plugin.file_path.clone())
    else {
        return;
    };
    let root = FileAssetReader::new(folder).root_path().clone();
    let server = app.world().resource::<AssetServer>().clone();
    let present = ShaderFile::ALL
        .into_iter()
        .filter(|file| root.join(file.path()).is_file());
    let watched = present.map(|file| Watched {
        file,
        text: server.load(file.path()),
    });
    let watched = WatchedShaders(watched.collect());
    app.insert_resource(watched);
}

/// Hands a changed file to the pipelines once it has proved good.
pub(crate) fn take_over_changed(
    mut events: MessageReader<AssetEvent<WgslText>>,
    watched: Option<Res<WatchedShaders>>,
    texts: Res<Assets<WgslText>>,
    handles: Res<GsShaders>,
    mut shaders: ResMut<Assets<Shader>>,
    mut faults: ResMut<ShaderFaults>,
) {
    let Some(watched) = watched else { return };
    for event in events.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = event else {
            continue;
        };
        let Some(file) = watched
            .0
            .iter()
            .find(|watched| watched.text.id() == *id)
            .map(|watched| watched.file)
        else {
            continue;
        };
        let Some(WgslText(text)) = texts.get(*id) else {
            continue;
        };
        let handle = match file {
            ShaderFile::Gs => &handles.gs,
            ShaderFile::Present => &handles.present,
        };
        faults.0.retain(|(path, _)| path != file.path());
        let in_use = shaders.get(handle).map(|shader| shader.source.as_str());
        if in_use == Some(text.as_str()) {
            continue;
        }
        match file.check(text) {
            Ok(()) => {
                info!("{} changed", file.path());
                if let Err(error) =
                    shaders.insert(handle, Shader::from_wgsl(text.clone(), file.path()))
                {
                    error!("{} could not be replaced: {error}", file.path());
                }
            }
            Err(fault) => {
                error!("{} stays as it was: {fault}", file.path());
                faults.0.push((file.path().to_owned(), fault));
            }
        }
    }
}
