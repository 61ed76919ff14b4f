//! The frame's two shaders and what they must look like.

use bevy::prelude::*;
use bevy::shader::Shader;

use super::layout::{
    DrawRecord, FrameRecord, LightRecord, PlacementRecord, PresentRecord, ViewRecord,
};
use crate::contract::check_shader;
use crate::kit::{GS_PIXEL, HotShader, WgslFile, add_hot_shader, watch_shaders};

/// `gs.wgsl`: what draws the frame.
pub const GS_SHADER: HotShader = HotShader {
    own: WgslFile {
        path: "shaders/gs.wgsl",
        embedded: include_str!("../../../../assets/shaders/gs.wgsl"),
    },
    shared: &[GS_PIXEL],
    check: check_gs,
};

/// `present.wgsl`: what shows it.
pub const PRESENT_SHADER: HotShader = HotShader {
    own: WgslFile {
        path: "shaders/present.wgsl",
        embedded: include_str!("../../../../assets/shaders/present.wgsl"),
    },
    shared: &[],
    check: check_present,
};

/// The two shaders that pipelines are made from.
#[derive(Resource, Debug, Clone)]
pub(crate) struct GsShaders {
    pub gs: Handle<Shader>,
    pub present: Handle<Shader>,
}

/// Adds the compiled-in shaders and starts to watch the files beside the program, where there are any.
pub(crate) fn add_shaders(app: &mut App) -> GsShaders {
    watch_shaders(app);
    GsShaders {
        gs: add_hot_shader(app, GS_SHADER),
        present: add_hot_shader(app, PRESENT_SHADER),
    }
}

fn check_gs(text: &str) -> Result<(), String> {
    let layouts = [
        layout!("View", ViewRecord: clip_from_relative eye),
        layout!("Frame", FrameRecord: views fog_colour tints fog_far fog_inverse_range prelight_scale
            padding),
        layout!("Placement", PlacementRecord: world_from_local ambient light_count light_indices uv_scale
            normal_scale view padding),
        layout!("Draw", DrawRecord: material blend colour_scale ambient_factor diffuse_factor k l_scale
            placement flags padding),
        layout!("Light", LightRecord: position radius colour kind direction cone_cosine),
    ];
    check_shader(text, &layouts, &GS_BINDINGS, &GS_ENTRIES)
}

const GS_ENTRIES: [&str; 9] = [
    "vertex_packed",
    "vertex_float",
    "fragment_pass",
    "fragment_fail",
    "fragment_all",
    "vertex_tint",
    "fragment_tint",
    "vertex_line",
    "fragment_line",
];

/// Group, binding and what lies there.
const GS_BINDINGS: [(u32, u32, &str); 6] = [
    (0, 0, "Frame"),
    (0, 1, "array of Draw"),
    (0, 2, "array of Placement"),
    (0, 3, "array of Light"),
    (1, 0, "texture"),
    (1, 1, "sampler"),
];

const PRESENT_ENTRIES: [&str; 3] = ["vertex_present", "fragment_raw", "fragment_srgb"];
const PRESENT_BINDINGS: [(u32, u32, &str); 3] =
    [(0, 0, "Present"), (0, 1, "texture"), (0, 2, "sampler")];

fn check_present(text: &str) -> Result<(), String> {
    let layouts = [layout!("Present", PresentRecord: line_step sharp frame_size)];
    check_shader(text, &layouts, &PRESENT_BINDINGS, &PRESENT_ENTRIES)
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::gs::{TEXTURED_SCALE, TestRegister};

    use super::*;

    #[test]
    fn the_compiled_in_shaders_keep_the_contract() {
        for shader in [GS_SHADER, PRESENT_SHADER] {
            (shader.check)(&shader.embedded())
                .unwrap_or_else(|fault| panic!("{}: {fault}", shader.own.path));
        }
    }

    #[test]
    fn the_shaders_numbers_are_those_of_the_cpu_reference() {
        let reference = TestRegister::CUT_OUT.reference();
        for line in [
            format!("const GS_ONE: f32 = {TEXTURED_SCALE:?};"),
            format!("const ALPHA_REFERENCE: f32 = {:?};", f32::from(reference)),
        ] {
            assert!(GS_SHADER.embedded().contains(&line), "{line}");
        }
    }

    #[test]
    fn a_moved_field_is_noticed_by_name() {
        let moved = GS_SHADER
            .embedded()
            .replace("    radius: f32,\n", "")
            .replace("    kind: u32,\n", "    kind: u32,\n    radius: f32,\n");
        let fault = check_gs(&moved).expect_err("radius lies elsewhere");
        assert!(fault.starts_with("struct Light"), "{fault}");
    }

    #[test]
    fn a_changed_binding_a_lost_entry_and_a_typing_error_are_noticed() {
        let gs = GS_SHADER.embedded();
        let bound = gs.replace("@group(0) @binding(3)", "@group(0) @binding(4)");
        assert!(
            check_gs(&bound)
                .expect_err("binding 4")
                .starts_with("bindings are")
        );
        let lost = gs.replace("fn fragment_fail", "fn fragment_failed");
        assert_eq!(
            check_gs(&lost),
            Err("entry point fragment_fail is missing".into())
        );
        let typed = PRESENT_SHADER
            .own
            .embedded
            .replacen("vec3<f32>", "vec3<f3>", 1);
        assert!(
            check_present(&typed)
                .expect_err("no type f3")
                .contains("f3")
        );
    }
}
