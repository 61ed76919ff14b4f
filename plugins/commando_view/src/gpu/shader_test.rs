//! The shader's terrain against the formats crate: every corner of the demo in every mode, seen from many places, computed by
//! `commando.wgsl` itself.

use std::sync::mpsc;

use bevy::math::{Mat4, Vec3};
use bevy::render::render_resource::{
    BindGroupEntries, BufferDescriptor, BufferInitDescriptor, BufferUsages,
    CommandEncoderDescriptor, ComputePassDescriptor, MapMode, PollType,
    RawComputePipelineDescriptor, ShaderModuleDescriptor, ShaderSource,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::settings::WgpuSettings;
use bytemuck::cast_slice;
use wonderwheel_commando::level::Level;
use wonderwheel_commando::tfrag::{LodMode, TfragBlock};
use wonderwheel_gs_render::headless;

use super::layout::{FrameRecord, flag};
use super::shader::COMMANDO_SHADER;
use crate::members::LooseMembers;
use crate::scene::LevelScene;

/// Writes for every corner where it is, which corner is drawn, and its colour.
const PROBE: &str = "
@group(2) @binding(0) var<storage, read_write> results: array<vec4<f32>>;

@compute @workgroup_size(64)
fn probe(@builtin(global_invocation_id) id: vec3<u32>) {
    let corner = id.x;
    if (corner >= arrayLength(&infos)) {
        return;
    }
    let mode = frame.padding_0;
    let drawn_as = drawn_corner(corner, mode);
    let place = moved(infos[corner].position, mode);
    results[corner * 2u] = vec4<f32>(place.point, bitcast<f32>(drawn_as));
    results[corner * 2u + 1u] = place.colour;
}
";

/// A world unit has 1,024 raw ones; two sums of four rounded products lie closer than this.
const CLOSE: f32 = 1.0 / 512.0;

#[test]
fn every_corner_is_where_the_formats_crate_moves_it() {
    let Ok(gpu) = headless::open_device(&WgpuSettings::default()) else {
        let required =
            std::env::var_os("WONDERWHEEL_REQUIRE_GPU").is_some_and(|value| value == "1");
        assert!(
            !required,
            "WONDERWHEEL_REQUIRE_GPU is set and there is no GPU adapter"
        );
        eprintln!("skipped: no GPU adapter");
        return;
    };
    let recipe = wonderwheel_forge::Recipe::builtin("commando_demo").expect("built in");
    let game = wonderwheel_forge::forge(&recipe, &mut |_| {}).expect("the recipe is good");
    let level = Level::read(&game.files["level0.wad"]).expect("the forge wrote it");
    let scene = LevelScene::build(&level, &LooseMembers::default());
    assert_eq!(scene.faults, []);
    let block = TfragBlock::read(level.tfrags()).expect("the forge wrote it");
    let colours = scene.lighting.colours(&scene.lighting.bank).bytes;

    let (mut collapsed, mut wandering) = (0, 0);
    for (i, mode) in LodMode::ALL.into_iter().enumerate() {
        // Straight down from ever higher: all depths between the levels are met.
        let distances = &scene.terrain.distances;
        let eye = Vec3::new(
            160.0,
            150.0,
            distances.fine + distances.fine * 0.4 * i as f32,
        );
        let frame = FrameRecord {
            clip_from_relative: Mat4::IDENTITY.to_cols_array_2d(),
            eye: eye.extend(0.1).to_array(),
            forward: Vec3::NEG_Z.extend(0.0).to_array(),
            distances: [distances.coarse, distances.middle, distances.fine, 0.0],
            flags: flag::LIT,
            padding_0: mode as u32,
            ..FrameRecord::default()
        };
        let results = probe(&gpu.0, &gpu.1, &scene, &frame, cast_slice(&colours));
        for (_, patch) in block.patches() {
            let own = &colours[patch.first_position..patch.first_position + patch.positions.len()];
            let expected = patch.morph(mode, distances, own, |point| eye.z - point[2]);
            for (corner, info) in patch.vertex_infos.iter().enumerate() {
                let at = patch.first_vertex_info + corner;
                let (place, colour) = (results[at * 2], results[at * 2 + 1]);
                let drawn_as =
                    patch.first_vertex_info as u32 + u32::from(expected.vertex_infos[corner]);
                assert_eq!(place[3].to_bits(), drawn_as, "{mode:?} corner {at}");
                let wanted = Vec3::from(expected.positions[info.position()]);
                let found = Vec3::new(place[0], place[1], place[2]);
                assert!(
                    found.distance(wanted) < CLOSE,
                    "{mode:?} corner {at}: {found} is not {wanted}"
                );
                let wanted = expected.colors[info.position()];
                let unlike = colour
                    .iter()
                    .zip(wanted)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f32::max);
                assert!(
                    unlike < 0.05,
                    "{mode:?} corner {at}: {colour:?} is not {wanted:?}"
                );
                collapsed += usize::from(drawn_as as usize != at);
                let rest = Vec3::from(patch.world_position(info.position()).expect("its own"));
                wandering += usize::from(rest.distance(found) > 0.01);
            }
        }
    }
    assert!(
        collapsed > 100 && wandering > 1000,
        "{collapsed} collapsed, {wandering} wandering"
    );
}

