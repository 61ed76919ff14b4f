//! The plain ways: all state for every draw, in the order of the list.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bevy::core_pipeline::schedule::camera_driver;
use bevy::prelude::*;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::binding_types::uniform_buffer;
use bevy::render::render_resource::*;
use bevy::render::renderer::{
    RenderContext, RenderDevice, RenderGraph, RenderGraphSystems, RenderQueue,
};
use bevy::render::texture::GpuImage;
use bevy::render::{Extract, ExtractSchedule, Render, RenderApp, RenderSystems};
use bevy::shader::Shader;
use wonderwheel_gs_render::GS_SHADER;
use wonderwheel_gs_render::kit::{COLOUR_FORMAT, DEPTH_FORMAT, texture_layout};
use wonderwheel_gs_render::lights::LightKind;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::resident::{GpuGsTexture, GpuSceneryMesh, VertexLayout};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::gs::{Blend, TEXTURED_SCALE, UNTEXTURED_SCALE, dual_blend};
use wonderwheel_ps2::mip::MipWord;
use wonderwheel_renderware::texture::Addressing;
use wonderwheel_world_streaming::view::camera::view_from_world;
use wonderwheel_world_streaming::view::lens::Lens;

use crate::Way;

/// The workspace's own shader with its four buffers made one uniform, a draw's own.
fn shader_text() -> String {
    let text = GS_SHADER.embedded();
    let bindings = "\
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> draws: array<Draw>;
@group(0) @binding(2) var<storage, read> placements: array<Placement>;
@group(0) @binding(3) var<storage, read> lights: array<Light>;
";
    let own = "\
struct Everything { frame: Frame, placement: Placement, draw: Draw, lights: array<Light, 8> }
@group(0) @binding(0) var<uniform> everything: Everything;
";
    assert!(
        text.contains(bindings),
        "the shader's bindings have changed"
    );
    text.replace(bindings, own)
        .replace("frame.", "everything.frame.")
        .replace("draws[instance]", "everything.draw")
        .replace("draws[in.draw]", "everything.draw")
        .replace("placements[draw.placement]", "everything.placement")
        .replace("lights[(", "everything.lights[(")
}

#[derive(ShaderType, Clone, Copy, Default)]
struct View {
    clip_from_relative: Mat4,
    eye: Vec4,
}

#[derive(ShaderType, Clone, Copy, Default)]
struct Frame {
    views: [View; 3],
    fog_colour: Vec4,
    tints: [Vec4; 3],
    fog_far: f32,
    fog_inverse_range: f32,
    prelight_scale: f32,
    padding: f32,
}

#[derive(ShaderType, Clone, Copy, Default)]
struct Placement {
    world_from_local: [Vec4; 3],
    ambient: Vec3,
    light_count: u32,
    light_indices: UVec4,
    uv_scale: f32,
    normal_scale: f32,
    view: u32,
    padding: u32,
}

#[derive(ShaderType, Clone, Copy, Default)]
struct Draw {
    material: Vec4,
    blend: Vec4,
    colour_scale: f32,
    ambient_factor: f32,
    diffuse_factor: f32,
    k: f32,
    l_scale: f32,
    placement: u32,
    flags: u32,
    padding: u32,
}

#[derive(ShaderType, Clone, Copy, Default)]
struct Light {
    position: Vec3,
    radius: f32,
    colour: Vec3,
    kind: u32,
    direction: Vec3,
    cone_cosine: f32,
}

#[derive(ShaderType, Clone, Copy, Default)]
struct Everything {
    frame: Frame,
    placement: Placement,
    draw: Draw,
    lights: [Light; 8],
}

/// What the last frame took and drew.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainFrame {
    pub prepare_ms: f32,
    pub record_ms: f32,
    pub draw_calls: usize,
}

/// The same in both worlds.
#[derive(Resource, Clone, Default)]
pub struct PlainStats(Arc<Mutex<PlainFrame>>);

impl PlainStats {
    pub fn read(&self) -> PlainFrame {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, frame: PlainFrame) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = frame;
    }
}

