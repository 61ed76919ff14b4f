//! A headless app with hand-made meshes and textures.

use std::path::Path;
use std::sync::Arc;

use bevy::app::App;
use bevy::asset::{AssetPlugin, Assets, Handle};
use bevy::log::LogPlugin;
use bevy::math::{Mat3, Vec3};
use bevy::render::settings::{RenderCreation, WgpuSettings};
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::lights::LightSelection;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::scene::{Fog, MaterialTextures};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_renderware::texture::Addressing;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_world_streaming::view::lens::Lens;

/// What the camera of the tests sees up to.
pub const FAR: f32 = 115.0;
/// Fog of the demo: (12, 12, 5) from half the draw distance on.
pub const FOG: Fog = Fog {
    colour: [12, 12, 5],
    start: FAR / 2.0,
};

/// A device to draw with, or `None` after saying why not.
pub fn renderer(test: &str) -> Option<RenderCreation> {
    renderer_with(test, &WgpuSettings::default())
}

/// As [`renderer`], with limits of the test's choice.
pub fn renderer_with(test: &str, settings: &WgpuSettings) -> Option<RenderCreation> {
    let renderer = headless::find_renderer_with(settings);
    if renderer.is_none() {
        let required =
            std::env::var_os("WONDERWHEEL_REQUIRE_GPU").is_some_and(|value| value == "1");
        assert!(
            !required,
            "{test}: WONDERWHEEL_REQUIRE_GPU is set and there is no GPU adapter"
        );
        eprintln!("skipped: {test}: no GPU adapter");
    }
    renderer
}

/// Keeps a picture in the folder that `WONDERWHEEL_SAVE_PICTURES` names, if it does.
pub fn keep(picture: &Picture, name: &str) {
    if let Some(folder) = std::env::var_os("WONDERWHEEL_SAVE_PICTURES") {
        let path = Path::new(&folder).join(format!("{name}.png"));
        picture.save(&path).expect("a writable folder");
    }
}

/// An app that draws, or `None` after saying why not.
pub fn app(test: &str, present: Present) -> Option<App> {
    app_with_assets(test, present, None)
}

/// As [`app`], with an assets folder.
pub fn app_with_assets(test: &str, present: Present, assets: Option<&Path>) -> Option<App> {
    Some(app_on(renderer(test)?, present, assets))
}

/// An app that draws with this device.
pub fn app_on(renderer: RenderCreation, present: Present, assets: Option<&Path>) -> App {
    let mut app = App::new();
    let mut plugins = headless::plugins(renderer).disable::<LogPlugin>();
    if let Some(folder) = assets {
        let file_path = folder.display().to_string();
        plugins = plugins.set(AssetPlugin {
            file_path,
            ..AssetPlugin::default()
        });
    }
    app.add_plugins((plugins, LevelAssetsPlugin, GsRenderPlugin { present }));
    headless::start(&mut app);
    let mut scene = app.world_mut().resource_mut::<GsScene>();
    scene.view = Some(view());
    scene.fog = FOG;
    app
}

/// The camera of the tests: in the origin, looking along +z with +x on its left.
pub fn view() -> GsView {
    GsView {
        position: Vec3::ZERO,
        forward: Vec3::Z,
        up: Vec3::Y,
        lens: Lens::PLAYER,
        far: FAR,
        skyline_near: 39.0,
    }
}

/// Gathers the vertices of one mesh.
#[derive(Default)]
pub struct MeshBuilder {
    vertices: Vec<GsVertex>,
    indices: Vec<u32>,
    draws: Vec<MeshDraw>,
    materials: Vec<DrawMaterial>,
}

/// 1/256 metre, 1/4096 of a texture.
pub const POSITION_SCALE: f32 = 1.0 / 256.0;
pub const UV_SCALE: f32 = 1.0 / 4096.0;

impl MeshBuilder {
    /// Starts a draw with this material.
    pub fn material(&mut self, material: DrawMaterial) {
        let first_index = self.indices.len() as u32;
        let number = self.materials.len() as u32;
        self.materials.push(material);
        self.draws.push(MeshDraw {
            first_index,
            index_count: 0,
            material: number,
            min_alpha: 255,
        });
    }

    /// Adds a quad to the newest draw. Corners counter-clockwise as seen: top left, bottom left, bottom right, top right.
    pub fn quad(&mut self, corners: [Corner; 4]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners.iter().map(Corner::vertex));
        self.indices
            .extend([0, 1, 2, 0, 2, 3].map(|index| first + index));
        let draw = self.draws.last_mut().expect("a material before its quads");
        draw.index_count += 6;
        draw.min_alpha = corners
            .iter()
            .fold(draw.min_alpha, |min, corner| min.min(corner.colour[3]));
    }

    pub fn finish(self) -> SceneryMesh {
        SceneryMesh {
            triangle_count: self.indices.len() as u32 / 3,
            vertices: MeshVertices::Packed(self.vertices),
            indices: self.indices,
            draws: self.draws,
            materials: self.materials,
            position_scale: POSITION_SCALE,
            uv_scale: UV_SCALE,
            sphere: [0.0, 0.0, 0.0, 1_000.0],
            bounds: Aabb {
                min: [-1_000.0; 3],
                max: [1_000.0; 3],
            },
            has_normals: true,
        }
    }
}

