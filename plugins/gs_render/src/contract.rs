//! The contract between Rust and WGSL: structs byte for byte, bindings, entry points.
//!
//! Checked in a test for the shaders that are compiled in, and at run time for every shader that comes from disk: a
//! wrong layout would not crash, it would draw nonsense.

use crate::gpu::layout::{
    DrawRecord, FrameRecord, LightRecord, PlacementRecord, PresentRecord, ViewRecord,
};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, TypeInner};

/// A struct as Rust lays it out: name in WGSL, size, fields with their offsets. [`layout!`](crate::layout) makes one.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Its name in WGSL.
    pub name: &'static str,
    /// Bytes.
    pub size: usize,
    /// Fields with their offsets, in order.
    pub fields: Vec<(&'static str, usize)>,
}

/// The [`Layout`](contract::Layout) of a record: `layout!("View" = ViewRecord { eye, .. })`, every field named.
#[macro_export]
macro_rules! layout {
    ($wgsl:literal = $record:ty { $($field:ident),* $(,)? }) => {
        $crate::contract::Layout {
            name: $wgsl,
            size: size_of::<$record>(),
            fields: vec![$((stringify!($field), ::std::mem::offset_of!($record, $field))),*],
        }
    };
}

/// Checks a shader against what the program writes and binds. A binding is a group, a number and what lies there: the name of a struct,
/// `array of` one, `texture` or `sampler`. The error is for a reader: place and reason.
///
/// # Errors
/// The first thing that is otherwise.
pub fn check_shader(
    text: &str,
    layouts: &[Layout],
    bindings: &[(u32, u32, &str)],
    entries: &[&str],
) -> Result<(), String> {
    check(&module_of(text)?, layouts, bindings, entries)
}

fn gs_layouts() -> Vec<Layout> {
    vec![
        layout!(
            "View" = ViewRecord {
                clip_from_relative,
                eye
            }
        ),
        layout!(
            "Frame" = FrameRecord {
                views,
                fog_colour,
                tints,
                fog_far,
                fog_inverse_range,
                prelight_scale,
                padding,
            }
        ),
        layout!(
            "Placement" = PlacementRecord {
                world_from_local,
                ambient,
                light_count,
                light_indices,
                uv_scale,
                normal_scale,
                view,
                padding,
            }
        ),
        layout!(
            "Draw" = DrawRecord {
                material,
                blend,
                colour_scale,
                ambient_factor,
                diffuse_factor,
                k,
                l_scale,
                placement,
                flags,
                padding,
            }
        ),
        layout!(
            "Light" = LightRecord {
                position,
                radius,
                colour,
                kind,
                direction,
                cone_cosine
            }
        ),
    ]
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

/// Checks a text for `gs.wgsl`. The error is for a reader: place and reason.
pub fn check_gs(text: &str) -> Result<(), String> {
    check_shader(text, &gs_layouts(), &GS_BINDINGS, &GS_ENTRIES)
}

/// Checks a text for `present.wgsl`.
pub fn check_present(text: &str) -> Result<(), String> {
    let layouts = [layout!(
        "Present" = PresentRecord {
            line_step,
            sharp,
            frame_size
        }
    )];
    check_shader(text, &layouts, &PRESENT_BINDINGS, &PRESENT_ENTRIES)
}

fn module_of(text: &str) -> Result<Module, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string(text))?;
    Ok(module)
}

fn check(
    module: &Module,
    layouts: &[Layout],
    bindings: &[(u32, u32, &str)],
    entries: &[&str],
) -> Result<(), String> {
    for layout in layouts {
        check_layout(module, layout)?;
    }
    let mut found: Vec<_> = module
        .global_variables
        .iter()
        .filter_map(|(_, variable)| {
            let binding = variable.binding.as_ref()?;
            Some((
                binding.group,
                binding.binding,
                describe(module, variable.ty),
            ))
        })
        .collect();
    found.sort();
    let expected: Vec<_> = bindings
        .iter()
        .map(|(group, binding, what)| (*group, *binding, what.to_string()))
        .collect();
    if found != expected {
        return Err(format!(
            "bindings are {found:?}, the program binds {expected:?}"
        ));
    }
    for entry in entries {
        if !module.entry_points.iter().any(|point| point.name == *entry) {
            return Err(format!("entry point {entry} is missing"));
        }
    }
    Ok(())
}

fn describe(module: &Module, ty: naga::Handle<naga::Type>) -> String {
    let ty = &module.types[ty];
    match &ty.inner {
        TypeInner::Struct { .. } => ty.name.clone().unwrap_or_default(),
        TypeInner::Array { base, .. } => format!("array of {}", describe(module, *base)),
        TypeInner::Image { .. } => "texture".into(),
        TypeInner::Sampler { .. } => "sampler".into(),
        other => format!("{other:?}"),
    }
}

fn check_layout(module: &Module, layout: &Layout) -> Result<(), String> {
    let found = module.types.iter().find_map(|(_, ty)| match &ty.inner {
        TypeInner::Struct { members, span } if ty.name.as_deref() == Some(layout.name) => {
            Some((members, *span))
        }
        _ => None,
    });
    let Some((members, span)) = found else {
        return Err(format!("struct {} is missing", layout.name));
    };
    let fields: Vec<_> = members
        .iter()
        .map(|member| {
            (
                member.name.as_deref().unwrap_or_default(),
                member.offset as usize,
            )
        })
        .collect();
    if fields != layout.fields {
        return Err(format!(
            "struct {} has {fields:?}, the program writes {:?}",
            layout.name, layout.fields
        ));
    }
    if span as usize != layout.size {
        return Err(format!(
            "struct {} takes {span} bytes, the program writes {}",
            layout.name, layout.size
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shaders::{GS_WGSL, PRESENT_WGSL};
    use wonderwheel_ps2::gs::{TEXTURED_SCALE, TestRegister};

    #[test]
    fn the_compiled_in_shaders_keep_the_contract() {
        check_gs(GS_WGSL).unwrap_or_else(|fault| panic!("gs.wgsl: {fault}"));
        check_present(PRESENT_WGSL).unwrap_or_else(|fault| panic!("present.wgsl: {fault}"));
    }

    #[test]
    fn the_shaders_numbers_are_those_of_the_cpu_reference() {
        let reference = TestRegister::CUT_OUT.reference();
        for line in [
            format!("const GS_ONE: f32 = {TEXTURED_SCALE:?};"),
            format!("const ALPHA_REFERENCE: f32 = {:?};", f32::from(reference)),
        ] {
            assert!(GS_WGSL.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_moved_field_is_noticed_by_name() {
        let moved = GS_WGSL
            .replace("    radius: f32,\n", "")
            .replace("    kind: u32,\n", "    kind: u32,\n    radius: f32,\n");
        let fault = check_gs(&moved).expect_err("radius lies elsewhere");
        assert!(fault.starts_with("struct Light"), "{fault}");
    }

    #[test]
    fn a_changed_binding_a_lost_entry_and_a_typing_error_are_noticed() {
        let bound = GS_WGSL.replace("@group(0) @binding(3)", "@group(0) @binding(4)");
        assert!(
            check_gs(&bound)
                .expect_err("binding 4")
                .starts_with("bindings are")
        );
        let lost = GS_WGSL.replace("fn fragment_fail", "fn fragment_failed");
        assert_eq!(
            check_gs(&lost),
            Err("entry point fragment_fail is missing".into())
        );
        let typed = PRESENT_WGSL.replacen("vec3<f32>", "vec3<f3>", 1);
        assert!(
            check_present(&typed)
                .expect_err("no type f3")
                .contains("f3")
        );
    }
}