/// The scene, taken away from the planned way, and what else is drawn with.
#[derive(Resource, Clone, Default)]
struct Scene {
    way: Way,
    scene: GsScene,
    settings: GsSettings,
    image: AssetId<Image>,
    shader: Handle<Shader>,
    white: Handle<GsTexture>,
}

pub fn plugin(app: &mut App) {
    let stats = PlainStats::default();
    let shader = Shader::from_wgsl(shader_text(), "plain.wgsl");
    let shader = app.world_mut().resource_mut::<Assets<Shader>>().add(shader);
    let white = app
        .world_mut()
        .resource_mut::<Assets<GsTexture>>()
        .add(GsTexture {
            width: 1,
            height: 1,
            levels: vec![vec![255, 255, 255, 128]],
            mip_word: 0,
            filter: 1,
            wrap_u: Addressing::Clamp,
            wrap_v: Addressing::Clamp,
            min_alpha: 128,
        });
    let scene = Scene {
        shader,
        white,
        ..Scene::default()
    };
    app.init_resource::<Way>()
        .insert_resource(scene.clone())
        .insert_resource(stats.clone())
        .add_systems(Last, take_scene);
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .insert_resource(scene)
        .insert_resource(stats)
        .init_resource::<Plain>()
        .add_systems(ExtractSchedule, extract)
        .add_systems(Render, prepare.in_set(RenderSystems::PrepareResources))
        // The planned way has drawn its empty frame before.
        .add_systems(
            RenderGraph,
            record
                .in_set(RenderGraphSystems::Render)
                .after(camera_driver),
        );
}

fn take_scene(
    way: Res<Way>,
    settings: Res<GsSettings>,
    frame: Res<GsFrame>,
    mut theirs: ResMut<GsScene>,
    mut ours: ResMut<Scene>,
) {
    ours.way = *way;
    ours.settings = settings.clone();
    ours.image = frame.image.id();
    ours.scene.meshes.clear();
    if *way != Way::Planned {
        std::mem::swap(&mut ours.scene.meshes, &mut theirs.meshes);
    }
    if *way == Way::Nothing {
        ours.scene.meshes.clear();
    }
    ours.scene.view = theirs.view;
    ours.scene.fog = theirs.fog;
    ours.scene.lights.clone_from(&theirs.lights);
}

fn extract(main: Extract<Res<Scene>>, mut ours: ResMut<Scene>) {
    ours.way = main.way;
    ours.settings = main.settings.clone();
    ours.image = main.image;
    ours.scene.meshes.clone_from(&main.scene.meshes);
    ours.scene.lights.clone_from(&main.scene.lights);
    ours.scene.view = main.scene.view;
    ours.scene.fog = main.scene.fog;
}

/// How a draw treats alpha test and depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Pass,
    Fail,
    Whole,
    ColourOnly,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    layout: VertexLayout,
    cull: bool,
    step: Step,
}

#[derive(Resource, Default)]
struct Plain {
    /// `offsets`: all draws' values.
    shared: DynamicUniformBuffer<Everything>,
    shared_group: Option<(BufferId, BindGroup)>,
    /// `own buffers`: one for each draw of a frame.
    own: Vec<(UniformBuffer<Everything>, Option<BindGroup>)>,
    calls: Vec<Call>,
    pipelines: HashMap<Kind, CachedRenderPipelineId>,
    depth: Option<TextureView>,
    prepare_ms: f32,
}

/// A draw.
struct Call {
    /// Into [`Plain::shared`]; with a buffer of its own, whose place in [`Plain::own`] is the call's, 0.
    offset: u32,
    background: bool,
    pipeline: CachedRenderPipelineId,
    mesh: AssetId<SceneryMesh>,
    texture: AssetId<GsTexture>,
    indices: std::ops::Range<u32>,
}