/// A mesh of one quad, white or with this texture.
pub fn one_quad(texture: Option<&str>, corners: [Corner; 4]) -> SceneryMesh {
    let mut builder = MeshBuilder::default();
    builder.material(material(texture));
    builder.quad(corners);
    builder.finish()
}

/// A corner in metres and texture widths.
#[derive(Debug, Clone, Copy)]
pub struct Corner {
    pub position: Vec3,
    pub uv: [[f32; 2]; 2],
    pub colour: [u8; 4],
    pub normal: [i8; 3],
}

impl Corner {
    fn vertex(&self) -> GsVertex {
        let unit = |value: f32, scale: f32| (value / scale).round() as i16;
        let [x, y, z] = self
            .position
            .to_array()
            .map(|value| unit(value, POSITION_SCALE));
        let [[u1, v1], [u2, v2]] = self.uv.map(|set| set.map(|value| unit(value, UV_SCALE)));
        let [nx, ny, nz] = self.normal;
        GsVertex {
            position: [x, y, z, 0],
            uv: [u1, v1, u2, v2],
            colour: self.colour,
            normal: [nx, ny, nz, 0],
        }
    }
}

/// A wall across the view at depth `z`, from `left`, `top` to `right`, `bottom` in metres as seen on the screen; uv 0..1
/// times `repeat` in both sets.
pub fn wall(
    z: f32,
    [left, top, right, bottom]: [f32; 4],
    colour: [u8; 4],
    repeat: f32,
) -> [Corner; 4] {
    // +x is on the left of the screen.
    let corner = |x: f32, y: f32, u: f32, v: f32| Corner {
        position: Vec3::new(-x, y, z),
        uv: [[u * repeat, v * repeat]; 2],
        colour,
        normal: [0, 0, -127],
    };
    [
        corner(left, top, 0.0, 0.0),
        corner(left, bottom, 0.0, 1.0),
        corner(right, bottom, 1.0, 1.0),
        corner(right, top, 1.0, 0.0),
    ]
}

/// A white material with this base texture.
pub fn material(texture: Option<&str>) -> DrawMaterial {
    DrawMaterial {
        colour: [255; 4],
        ambient: 1.0,
        diffuse: 1.0,
        texture: texture.map(named),
        dual: None,
    }
}

pub fn named(name: &str) -> TextureName {
    TextureName {
        name: name.into(),
        mip_word: None,
    }
}

/// A texture of one level, nearest texel, repeating.
pub fn nearest(width: u32, height: u32, texels: Vec<[u8; 4]>) -> GsTexture {
    let min_alpha = texels.iter().map(|texel| texel[3]).min().unwrap_or(128);
    GsTexture {
        width,
        height,
        levels: vec![texels.concat()],
        mip_word: 0x0FC0,
        filter: 1,
        wrap_u: Addressing::Wrap,
        wrap_v: Addressing::Wrap,
        min_alpha,
    }
}

/// Puts meshes with their textures on the stage, in drawing order.
pub struct Stage<'a> {
    pub app: &'a mut App,
    /// The meshes in drawing order.
    pub handles: Vec<Handle<SceneryMesh>>,
    /// The textures by name.
    pub textures: Vec<(String, Handle<GsTexture>)>,
}

impl<'a> Stage<'a> {
    pub fn new(app: &'a mut App) -> Self {
        Self {
            app,
            handles: Vec::new(),
            textures: Vec::new(),
        }
    }

    pub fn texture(&mut self, name: &str, texture: GsTexture) {
        let handle = self
            .app
            .world_mut()
            .resource_mut::<Assets<GsTexture>>()
            .add(texture);
        self.textures.push((name.into(), handle));
    }

    /// Places a mesh; the returned index finds it in the scene.
    pub fn place(
        &mut self,
        layer: Layer,
        mesh: SceneryMesh,
        origin: Vec3,
        lights: LightSelection,
    ) -> usize {
        let find = |name: &TextureName| {
            self.textures
                .iter()
                .find(|(known, _)| *known == name.name)
                .map(|(_, handle)| handle.id())
        };
        let textures: Arc<[MaterialTextures]> = mesh
            .materials
            .iter()
            .map(|material| MaterialTextures {
                base: material.texture.as_ref().and_then(find),
                second: material.dual.as_ref().and_then(|dual| find(&dual.texture)),
            })
            .collect();
        let handle = self
            .app
            .world_mut()
            .resource_mut::<Assets<SceneryMesh>>()
            .add(mesh);
        let placed = PlacedMesh {
            layer,
            mesh: handle.id(),
            textures,
            rotation: Mat3::IDENTITY,
            origin,
            fade: None,
            lights,
        };
        self.handles.push(handle);
        let mut scene = self.app.world_mut().resource_mut::<GsScene>();
        scene.meshes.push(placed);
        scene.meshes.len() - 1
    }

    /// Places a mesh in the scenery, where it was modelled, without lights.
    pub fn show(&mut self, mesh: SceneryMesh) -> usize {
        self.place(Layer::Scenery, mesh, Vec3::ZERO, LightSelection::default())
    }

    /// The picture once it is complete.
    pub fn picture(&mut self) -> Picture {
        headless::complete_picture(self.app, 60).expect("a complete picture")
    }
}

/// Numbers without order, the same in every run.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as u32) % n.max(1)
    }

    pub fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    pub fn unit(&mut self) -> f32 {
        self.below(10_001) as f32 / 10_000.0
    }
}
