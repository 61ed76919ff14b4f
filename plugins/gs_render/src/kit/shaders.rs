//! The shaders: compiled in, replaced from the assets folder while it stands there, never by one that is broken.
//!
//! A shader is one or more WGSL files, one text. The files are watched through the asset server. When one changes, the text is
//! put together from the newest of all its files, parsed, validated and compared with the Rust records before any pipeline
//! sees it; a fault is logged and kept in [`ShaderFaults`], and the picture stays.

use bevy::asset::io::Reader;
use bevy::asset::io::file::FileAssetReader;
use bevy::asset::{AssetLoader, AssetPlugin, LoadContext};
use bevy::prelude::*;
use bevy::shader::Shader;

use crate::contract;

/// A WGSL file.
#[derive(Debug, Clone, Copy)]
pub struct WgslFile {
    /// Where it lies in the assets folder.
    pub path: &'static str,
    /// Its text as compiled in.
    pub embedded: &'static str,
}

/// The GS's pixel arithmetic, for [`HotShader::shared`]: texture and sampler in group 1, texture function, fog, blend.
pub const GS_PIXEL: WgslFile = WgslFile {
    path: "shaders/gs_pixel.wgsl",
    embedded: include_str!("../../../../assets/shaders/gs_pixel.wgsl"),
};

/// A shader that is compiled in and may be replaced from the assets folder.
#[derive(Debug, Clone, Copy)]
pub struct HotShader {
    /// The file that makes it this shader.
    pub own: WgslFile,
    /// Files that stand behind it; each of them is valid by itself, too.
    pub shared: &'static [WgslFile],
    /// Whether a text may take its place; the error is for a reader.
    pub check: fn(&str) -> Result<(), String>,
}

impl HotShader {
    /// The text of all files as compiled in.
    pub fn embedded(&self) -> String {
        self.files().map(|file| file.embedded).collect()
    }

    fn files(&self) -> impl Iterator<Item = &WgslFile> {
        std::iter::once(&self.own).chain(self.shared)
    }

    /// What is wrong with these texts of its files: the path of the file that is to blame, and the fault.
    fn fault_of(&self, texts: &[&str]) -> Option<(String, String)> {
        let shared = self.shared.iter().zip(texts.iter().skip(1));
        let broken = shared
            .filter_map(|(file, text)| Some((file, contract::check_module(text).err()?)))
            .next();
        let (file, fault) = match broken {
            Some(broken) => broken,
            None => (&self.own, (self.check)(&texts.concat()).err()?),
        };
        Some((file.path.to_owned(), fault))
    }
}

/// What is wrong with the shader files as they stand on disk, a line a file. Empty when nothing is.
#[derive(Resource, Debug, Clone, Default)]
pub struct ShaderFaults(pub Vec<(String, String)>);

/// The text of a watched file.
#[derive(Asset, TypePath, Debug)]
struct WgslText(String);

/// The shaders that files may replace.
#[derive(Resource, Debug, Default)]
struct HotShaders(Vec<WatchedShader>);

#[derive(Debug)]
struct WatchedShader {
    shader: HotShader,
    handle: Handle<Shader>,
    /// For each of its files, where that lies beside the program.
    texts: Vec<Option<Handle<WgslText>>>,
}

#[derive(TypePath, Default)]
struct WgslTextLoader;

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

/// Prepares the app for [`add_hot_shader`].
pub(crate) fn watch_shaders(app: &mut App) {
    app.init_resource::<ShaderFaults>()
        .init_resource::<HotShaders>()
        .init_asset::<WgslText>()
        .init_asset_loader::<WgslTextLoader>()
        .add_systems(Update, take_over_changed);
}