fn prepare(
    scene: Res<Scene>,
    mut plain: ResMut<Plain>,
    meshes: Res<RenderAssets<GpuSceneryMesh>>,
    textures: Res<RenderAssets<GpuGsTexture>>,
    cache: Res<PipelineCache>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let start = Instant::now();
    let plain = plain.as_mut();
    plain.calls.clear();
    plain.shared.clear();
    let Some(view) = &scene.scene.view else {
        return;
    };
    for placed in &scene.scene.meshes {
        let Some(mesh) = meshes.get(placed.mesh) else {
            continue;
        };
        let background = placed.layer.is_background();
        let mut everything = of_mesh(&scene, view, placed, mesh);
        for draw in &mesh.draws {
            let material = &mesh.materials[draw.material as usize];
            let named = placed.textures[draw.material as usize];
            let [red, green, blue, alpha] = material.colour;
            let alpha = placed.fade.unwrap_or(alpha);
            everything.draw = Draw {
                material: Vec4::from([red, green, blue, alpha].map(f32::from)),
                ambient_factor: material.ambient,
                diffuse_factor: material.diffuse,
                ..Draw::default()
            };
            let fogged = if placed.layer.is_fogged() { FOGGED } else { 0 };
            let steps: &[Step] = if !placed.layer.writes_depth() {
                &[Step::ColourOnly]
            } else if named.base.is_none() {
                &[Step::Whole]
            } else {
                &[Step::Pass, Step::Fail]
            };
            let base = named.base.and_then(|id| Some((id, textures.get(id)?)));
            let mip_word = material.texture.as_ref().and_then(|name| name.mip_word);
            texture(&mut everything.draw, base, mip_word, placed.layer);
            everything.draw.blend = factors(Blend::ALPHA);
            everything.draw.flags |= fogged;
            let base_scale = everything.draw.colour_scale;
            let mut call = |step: Step, texture: AssetId<GsTexture>, everything: &Everything| {
                let kind = Kind {
                    layout: mesh.layout,
                    cull: placed.layer.is_world(),
                    step,
                };
                let pipeline = *plain
                    .pipelines
                    .entry(kind)
                    .or_insert_with(|| cache.queue_render_pipeline(pipeline(kind, &scene.shader)));
                let offset = if scene.way == Way::Offsets {
                    plain.shared.push(everything)
                } else {
                    let number = plain.calls.len();
                    if number == plain.own.len() {
                        plain.own.push(Default::default());
                    }
                    let (uniform, group) = &mut plain.own[number];
                    uniform.set(*everything);
                    uniform.write_buffer(&device, &queue);
                    group.get_or_insert_with(|| {
                        let layout = cache.get_bind_group_layout(&own_layout());
                        let entries = BindGroupEntries::single(&*uniform);
                        device.create_bind_group("plain", &layout, &entries)
                    });
                    0
                };
                plain.calls.push(Call {
                    offset,
                    background,
                    pipeline,
                    mesh: placed.mesh,
                    texture,
                    indices: draw.first_index..draw.first_index + draw.index_count,
                });
            };
            for step in steps {
                let texture = base.map_or(scene.white.id(), |(id, _)| id);
                call(*step, texture, &everything);
            }
            let second = named.second.and_then(|id| Some((id, textures.get(id)?)));
            let (Some(dual), Some((id, _))) = (&material.dual, second) else {
                continue;
            };
            texture(
                &mut everything.draw,
                second,
                dual.texture.mip_word,
                placed.layer,
            );
            everything.draw.blend = factors(dual_blend(dual.source_blend, dual.destination_blend));
            everything.draw.flags |= fogged | SECOND_UV;
            everything.draw.colour_scale = base_scale;
            call(Step::Whole, id, &everything);
        }
    }
    if scene.way == Way::Offsets {
        plain.shared.write_buffer(&device, &queue);
        plain.bind_shared(&cache, &device);
    }
    plain.depth.get_or_insert_with(|| depth_view(&device));
    plain.prepare_ms = start.elapsed().as_secs_f32() * 1000.0;
}

impl Plain {
    /// The bind group stays until the buffer grows.
    fn bind_shared(&mut self, cache: &PipelineCache, device: &RenderDevice) {
        let id = self.shared.buffer().map(|buffer| buffer.id());
        if self.shared_group.as_ref().map(|(bound, _)| *bound) == id {
            return;
        }
        let layout = cache.get_bind_group_layout(&own_layout());
        let entries = BindGroupEntries::single(&self.shared);
        let group = device.create_bind_group("plain", &layout, &entries);
        self.shared_group = id.map(|id| (id, group));
    }

