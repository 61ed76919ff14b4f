//! The contract between Rust and WGSL: structs byte for byte, bindings, entry points, and the languages of all back ends.
//!
//! Checked in a test for the shaders that are compiled in, and at run time for every shader that comes from disk: a
//! wrong layout would not crash, it would draw nonsense.

use bevy::mesh::VertexBufferLayout;
use naga::back::{glsl, hlsl, msl, spv};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
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

/// The [`Layout`](crate::contract::Layout) of a record: `layout!("View", ViewRecord: clip_from_relative eye)`, every field named.
#[macro_export]
macro_rules! layout {
    ($wgsl:literal, $record:ty: $($field:ident)*) => {
        $crate::contract::Layout {
            name: $wgsl,
            size: size_of::<$record>(),
            fields: vec![$((stringify!($field), ::std::mem::offset_of!($record, $field))),*],
        }
    };
}

impl Layout {
    /// Whether a vertex buffer of these records is read field by field, all of them in order.
    pub fn is_read_by(&self, buffer: &VertexBufferLayout) -> bool {
        let read = buffer.attributes.iter().map(|attribute| attribute.offset);
        buffer.array_stride == self.size as u64
            && read.eq(self.fields.iter().map(|(_, offset)| *offset as u64))
    }
}

/// Checks a shader against what the program writes and binds. A binding is a group, a number and what lies there: the name
/// of a struct, `array of` one, `texture` or `sampler`. The error is for a reader: place and reason.
///
/// # Errors
/// The first thing that is otherwise.
pub fn check_shader(
    text: &str,
    layouts: &[Layout],
    bindings: &[(u32, u32, &str)],
    entries: &[&str],
) -> Result<(), String> {
    let (module, _) = module_of(text)?;
    check(&module, layouts, bindings, entries)
}

/// Checks that a text is a valid module. The error is for a reader: place and reason.
pub fn check_module(text: &str) -> Result<(), String> {
    module_of(text).map(|_| ())
}

/// Checks that a shader can be written in the language of every back end that the engine has: SPIR-V, HLSL, MSL and desktop
/// GLSL 4.30.
///
/// # Errors
/// The first language that it cannot be written in, and why.
pub fn check_back_ends(text: &str) -> Result<(), String> {
    let (module, info) = module_of(text)?;
    spv::write_vec(&module, &info, &spv::Options::default(), None)
        .map_err(|error| format!("SPIR-V: {error}"))?;
    let options = hlsl::Options {
        fake_missing_bindings: true,
        ..hlsl::Options::default()
    };
    hlsl::Writer::new(
        &mut String::new(),
        &options,
        &hlsl::PipelineOptions::default(),
    )
    .write(&module, &info, None)
    .map_err(|error| format!("HLSL: {error}"))?;
    // Version 2.1 is the first with invariant positions.
    let options = msl::Options {
        lang_version: (2, 1),
        fake_missing_bindings: true,
        ..msl::Options::default()
    };
    msl::write_string(&module, &info, &options, &msl::PipelineOptions::default())
        .map_err(|error| format!("MSL: {error}"))?;
    let options = glsl::Options {
        version: glsl::Version::Desktop(430),
        ..glsl::Options::default()
    };
    for entry in &module.entry_points {
        let pipeline = glsl::PipelineOptions {
            shader_stage: entry.stage,
            entry_point: entry.name.clone(),
            multiview: None,
        };
        let policies = BoundsCheckPolicies::default();
        glsl::Writer::new(
            &mut String::new(),
            &module,
            &info,
            &options,
            &pipeline,
            policies,
        )
        .and_then(|mut writer| writer.write())
        .map_err(|error| format!("GLSL, {}: {error}", entry.name))?;
    }
    Ok(())
}

fn module_of(text: &str) -> Result<(Module, ModuleInfo), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string(text))?;
    Ok((module, info))
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
