//! What a scene is made of: the plain values that [`GlbBuilder`](crate::glb::GlbBuilder) takes.
//!
//! Axes are glTF's, which are RenderWare's too: right-handed, y up, metres, front faces counter-clockwise. Colours are
//! linear. Nothing here knows a game.

use serde_json::Value;

use crate::colour::AlphaUse;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub(crate) u32);

            impl $name {
                /// Its index in the file.
                pub fn index(self) -> u32 {
                    self.0
                }
            }
        )*
    };
}

ids! {
    /// A picture of the file.
    ImageId,
    /// A picture with the way in which it is sampled.
    TextureId,
    /// A material of the file.
    MaterialId,
    /// A mesh of the file; any number of nodes can show it.
    MeshId,
    /// A node of the file.
    NodeId,
    /// A skin of the file.
    SkinId,
}

/// What the corners of a primitive are joined to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Every three are a triangle, counter-clockwise from the front.
    #[default]
    Triangles,
    /// Every two are a line.
    Lines,
    /// Each is a point.
    Points,
}

/// Some triangles, lines or points of one material: flat arrays, an entry a vertex. An empty array is an attribute that
/// the primitive does not have; any other has as many entries as there are positions.
#[derive(Debug, Clone, Default)]
pub struct Primitive<'a> {
    /// What is drawn.
    pub mode: Mode,
    /// Metres.
    pub positions: &'a [[f32; 3]],
    /// Unit vectors.
    pub normals: &'a [[f32; 3]],
    /// Texture coordinates of set 0 and 1, (0, 0) at the picture's top left.
    pub uv_sets: [&'a [[f32; 2]]; 2],
    /// Linear red, green, blue and coverage; 65,535 = 1.0.
    pub colours: &'a [[u16; 4]],
    /// Places in the skin's list of joints.
    pub joints: &'a [[u16; 4]],
    /// How much each joint counts; the four of a vertex add up to 1.
    pub weights: &'a [[f32; 4]],
    /// Attributes that only some programs know, by upper-case names without the leading `_`.
    pub custom: Vec<(&'static str, &'a [f32])>,
    /// Vertices in drawing order; empty for all of them in their own order.
    pub indices: &'a [u32],
    /// What it is drawn with.
    pub material: Option<MaterialId>,
}

impl Primitive<'_> {
    /// How many triangles it is.
    pub fn triangles(&self) -> usize {
        let corners = match self.indices.len() {
            0 => self.positions.len(),
            indices => indices,
        };
        match self.mode {
            Mode::Triangles => corners / 3,
            Mode::Lines | Mode::Points => 0,
        }
    }
}

/// How alpha counts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum AlphaMode {
    /// Not at all.
    #[default]
    Opaque,
    /// A fragment below the cutoff is not drawn, any other is opaque.
    Mask {
        /// 0 to 1.
        cutoff: f32,
    },
    /// As coverage.
    Blend,
}

impl AlphaMode {
    /// That of a texture, if there is one, whose texels are cut out at `cutoff`; `blended` when it is whatever they are.
    pub(crate) fn of(texture: Option<AlphaUse>, blended: bool, cutoff: f32) -> Self {
        match texture {
            _ if blended => Self::Blend,
            Some(AlphaUse::Translucent) => Self::Blend,
            Some(AlphaUse::CutOut) => Self::Mask { cutoff },
            Some(AlphaUse::Opaque) | None => Self::Opaque,
        }
    }
}

/// A material.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// Linear red, green, blue and coverage, 0 to 1.
    pub base_colour: [f32; 4],
    /// The picture that is multiplied with the base colour, by texture coordinate set 0.
    pub base_texture: Option<TextureId>,
    /// How alpha counts.
    pub alpha: AlphaMode,
    /// Whether back faces are drawn too.
    pub double_sided: bool,
    /// Drawn as it is, without lights (`KHR_materials_unlit`).
    pub unlit: bool,
    /// Anything else, an object.
    pub extras: Option<Value>,
}