    fn group(&self, way: Way, call: usize) -> Option<&BindGroup> {
        match way {
            Way::Offsets => self.shared_group.as_ref().map(|(_, group)| group),
            _ => self.own.get(call)?.1.as_ref(),
        }
    }
}

// The shader's own flags.
const TEXTURED: u32 = 1;
const MIPPED: u32 = 2;
const FOGGED: u32 = 4;
const SECOND_UV: u32 = 8;

fn factors(blend: Blend) -> Vec4 {
    Vec4::from(blend.premultiplied().unwrap_or([0.0, 1.0, 1.0, -1.0]))
}

fn texture(
    draw: &mut Draw,
    texture: Option<(AssetId<GsTexture>, &GpuGsTexture)>,
    mip_word: Option<u32>,
    layer: Layer,
) {
    let Some((_, texture)) = texture else {
        draw.colour_scale = UNTEXTURED_SCALE;
        draw.flags = 0;
        return;
    };
    let mip = MipWord(mip_word.unwrap_or(texture.facts.mip_word));
    draw.colour_scale = TEXTURED_SCALE;
    draw.k = mip.k();
    draw.l_scale = (1 << mip.l()) as f32;
    let mipped = texture.facts.mipped && layer.is_world();
    draw.flags = if mipped { TEXTURED | MIPPED } else { TEXTURED };
}

/// The parts that all draws of a mesh share.
fn of_mesh(scene: &Scene, view: &GsView, placed: &PlacedMesh, mesh: &GpuSceneryMesh) -> Everything {
    let (eye, near, far) = match placed.layer {
        Layer::Sky | Layer::Clouds => (Vec3::ZERO, 0.05, 5.0),
        Layer::Skyline => (view.position, view.skyline_near, 560.0),
        Layer::Glow | Layer::Scenery | Layer::Detail => (view.position, view.lens.near, view.far),
    };
    let lens = Lens { near, ..view.lens };
    let rotation = view_from_world(Vec3::ZERO, view.forward, view.up);
    let mut everything = Everything::default();
    everything.frame.views[0] = View {
        clip_from_relative: lens.clip_from_view(far) * rotation,
        eye: eye.extend(near),
    };
    let fog = scene.scene.fog;
    let [red, green, blue] = fog.colour.map(f32::from);
    everything.frame.fog_colour = Vec4::new(red, green, blue, 1.0);
    everything.frame.fog_far = view.far;
    everything.frame.fog_inverse_range = (view.far - fog.start).max(f32::EPSILON).recip();
    everything.frame.prelight_scale = scene.settings.prelight_scale.factor();

    let row = |axis: usize| {
        let row = placed.rotation.row(axis) * mesh.position_scale;
        row.extend(placed.origin[axis])
    };
    everything.placement = Placement {
        world_from_local: [row(0), row(1), row(2)],
        ambient: placed.lights.ambient,
        light_count: u32::from(placed.lights.count),
        // Its own eight lights, one after the other.
        light_indices: UVec4::new(1 << 16, 2 | 3 << 16, 4 | 5 << 16, 6 | 7 << 16),
        uv_scale: mesh.uv_scale,
        normal_scale: (127.0 * mesh.position_scale).recip(),
        ..Placement::default()
    };
    for (own, index) in everything.lights.iter_mut().zip(placed.lights.lights()) {
        let light = &scene.scene.lights[usize::from(*index)];
        *own = Light {
            position: light.position,
            radius: light.radius,
            colour: light.colour,
            kind: match light.kind {
                LightKind::Ambient | LightKind::Directional => 0,
                LightKind::Point => 1,
                LightKind::Spot => 2,
            },
            direction: light.direction,
            cone_cosine: light.cone_cosine,
        };
    }
    everything
}

fn own_layout() -> BindGroupLayoutDescriptor {
    BindGroupLayoutDescriptor::new(
        "plain",
        &BindGroupLayoutEntries::single(
            ShaderStages::VERTEX_FRAGMENT,
            uniform_buffer::<Everything>(true),
        ),
    )
}

