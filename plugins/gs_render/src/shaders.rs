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

/// The shaders that files may replace.
#[derive(Resource, Debug, Default)]
pub(crate) struct HotShaders(Vec<Hot>);

#[derive(Debug)]
struct Hot {
    shader: HotShader,
    handle: Handle<Shader>,
    text: Option<Handle<WgslText>>,
}

/// A shader that is compiled in and may be replaced from the assets folder.
#[derive(Debug, Clone, Copy)]
pub struct HotShader {
    /// Its file in the assets folder.
    pub path: &'static str,
    /// Its text as compiled in.
    pub embedded: &'static str,
    /// Whether a text may take its place; the error is for a reader.
    pub check: fn(&str) -> Result<(), String>,
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
    app.init_resource::<ShaderFaults>()
        .init_resource::<HotShaders>()
        .init_asset::<WgslText>()
        .init_asset_loader::<WgslTextLoader>()
        .add_systems(Update, take_over_changed);
    let gs = add_hot_shader(
        app,
        HotShader {
            path: "shaders/gs.wgsl",
            embedded: GS_WGSL,
            check: contract::check_gs,
        },
    );
    let present = add_hot_shader(
        app,
        HotShader {
            path: "shaders/present.wgsl",
            embedded: PRESENT_WGSL,
            check: contract::check_present,
        },
    );
    app.insert_resource(GsShaders { gs, present });
}

/// Adds a shader as compiled in; its file beside the program, where there is one, is watched and takes its place once it has proved
/// good. Only after [`GsRenderPlugin`](crate::GsRenderPlugin), in an app that draws.
pub fn add_hot_shader(app: &mut App, shader: HotShader) -> Handle<Shader> {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    let handle = shaders.add(Shader::from_wgsl(shader.embedded, shader.path));
    let folder = app
        .get_added_plugins::<AssetPlugin>()
        .first()
        .map(|plugin| plugin.file_path.clone());
    let is_there = |folder: String| {
        let root = FileAssetReader::new(folder).root_path().clone();
        root.join(shader.path).is_file()
    };
    let text = folder
        .is_some_and(is_there)
        .then(|| app.world().resource::<AssetServer>().load(shader.path));
    app.world_mut().resource_mut::<HotShaders>().0.push(Hot {
        shader,
        handle: handle.clone(),
        text,
    });
    handle
}

/// Hands a changed file to the pipelines once it has proved good.
pub(crate) fn take_over_changed(
    mut events: MessageReader<AssetEvent<WgslText>>,
    hot: Res<HotShaders>,
    texts: Res<Assets<WgslText>>,
    mut shaders: ResMut<Assets<Shader>>,
    mut faults: ResMut<ShaderFaults>,
) {
    for event in events.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = event else {
            continue;
        };
        let is_its = |hot: &&Hot| hot.text.as_ref().is_some_and(|text| text.id() == *id);
        let (Some(Hot { shader, handle, .. }), Some(WgslText(text))) =
            (hot.0.iter().find(is_its), texts.get(*id))
        else {
            continue;
        };
        let path = shader.path;
        faults.0.retain(|(faulty, _)| faulty != path);
        let in_use = shaders.get(handle).map(|shader| shader.source.as_str());
        if in_use == Some(text.as_str()) {
            continue;
        }
        match (shader.check)(text) {
            Ok(()) => {
                info!("{path} changed");
                if let Err(error) = shaders.insert(handle, Shader::from_wgsl(text.clone(), path)) {
                    error!("{path} could not be replaced: {error}");
                }
            }
            Err(fault) => {
                error!("{path} stays as it was: {fault}");
                faults.0.push((path.to_owned(), fault));
            }
        }
    }
}