/// Two vectors a corner.
fn probe(
    device: &RenderDevice,
    queue: &RenderQueue,
    scene: &LevelScene,
    frame: &FrameRecord,
    colours: &[u8],
) -> Vec<[f32; 4]> {
    let text = format!("{}{PROBE}", COMMANDO_SHADER.embedded());
    let module = device.create_and_validate_shader_module(ShaderModuleDescriptor {
        label: None,
        source: ShaderSource::Wgsl(text.into()),
    });
    let pipeline = device.create_compute_pipeline(&RawComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("probe"),
        compilation_options: Default::default(),
        cache: None,
    });
    let filled = |contents: &[u8], usage| {
        device.create_buffer_with_data(&BufferInitDescriptor {
            label: None,
            contents,
            usage,
        })
    };
    let frame = filled(bytemuck::bytes_of(frame), BufferUsages::UNIFORM);
    let positions = filled(cast_slice(&scene.terrain.positions), BufferUsages::STORAGE);
    let infos = filled(cast_slice(&scene.terrain.infos), BufferUsages::STORAGE);
    let colours = filled(colours, BufferUsages::STORAGE);
    let corners = scene.terrain.infos.len();
    let bytes = (corners * 2 * size_of::<[f32; 4]>()) as u64;
    let empty = |usage| {
        device.create_buffer(&BufferDescriptor {
            label: None,
            size: bytes,
            usage,
            mapped_at_creation: false,
        })
    };
    let results = empty(BufferUsages::STORAGE | BufferUsages::COPY_SRC);
    let read = empty(BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    let level = device.create_bind_group(
        None,
        &pipeline.get_bind_group_layout(0).into(),
        &BindGroupEntries::with_indices((
            (0, frame.as_entire_binding()),
            (4, positions.as_entire_binding()),
            (5, infos.as_entire_binding()),
            (6, colours.as_entire_binding()),
        )),
    );
    let out = device.create_bind_group(
        None,
        &pipeline.get_bind_group_layout(2).into(),
        &BindGroupEntries::single(results.as_entire_binding()),
    );
    let mut encoder = device.create_command_encoder(&CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &level, &[]);
    pass.set_bind_group(2, &out, &[]);
    pass.dispatch_workgroups(corners.div_ceil(64) as u32, 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(&results, 0, &read, 0, bytes);
    queue.submit([encoder.finish()]);
    let slice = read.slice(..);
    let (sender, receiver) = mpsc::channel();
    device.map_buffer(&slice, MapMode::Read, move |mapped| {
        sender.send(mapped).expect("it waits below");
    });
    device
        .poll(PollType::wait_indefinitely())
        .expect("the device works");
    receiver.recv().expect("a callback").expect("mapped");
    let bytes = slice.get_mapped_range();
    cast_slice::<u8, [f32; 4]>(&bytes).to_vec()
}
