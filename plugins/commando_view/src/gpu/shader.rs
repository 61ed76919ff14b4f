//! `commando.wgsl`: compiled in, replaced from the assets folder, never by a broken one.

use bevy::prelude::*;
use bevy::shader::Shader;
use wonderwheel_gs_render::contract::check_shader;
use wonderwheel_gs_render::kit::{GS_PIXEL, HotShader, WgslFile, add_hot_shader};
use wonderwheel_gs_render::layout;

use super::layout::{FrameRecord, MaterialRecord};
use crate::choose::DrawnRecord;
use crate::scene::instances::InstanceRecord;
use crate::scene::terrain::{InfoRecord, PositionRecord};

/// `commando.wgsl`: what draws a level.
pub const COMMANDO_SHADER: HotShader = HotShader {
    own: WgslFile {
        path: "shaders/commando.wgsl",
        embedded: include_str!("../../../../assets/shaders/commando.wgsl"),
    },
    shared: &[GS_PIXEL],
    check,
};

/// The shader that pipelines are made from.
#[derive(Resource, Debug, Clone)]
pub(crate) struct CommandoShader(pub Handle<Shader>);

/// Adds it to the app.
pub(super) fn add(app: &mut App) -> CommandoShader {
    CommandoShader(add_hot_shader(app, COMMANDO_SHADER))
}

/// Whether a text is what the program writes and binds for.
fn check(text: &str) -> Result<(), String> {
    let layouts = [
        layout!("Frame", FrameRecord: clip_from_relative eye forward right fog_colour fog distances flags
            padding_0 padding_1 padding_2),
        layout!("Drawn", DrawnRecord: instance material morph fade mode),
        layout!("Material", MaterialRecord: k last_level flags padding),
        layout!("Instance", InstanceRecord: world_from_class billboard colours billboard_colour padding_0
            padding_1),
        layout!("Position", PositionRecord: point tier first second padding_0 padding_1),
        layout!("Info", InfoRecord: position st tier replacement first second),
    ];
    check_shader(text, &layouts, &BINDINGS, &ENTRIES)
}

/// Group, binding and what lies there.
const BINDINGS: [(u32, u32, &str); 9] = [
    (0, 0, "Frame"),
    (0, 1, "array of Drawn"),
    (0, 2, "array of Material"),
    (0, 3, "array of Instance"),
    (0, 4, "array of Position"),
    (0, 5, "array of Info"),
    (0, 6, "array of Scalar(Scalar { kind: Uint, width: 4 })"),
    (1, 0, "texture"),
    (1, 1, "sampler"),
];

const ENTRIES: [&str; 10] = [
    "vertex_terrain",
    "vertex_model",
    "vertex_billboard",
    "vertex_sky",
    "vertex_collision",
    "fragment_pass",
    "fragment_fail",
    "fragment_all",
    "fragment_sky",
    "fragment_collision",
];

#[cfg(test)]
mod tests {
    use wonderwheel_commando::tfrag::LodMode;
    use wonderwheel_gs_render::contract::check_back_ends;

    use super::*;

    #[test]
    fn the_compiled_in_shader_keeps_the_contract_and_is_valid_for_every_back_end() {
        let text = COMMANDO_SHADER.embedded();
        check(&text).unwrap_or_else(|fault| panic!("commando.wgsl: {fault}"));
        check_back_ends(&text).unwrap_or_else(|fault| panic!("commando.wgsl: {fault}"));
    }

    #[test]
    fn a_moved_field_is_noticed() {
        let moved = COMMANDO_SHADER.embedded().replace(
            "    morph: f32,\n    fade: f32,",
            "    fade: f32,\n    morph: f32,",
        );
        let fault = check(&moved).expect_err("moved");
        assert!(fault.starts_with("struct Drawn"), "{fault}");
    }

    #[test]
    fn modes_have_the_numbers_of_the_formats_crate() {
        for (name, mode) in [
            ("LOD_2", LodMode::Lod2),
            ("LOD_1_COLLAPSE", LodMode::Lod1Collapse),
            ("LOD_1_MORPH", LodMode::Lod1Morph),
            ("LOD_0_COLLAPSE", LodMode::Lod0Collapse),
            ("LOD_0_MORPH", LodMode::Lod0Morph),
            ("LOD_0", LodMode::Lod0),
        ] {
            let line = format!("const {name}: u32 = {}u;", mode as u32);
            assert!(COMMANDO_SHADER.own.embedded.contains(&line), "{line}");
        }
    }
}