impl Default for Material {
    /// White, opaque, unlit, front faces only.
    fn default() -> Self {
        Self {
            name: String::new(),
            base_colour: [1.0; 4],
            base_texture: None,
            alpha: AlphaMode::Opaque,
            double_sided: false,
            unlit: true,
            extras: None,
        }
    }
}

/// How a texel is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filter {
    /// The nearest one.
    Nearest,
    /// Four, weighted.
    Linear,
}

/// How a texture is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sampling {
    /// Nearer than its size.
    pub magnify: Filter,
    /// Within a mip level, farther than its size.
    pub minify: Filter,
    /// Between mip levels; `None` when only the largest is used.
    pub between_levels: Option<Filter>,
    /// Whether the edge goes on across and down, instead of the texture repeating.
    pub clamp: [bool; 2],
}

/// Where a node stands in its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// Metres.
    pub translation: [f32; 3],
    /// Unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Factors along the axes.
    pub scale: [f32; 3],
}

impl Default for Transform {
    /// The parent's own place.
    fn default() -> Self {
        Self {
            translation: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
        }
    }
}

impl Transform {
    /// Moved by so many metres.
    pub fn at(translation: [f32; 3]) -> Self {
        Self {
            translation,
            ..Self::default()
        }
    }

    /// The transform that a matrix makes. `None` when no move, turn and stretch along axes makes it, which is all that a
    /// node can do: a sheared or a flat one, or one that is no number.
    pub fn from_affine(matrix: glam::Affine3A) -> Option<Self> {
        /// Of the matrix's largest element.
        const TOLERANCE: f32 = 1e-4;
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        let rotation = rotation.normalize();
        let made = glam::Affine3A::from_scale_rotation_translation(scale, rotation, translation);
        let (made, wanted) = (made.matrix3.to_cols_array(), matrix.matrix3.to_cols_array());
        let largest = wanted
            .iter()
            .fold(0.0_f32, |most, value| most.max(value.abs()));
        let is_same = made
            .iter()
            .zip(&wanted)
            .all(|(made, wanted)| (made - wanted).abs() <= largest * TOLERANCE);
        // A comparison with what is no number is false.
        (is_same && largest > 0.0 && translation.is_finite()).then(|| Self {
            translation: translation.to_array(),
            rotation: rotation.to_array(),
            scale: scale.to_array(),
        })
    }
}

/// A node. Its children come to be before it.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Where it stands in its parent.
    pub transform: Transform,
    /// What it shows.
    pub mesh: Option<MeshId>,
    /// What moves the mesh's vertices; the mesh has joints and weights then.
    pub skin: Option<SkinId>,
    /// Nodes of which it is the only parent.
    pub children: Vec<NodeId>,
    /// Anything else, an object.
    pub extras: Option<Value>,
}

impl Node {
    /// A node of a name, in its parent's own place.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}

/// A skeleton, as a mesh sees it.
#[derive(Debug, Clone, Default)]
pub struct Skin {
    /// Its name.
    pub name: String,
    /// The bones, in the order of the joint numbers of vertices.
    pub joints: Vec<NodeId>,
    /// Column-major matrices from the mesh's space to each bone's, in the pose that the mesh was made in; empty when all
    /// are the identity.
    pub inverse_bind: Vec<[f32; 16]>,
    /// The node above all bones.
    pub skeleton: Option<NodeId>,
}

/// A number for extras in as few digits as bring the same `f32` back. What is no number becomes null.
pub fn number(value: f32) -> Value {
    let digits = value.to_string();
    digits
        .parse::<f64>()
        .ok()
        .and_then(serde_json::Number::from_f64)
        .map_or(Value::Null, Value::Number)
}

/// A list of numbers, as [`number`] gives each.
pub fn numbers(values: &[f32]) -> Value {
    values.iter().copied().map(number).collect()
}
