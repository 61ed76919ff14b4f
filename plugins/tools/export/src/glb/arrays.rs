//! Attribute arrays as bytes, checked.

use gltf_json::accessor::{ComponentType, Type};
use gltf_json::mesh::Semantic;

use crate::scene::{Mode, Primitive};

/// What the elements of an accessor are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Elements {
    pub component: ComponentType,
    pub ty: Type,
    /// Whether whole numbers stand for 0 to 1.
    pub normalized: bool,
    pub bytes: usize,
}

impl Elements {
    pub const INDEX: Self = Self::new(ComponentType::U32, Type::Scalar, 4);
    pub const SHORT_INDEX: Self = Self::new(ComponentType::U16, Type::Scalar, 2);
    pub const MATRIX: Self = Self::new(ComponentType::F32, Type::Mat4, 64);
    const SCALAR: Self = Self::new(ComponentType::F32, Type::Scalar, 4);
    const VEC2: Self = Self::new(ComponentType::F32, Type::Vec2, 8);
    const VEC3: Self = Self::new(ComponentType::F32, Type::Vec3, 12);
    const VEC4: Self = Self::new(ComponentType::F32, Type::Vec4, 16);
    const JOINTS: Self = Self::new(ComponentType::U16, Type::Vec4, 8);
    pub const COLOUR: Self = Self {
        normalized: true,
        ..Self::JOINTS
    };

    const fn new(component: ComponentType, ty: Type, bytes: usize) -> Self {
        Self {
            component,
            ty,
            normalized: false,
            bytes,
        }
    }
}

/// An attribute of a primitive.
pub(super) struct Array {
    pub semantic: Semantic,
    pub elements: Elements,
    pub count: usize,
    pub bytes: Vec<u8>,
    /// Least and greatest of each axis; positions only.
    pub bounds: Option<[[f32; 3]; 2]>,
}

/// What was expected, and what was found.
type Fault = (&'static str, String);

/// How far a normal's squared length, or the sum of weights, may be from 1: well below what validators allow.
const UNIT_TOLERANCE: f32 = 1e-3;

/// The attributes of a primitive, after a look at everything about it.
pub(super) fn of(primitive: &Primitive<'_>) -> Result<Vec<Array>, Fault> {
    let count = primitive.positions.len();
    if count == 0 {
        return Err(("a vertex", "none".to_owned()));
    }
    check_indices(primitive, count)?;
    let mut arrays = Vec::new();
    let mut add = |semantic, elements: Elements, bytes: Vec<u8>| {
        let length = bytes.len() / elements.bytes;
        if length == 0 {
            return Ok(());
        }
        if length != count {
            let found = format!("{length} for {count} vertices");
            return Err(("as many entries of each attribute as positions", found));
        }
        arrays.push(Array {
            semantic,
            elements,
            count,
            bytes,
            bounds: None,
        });
        Ok(())
    };
    let (positions, normals) = (primitive.positions, primitive.normals);
    let bytes = floats("positions that are finite", positions.as_flattened())?;
    add(Semantic::Positions, Elements::VEC3, bytes)?;
    if let Some(normal) = normals.iter().find(|normal| !is_unit(**normal)) {
        return Err(("normals of unit length", format!("{normal:?}")));
    }
    let bytes = floats("normals that are finite", normals.as_flattened())?;
    add(Semantic::Normals, Elements::VEC3, bytes)?;
    for (set, uvs) in (0..).zip(primitive.uv_sets) {
        let bytes = floats("texture coordinates that are finite", uvs.as_flattened())?;
        add(Semantic::TexCoords(set), Elements::VEC2, bytes)?;
    }
    let colours = primitive.colours.as_flattened().iter();
    let bytes = colours.flat_map(|value| value.to_le_bytes()).collect();
    add(Semantic::Colors(0), Elements::COLOUR, bytes)?;
    let (joints, weights) = (primitive.joints, primitive.weights);
    if joints.len() != weights.len() {
        let found = format!("{} and {}", joints.len(), weights.len());
        return Err(("as many joints as weights", found));
    }
    if let Some(weights) = weights.iter().find(|weights| !adds_up(**weights)) {
        return Err(("weights from 0 that add up to 1", format!("{weights:?}")));
    }
    // A joint that does not count is joint 0: that is what validators ask for.
    let both = joints.as_flattened().iter().zip(weights.as_flattened());
    let counting = both.map(|(joint, weight)| if *weight > 0.0 { *joint } else { 0 });
    let bytes = counting.flat_map(u16::to_le_bytes).collect();
    add(Semantic::Joints(0), Elements::JOINTS, bytes)?;
    let bytes = floats("weights that are finite", weights.as_flattened())?;
    add(Semantic::Weights(0), Elements::VEC4, bytes)?;
    for (name, values) in &primitive.custom {
        let bytes = floats("attributes that are finite", values)?;
        add(
            Semantic::Extras((*name).to_owned()),
            Elements::SCALAR,
            bytes,
        )?;
    }
    if let Some(first) = arrays.first_mut() {
        first.bounds = bounds(positions);
    }
    Ok(arrays)
}

/// Every attribute that any primitive has, each once.
pub(super) fn semantics(arrays: &[Vec<Array>]) -> Vec<Semantic> {
    let mut all: Vec<Semantic> = Vec::new();
    for array in arrays.iter().flatten() {
        if !all.contains(&array.semantic) {
            all.push(array.semantic.clone());
        }
    }
    all
}

fn check_indices(primitive: &Primitive<'_>, count: usize) -> Result<(), Fault> {
    let corners = match primitive.indices.len() {
        0 => count,
        indices => indices,
    };
    let (each, expected) = match primitive.mode {
        Mode::Triangles => (3, "three corners a triangle"),
        Mode::Lines => (2, "two ends a line"),
        Mode::Points => (1, ""),
    };
    if !corners.is_multiple_of(each) {
        return Err((expected, corners.to_string()));
    }
    let mut indices = primitive.indices.iter();
    match indices.find(|index| **index as usize >= count) {
        Some(index) => Err((
            "indices below the number of vertices",
            format!("{index} of {count}"),
        )),
        None => Ok(()),
    }
}

fn floats(expected: &'static str, values: &[f32]) -> Result<Vec<u8>, Fault> {
    if let Some(value) = values.iter().find(|value| !value.is_finite()) {
        return Err((expected, value.to_string()));
    }
    Ok(values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect())
}

fn is_unit([x, y, z]: [f32; 3]) -> bool {
    (x * x + y * y + z * z - 1.0).abs() <= UNIT_TOLERANCE
}

fn adds_up(weights: [f32; 4]) -> bool {
    let sum: f32 = weights.iter().sum();
    weights.iter().all(|weight| *weight >= 0.0) && (sum - 1.0).abs() <= UNIT_TOLERANCE
}

fn bounds(positions: &[[f32; 3]]) -> Option<[[f32; 3]; 2]> {
    let mut positions = positions.iter().map(|position| glam::Vec3::from(*position));
    let first = positions.next()?;
    let (min, max) = positions.fold((first, first), |(min, max), position| {
        (min.min(position), max.max(position))
    });
    Some([min.to_array(), max.to_array()])
}