fn pipeline(kind: Kind, shader: &Handle<Shader>) -> RenderPipelineDescriptor {
    let vertex = match kind.layout {
        VertexLayout::Packed => "vertex_packed",
        VertexLayout::Float => "vertex_float",
    };
    let fragment = match kind.step {
        Step::Pass => "fragment_pass",
        Step::Fail => "fragment_fail",
        Step::Whole | Step::ColourOnly => "fragment_all",
    };
    let component = BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::OneMinusSrcAlpha,
        operation: BlendOperation::Add,
    };
    RenderPipelineDescriptor {
        label: Some("plain".into()),
        layout: vec![own_layout(), texture_layout()],
        vertex: VertexState {
            shader: shader.clone(),
            entry_point: Some(vertex.into()),
            buffers: vec![kind.layout.buffer()],
            ..VertexState::default()
        },
        primitive: PrimitiveState {
            cull_mode: kind.cull.then_some(Face::Back),
            ..PrimitiveState::default()
        },
        depth_stencil: Some(DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(matches!(kind.step, Step::Pass | Step::Whole)),
            depth_compare: Some(CompareFunction::GreaterEqual),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        fragment: Some(FragmentState {
            shader: shader.clone(),
            entry_point: Some(fragment.into()),
            targets: vec![Some(ColorTargetState {
                format: COLOUR_FORMAT,
                blend: Some(BlendState {
                    color: component,
                    alpha: component,
                }),
                write_mask: ColorWrites::COLOR,
            })],
            ..FragmentState::default()
        }),
        ..RenderPipelineDescriptor::default()
    }
}

fn depth_view(device: &RenderDevice) -> TextureView {
    let [width, height] = wonderwheel_gs_render::frame::FRAME_SIZE.to_array();
    let texture = device.create_texture(&TextureDescriptor {
        label: Some("plain depth"),
        size: Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format: DEPTH_FORMAT,
        usage: TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    texture.create_view(&TextureViewDescriptor::default())
}

fn record(
    scene: Res<Scene>,
    plain: Res<Plain>,
    stats: Res<PlainStats>,
    images: Res<RenderAssets<GpuImage>>,
    meshes: Res<RenderAssets<GpuSceneryMesh>>,
    textures: Res<RenderAssets<GpuGsTexture>>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let start = Instant::now();
    let (Some(image), Some(depth)) = (images.get(scene.image), &plain.depth) else {
        return;
    };
    if !matches!(scene.way, Way::Offsets | Way::OwnBuffers) {
        return;
    }
    let [red, green, blue] = scene
        .scene
        .fog
        .colour
        .map(|channel| f32::from(channel) / 255.0);
    let mut load = LoadOp::Clear(LinearRgba::rgb(red, green, blue).into());
    let mut draw_calls = 0;
    for background in [true, false] {
        let mut pass = context
            .command_encoder()
            .begin_render_pass(&RenderPassDescriptor {
                label: Some("plain"),
                color_attachments: &[Some(RenderPassColorAttachment {
                    view: &image.texture_view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: Operations {
                        load,
                        store: StoreOp::Store,
                    },
                })],
                depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                    view: depth,
                    depth_ops: Some(Operations {
                        load: LoadOp::Clear(0.0),
                        store: StoreOp::Store,
                    }),
                    stencil_ops: None,
                }),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
        load = LoadOp::Load;
        for (number, call) in plain.calls.iter().enumerate() {
            let (Some(pipeline), Some(mesh), Some(texture), Some(group)) = (
                cache.get_render_pipeline(call.pipeline),
                meshes.get(call.mesh),
                textures.get(call.texture),
                plain.group(scene.way, number),
            ) else {
                continue;
            };
            if call.background != background {
                continue;
            }
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &**group, &[call.offset]);
            pass.set_bind_group(1, &*texture.bind_group, &[]);
            pass.set_vertex_buffer(0, *mesh.buffer.slice(..mesh.index_offset));
            pass.set_index_buffer(*mesh.buffer.slice(mesh.index_offset..), mesh.index_format);
            pass.draw_indexed(call.indices.clone(), 0, 0..1);
            draw_calls += 1;
        }
    }
    stats.write(PlainFrame {
        prepare_ms: plain.prepare_ms,
        record_ms: start.elapsed().as_secs_f32() * 1000.0,
        draw_calls,
    });
}