/// Adds a shader as compiled in; its files beside the program, where there are any, are watched and take its place once they have
/// proved good. Only after [`GsRenderPlugin`](crate::GsRenderPlugin), in an app that draws.
pub fn add_hot_shader(app: &mut App, shader: HotShader) -> Handle<Shader> {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    let handle = shaders.add(Shader::from_wgsl(shader.embedded(), shader.own.path));
    let folder = app
        .get_added_plugins::<AssetPlugin>()
        .first()
        .map(|plugin| FileAssetReader::new(&plugin.file_path).root_path().clone());
    let server = app.world().resource::<AssetServer>();
    let load = |file: &WgslFile| {
        let is_there = folder.as_ref()?.join(file.path).is_file();
        is_there.then(|| server.load(file.path))
    };
    let texts = shader.files().map(load).collect();
    let watched = WatchedShader {
        shader,
        handle: handle.clone(),
        texts,
    };
    let mut shaders = app.world_mut().resource_mut::<HotShaders>();
    shaders.0.push(watched);
    handle
}

/// Hands changed files to the pipelines once they have proved good.
fn take_over_changed(
    mut events: MessageReader<AssetEvent<WgslText>>,
    hot: Res<HotShaders>,
    texts: Res<Assets<WgslText>>,
    mut shaders: ResMut<Assets<Shader>>,
    mut faults: ResMut<ShaderFaults>,
) {
    let changed: Vec<_> = events
        .read()
        .filter_map(|event| match event {
            AssetEvent::Added { id } | AssetEvent::Modified { id } => Some(*id),
            _ => None,
        })
        .collect();
    let has_changed = |text: &Handle<WgslText>| changed.contains(&text.id());
    for watched in &hot.0 {
        if watched.texts.iter().flatten().any(has_changed) {
            watched.take_over(&texts, &mut shaders, &mut faults);
        }
    }
}

impl WatchedShader {
    fn take_over(
        &self,
        texts: &Assets<WgslText>,
        shaders: &mut Assets<Shader>,
        faults: &mut ShaderFaults,
    ) {
        let path = self.shader.own.path;
        let newest = |(file, text): (&WgslFile, &Option<Handle<WgslText>>)| {
            let on_disk = text.as_ref().and_then(|text| texts.get(text));
            on_disk.map_or(file.embedded, |text| text.0.as_str())
        };
        let files = self.shader.files();
        let texts: Vec<_> = files.zip(&self.texts).map(newest).collect();
        let text = texts.concat();
        let in_use = shaders
            .get(&self.handle)
            .map(|shader| shader.source.as_str())
            == Some(text.as_str());
        let fault = (!in_use).then(|| self.shader.fault_of(&texts)).flatten();
        // Two shaders may share the broken file.
        let is_news = |fault: &&(String, String)| !faults.0.contains(fault);
        if let Some((path, fault)) = fault.as_ref().filter(is_news) {
            error!("{path} stays as it was: {fault}");
        }
        let is_its = |path: &str| self.shader.files().any(|file| file.path == path);
        faults.0.retain(|(faulty, _)| !is_its(faulty));
        if let Some(fault) = fault {
            faults.0.push(fault);
            return;
        }
        if in_use {
            return;
        }
        info!("{path} changed");
        if let Err(error) = shaders.insert(&self.handle, Shader::from_wgsl(text, path)) {
            error!("{path} could not be replaced: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHADER: HotShader = HotShader {
        own: WgslFile {
            path: "own.wgsl",
            embedded: "fn own() -> f32 { return ALPHA_REFERENCE; }\n",
        },
        shared: &[GS_PIXEL],
        check: contract::check_module,
    };

    fn to_blame(own: &str, shared: &str) -> Option<String> {
        SHADER.fault_of(&[own, shared]).map(|(path, _)| path)
    }

    #[test]
    fn the_broken_file_is_to_blame_and_a_shared_one_before_the_shader_that_uses_it() {
        let (own, shared) = (SHADER.own.embedded, GS_PIXEL.embedded);
        assert_eq!(SHADER.embedded(), format!("{own}{shared}"));
        assert_eq!(to_blame(own, shared), None);
        assert_eq!(to_blame("fn own(", shared).as_deref(), Some("own.wgsl"));
        assert_eq!(to_blame(own, "fn").as_deref(), Some(GS_PIXEL.path));
        assert_eq!(to_blame("fn own(", "fn").as_deref(), Some(GS_PIXEL.path));
        let renamed = shared.replace("ALPHA_REFERENCE", "REFERENCE");
        assert_eq!(to_blame(own, &renamed).as_deref(), Some("own.wgsl"));
    }
}
