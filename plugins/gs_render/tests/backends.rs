//! Both shaders are valid for every back end that wgpu has: SPIR-V, HLSL, MSL and desktop GLSL 4.30.

use naga::back::{glsl, hlsl, msl, spv};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

const SHADERS: [(&str, &str); 2] = [
    ("gs.wgsl", include_str!("../../../assets/shaders/gs.wgsl")),
    (
        "present.wgsl",
        include_str!("../../../assets/shaders/present.wgsl"),
    ),
];

fn modules() -> impl Iterator<Item = (&'static str, Module, ModuleInfo)> {
    SHADERS.into_iter().map(|(name, text)| {
        let module = naga::front::wgsl::parse_str(text)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
        (name, module, info)
    })
}

#[test]
fn the_shaders_are_valid_spir_v() {
    for (name, module, info) in modules() {
        let words = spv::write_vec(&module, &info, &spv::Options::default(), None);
        assert!(words.is_ok(), "{name}: {words:?}");
    }
}

#[test]
fn the_shaders_are_valid_hlsl() {
    for (name, module, info) in modules() {
        let mut text = String::new();
        let options = hlsl::Options {
            fake_missing_bindings: true,
            ..hlsl::Options::default()
        };
        let pipeline = hlsl::PipelineOptions::default();
        let written = hlsl::Writer::new(&mut text, &options, &pipeline)
            .write(&module, &info, None)
            .map(|_| ());
        assert!(written.is_ok(), "{name}: {written:?}");
    }
}

#[test]
fn the_shaders_are_valid_msl() {
    for (name, module, info) in modules() {
        // Version 2.1 is the first with invariant positions.
        let options = msl::Options {
            lang_version: (2, 1),
            fake_missing_bindings: true,
            ..msl::Options::default()
        };
        let written = msl::write_string(&module, &info, &options, &msl::PipelineOptions::default());
        let text = written.map(|(text, _)| text);
        assert!(text.is_ok(), "{name}: {text:?}");
        assert!(
            name != "gs.wgsl" || text.is_ok_and(|text| text.contains("invariant")),
            "dual layers need it"
        );
    }
}

#[test]
fn every_entry_point_is_valid_glsl_430() {
    for (name, module, info) in modules() {
        for entry in &module.entry_points {
            let mut text = String::new();
            let options = glsl::Options {
                version: glsl::Version::Desktop(430),
                ..glsl::Options::default()
            };
            let pipeline = glsl::PipelineOptions {
                shader_stage: entry.stage,
                entry_point: entry.name.clone(),
                multiview: None,
            };
            let written = glsl::Writer::new(
                &mut text,
                &module,
                &info,
                &options,
                &pipeline,
                BoundsCheckPolicies::default(),
            )
            .and_then(|mut writer| writer.write());
            assert!(written.is_ok(), "{name}, {}: {written:?}", entry.name);
        }
    }
}

#[test]
fn the_frame_keeps_to_eight_storage_buffers_and_needs_no_extension() {
    for (name, module, _) in modules() {
        let storage = module
            .global_variables
            .iter()
            .filter(|(_, variable)| matches!(variable.space, naga::AddressSpace::Storage { .. }))
            .count();
        assert!(storage <= 8, "{name} has {storage}");
        assert!(
            module
                .entry_points
                .iter()
                .all(|entry| entry.stage != ShaderStage::Compute)
        );
    }
}
