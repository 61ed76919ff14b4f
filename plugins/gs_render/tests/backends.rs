//! Both shaders are valid for every back end that wgpu has: SPIR-V, HLSL, MSL and desktop GLSL 4.30.

use naga::back::msl;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use wonderwheel_gs_render::contract::check_back_ends;
use wonderwheel_gs_render::{GS_SHADER, PRESENT_SHADER};

fn module(text: &str) -> Module {
    naga::front::wgsl::parse_str(text)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)))
}

#[test]
fn the_shaders_are_valid_in_the_language_of_every_back_end() {
    for shader in [GS_SHADER, PRESENT_SHADER] {
        assert_eq!(check_back_ends(&shader.embedded()), Ok(()), "{shader:?}");
    }
}

#[test]
fn positions_of_dual_layers_are_invariant_in_msl() {
    let module = module(&GS_SHADER.embedded());
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .expect("the contract holds");
    // Version 2.1 is the first with invariant positions.
    let options = msl::Options {
        lang_version: (2, 1),
        fake_missing_bindings: true,
        ..msl::Options::default()
    };
    let (text, _) = msl::write_string(&module, &info, &options, &msl::PipelineOptions::default())
        .expect("valid MSL");
    assert!(text.contains("invariant"), "dual layers need it");
}

#[test]
fn the_frame_keeps_to_eight_storage_buffers_and_needs_no_extension() {
    for shader in [GS_SHADER, PRESENT_SHADER] {
        let module = module(&shader.embedded());
        let storage = module
            .global_variables
            .iter()
            .filter(|(_, variable)| matches!(variable.space, naga::AddressSpace::Storage { .. }))
            .count();
        assert!(storage <= 8, "{} has {storage}", shader.own.path);
        assert!(
            module
                .entry_points
                .iter()
                .all(|entry| entry.stage != ShaderStage::Compute)
        );
    }
}
