//! A glTF 2.0 file in its binary form, made piece by piece.
//!
//! Every array goes into the file's buffer as it is added, so that a builder never holds more than the file itself:
//! pictures and meshes can be made, added and dropped one after the other. The same calls give the same bytes.

mod arrays;
mod file;
mod records;

use std::collections::BTreeMap;

use gltf_json as json;
use json::validation::{Checked, USize64};
use json::{Index, Root};
use serde_json::Value;

use crate::error::{ExportError, Result};
use crate::scene::{
    AlphaMode, ImageId, Material, MaterialId, MeshId, Mode, Node, NodeId, Primitive, Sampling,
    Skin, SkinId, TextureId, Transform,
};

use arrays::{Array, Elements};
pub use file::Glb;
use records::{indices, material_json, raw, sampler_json};

/// What a picture is called in a file, and where its bytes lie.
type ImagePlace = (ImageId, std::ops::Range<usize>);

/// Builds a file: images, textures, materials, meshes, skins and nodes first, then the scenes that show them.
#[derive(Debug, Default)]
pub struct GlbBuilder {
    root: Root,
    bin: Vec<u8>,
    images: BTreeMap<String, Vec<ImagePlace>>,
    samplers: BTreeMap<Sampling, u32>,
    textures: BTreeMap<(ImageId, Sampling, String), TextureId>,
    materials: BTreeMap<String, MaterialId>,
    /// Whether each node has a parent, or stands in a scene.
    is_child: Vec<bool>,
    /// Which meshes have joints.
    is_skinned: Vec<bool>,
    /// The matrices of skins, by their bytes.
    matrices: BTreeMap<Vec<u8>, Index<json::Accessor>>,
}

/// Alignment of chunks, views and elements.
const ALIGNMENT: usize = 4;
const UNLIT: &str = "KHR_materials_unlit";

impl GlbBuilder {
    /// An empty file that says which program made it. `extras` are those of the asset.
    pub fn new(generator: &str, extras: Option<Value>) -> Self {
        let mut builder = Self::default();
        builder.root.asset.generator = Some(generator.to_owned());
        builder.root.asset.extras = raw(extras);
        builder
    }

    /// Adds a PNG. One that has the same name and the same bytes as another is that other one.
    ///
    /// # Errors
    /// `Malformed` when the bytes are no PNG.
    pub fn image(&mut self, name: &str, png: &[u8]) -> Result<ImageId> {
        const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";
        if !png.starts_with(MAGIC) {
            let (what, found) = (format!("image {name}"), png.len());
            let found = format!("{found} other bytes");
            return Err(ExportError::malformed(what, "a PNG", found));
        }
        let same = self.images.get(name).and_then(|places| {
            let mut places = places.iter();
            places.find(|(_, range)| self.bin.get(range.clone()) == Some(png))
        });
        if let Some((id, _)) = same {
            return Ok(*id);
        }
        let range = self.append(png);
        let view = self.view(range.clone(), None, None);
        let image = json::Image {
            buffer_view: Some(view),
            mime_type: Some(json::image::MimeType("image/png".to_owned())),
            name: Some(name.to_owned()),
            uri: None,
            extensions: None,
            extras: None,
        };
        let id = ImageId(push(&mut self.root.images, image));
        let places = self.images.entry(name.to_owned()).or_default();
        places.push((id, range));
        Ok(id)
    }

    /// A picture with the way in which it is sampled.
    pub fn texture(
        &mut self,
        name: &str,
        image: ImageId,
        sampling: Sampling,
        extras: Option<Value>,
    ) -> TextureId {
        let words = extras.as_ref().map_or_else(String::new, Value::to_string);
        let key = (image, sampling, words);
        if let Some(id) = self.textures.get(&key) {
            return *id;
        }
        let samplers = &mut self.root.samplers;
        let sampler = self.samplers.entry(sampling);
        let sampler = *sampler.or_insert_with(|| push(samplers, sampler_json(sampling)));
        let texture = json::Texture {
            name: Some(name.to_owned()),
            sampler: Some(Index::new(sampler)),
            source: Index::new(image.0),
            extensions: None,
            extras: raw(extras),
        };
        let id = TextureId(push(&mut self.root.textures, texture));
        self.textures.insert(key, id);
        id
    }

    /// Adds a material. One that is equal to another is that other one.
    ///
    /// # Errors
    /// `Malformed` when a colour or the cutoff is outside of 0 to 1.
    pub fn material(&mut self, material: &Material) -> Result<MaterialId> {
        let cutoff = match material.alpha {
            AlphaMode::Mask { cutoff } => Some(cutoff),
            AlphaMode::Opaque | AlphaMode::Blend => None,
        };
        let factors = material.base_colour.iter().chain(&cutoff);
        if let Some(wrong) = factors.copied().find(|value| !(0.0..=1.0).contains(value)) {
            let what = format!("material {}", material.name);
            return Err(ExportError::malformed(what, "factors from 0 to 1", wrong));
        }
        // The words of the file tell materials apart, numbers to the last bit among them.
        let key = format!("{material:?}");
        if let Some(id) = self.materials.get(&key) {
            return Ok(*id);
        }
        if material.unlit && self.root.extensions_used.is_empty() {
            self.root.extensions_used.push(UNLIT.to_owned());
        }
        let made = material_json(material, cutoff);
        let id = MaterialId(push(&mut self.root.materials, made));
        self.materials.insert(key, id);
        Ok(id)
    }

    /// Adds a mesh; its primitives' arrays go into the buffer attribute by attribute.
    ///
    /// # Errors
    /// `Malformed` when an array has another length than the positions, an index leads nowhere or to half a triangle or
    /// line, a number is not finite, a normal has no unit length or weights do not add up to 1; and when there is no
    /// primitive, or one without a vertex.
    pub fn mesh(
        &mut self,
        name: &str,
        primitives: &[Primitive<'_>],
        extras: Option<Value>,
    ) -> Result<MeshId> {
        if primitives.is_empty() {
            let what = format!("mesh {name}");
            return Err(ExportError::malformed(what, "a primitive", "none"));
        }
        let mut arrays: Vec<Vec<Array>> = Vec::with_capacity(primitives.len());
        for (number, primitive) in primitives.iter().enumerate() {
            arrays.push(arrays::of(primitive).map_err(|(expected, found)| {
                let what = format!("mesh {name}, primitive {number}");
                ExportError::malformed(what, expected, found)
            })?);
        }
        let mut attributes = vec![BTreeMap::new(); primitives.len()];
        for semantic in arrays::semantics(&arrays) {
            self.attribute(&semantic, &mut arrays, &mut attributes);
        }
        let indices = self.indices(primitives);
        let parts = primitives.iter().zip(attributes).zip(indices);
        let primitives_json =
            parts.map(|((primitive, attributes), indices)| json::mesh::Primitive {
                attributes,
                extensions: None,
                extras: None,
                indices,
                material: primitive.material.map(|id| Index::new(id.0)),
                mode: Checked::Valid(match primitive.mode {
                    Mode::Triangles => json::mesh::Mode::Triangles,
                    Mode::Lines => json::mesh::Mode::Lines,
                    Mode::Points => json::mesh::Mode::Points,
                }),
                targets: None,
            });
        let primitives_json = primitives_json.collect();
        let mut all = primitives.iter();
        let is_skinned = all.all(|primitive| !primitive.joints.is_empty());
        Ok(self.push_mesh(name, primitives_json, is_skinned, extras))
    }

    fn push_mesh(
        &mut self,
        name: &str,
        primitives: Vec<json::mesh::Primitive>,
        is_skinned: bool,
        extras: Option<Value>,
    ) -> MeshId {
        let mesh = json::Mesh {
            extensions: None,
            extras: raw(extras),
            name: Some(name.to_owned()),
            primitives,
            weights: None,
        };
        self.is_skinned.push(is_skinned);
        MeshId(push(&mut self.root.meshes, mesh))
    }

    /// Adds a mesh that is another one in other colours: all else that it has is that one's and takes no room. `colours` has
    /// a list for each primitive, a colour for each of its vertices.
    ///
    /// # Errors
    /// `Malformed` when the lists are not as many or as long as that.
    pub fn recoloured(
        &mut self,
        mesh: MeshId,
        name: &str,
        colours: &[Vec<[u16; 4]>],
        extras: Option<Value>,
    ) -> Result<MeshId> {
        let known = self.root.meshes.get(mesh.0 as usize);
        let mut primitives = known.map_or_else(Vec::new, |mesh| mesh.primitives.clone());
        let positions = Checked::Valid(json::mesh::Semantic::Positions);
        let count = |primitive: &json::mesh::Primitive| {
            let accessor = primitive.attributes.get(&positions)?;
            let accessor = self.root.accessors.get(accessor.value())?;
            usize::try_from(accessor.count.0).ok()
        };
        let expected: Vec<_> = primitives.iter().filter_map(count).collect();
        let found: Vec<_> = colours.iter().map(Vec::len).collect();
        if expected != found || expected.is_empty() {
            let (what, wanted) = (format!("mesh {name}"), "a colour for each vertex");
            let found = format!("{found:?} for {expected:?} vertices");
            return Err(ExportError::malformed(what, wanted, found));
        }
        self.align();
        let start = self.bin.len();
        let all = colours.iter().flatten().flatten();
        self.bin.extend(all.flat_map(|value| value.to_le_bytes()));
        let (elements, target) = (Elements::COLOUR, Some(json::buffer::Target::ArrayBuffer));
        let view = self.view(start..self.bin.len(), Some(elements.bytes), target);
        let mut offset = 0;
        for (primitive, colours) in primitives.iter_mut().zip(colours) {
            let accessor = self.accessor(view, offset, colours.len(), elements, None);
            let semantic = Checked::Valid(json::mesh::Semantic::Colors(0));
            primitive.attributes.insert(semantic, accessor);
            offset += elements.bytes * colours.len();
        }
        let is_skinned = self.is_skinned.get(mesh.0 as usize) == Some(&true);
        Ok(self.push_mesh(name, primitives, is_skinned, extras))
    }

    /// Adds a skin. Those with the same matrices share them.
    ///
    /// # Errors
    /// `Malformed` without a joint, with another number of matrices than of joints, and for matrices with numbers that are
    /// not finite or a last row other than 0, 0, 0, 1.
    pub fn skin(&mut self, skin: &Skin) -> Result<SkinId> {
        let refused = |expected, found: String| {
            let what = format!("skin {}", skin.name);
            Err(ExportError::malformed(what, expected, found))
        };
        let (joints, count) = (skin.joints.len(), skin.inverse_bind.len());
        if joints == 0 {
            return refused("a joint", "none".into());
        }
        if count != 0 && count != joints {
            return refused("a matrix for each joint", format!("{count} for {joints}"));
        }
        let is_affine = |matrix: &[f32; 16]| {
            let rows: &[[f32; 4]] = matrix.as_chunks::<4>().0;
            matrix.iter().all(|value| value.is_finite())
                && rows.iter().map(|[.., last]| *last).eq([0.0, 0.0, 0.0, 1.0])
        };
        if !skin.inverse_bind.iter().all(is_affine) {
            return refused("matrices that move, turn and stretch", "another".into());
        }
        let matrices = (count > 0).then(|| self.matrices(&skin.inverse_bind));
        let skin = json::Skin {
            extensions: None,
            extras: None,
            inverse_bind_matrices: matrices,
            joints: indices(&skin.joints),
            name: Some(skin.name.clone()),
            skeleton: skin.skeleton.map(|node| Index::new(node.0)),
        };
        Ok(SkinId(push(&mut self.root.skins, skin)))
    }

    /// The matrices of a skin. Things of one kind have skins of their own, but one pose.
    fn matrices(&mut self, all: &[[f32; 16]]) -> Index<json::Accessor> {
        let values = all.as_flattened().iter();
        let bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
        if let Some(known) = self.matrices.get(&bytes) {
            return *known;
        }
        let range = self.append(&bytes);
        let view = self.view(range, None, None);
        let made = self.accessor(view, 0, all.len(), Elements::MATRIX, None);
        self.matrices.insert(bytes, made);
        made
    }

    /// Adds a node above its children.
    ///
    /// # Errors
    /// `Malformed` for a child that has another parent, numbers that are not finite, a rotation that has no unit length,
    /// and a skin on a mesh without joints.
    pub fn node(&mut self, node: &Node) -> Result<NodeId> {
        let what = || format!("node {}", node.name);
        let refused = |expected, found| Err(ExportError::malformed(what(), expected, found));
        let Transform {
            translation,
            rotation,
            scale,
        } = node.transform;
        let mut all = translation.iter().chain(&rotation).chain(&scale);
        if !all.all(|value| value.is_finite()) {
            let found = format!("{:?}", node.transform);
            return refused("a transform of finite numbers", found);
        }
        let length_sq: f32 = rotation.iter().map(|value| value * value).sum();
        if (length_sq - 1.0).abs() > 1e-4 {
            return refused("a rotation of unit length", format!("{rotation:?}"));
        }
        let has_joints = |mesh: MeshId| self.is_skinned.get(mesh.0 as usize) == Some(&true);
        if node.skin.is_some() && !node.mesh.is_some_and(has_joints) {
            return refused("a mesh with joints for the skin", "none".to_owned());
        }
        self.adopt(&node.children, &what)?;
        let plain = Transform::default();
        self.is_child.push(false);
        let node = json::Node {
            children: (!node.children.is_empty()).then(|| indices(&node.children)),
            extras: raw(node.extras.clone()),
            mesh: node.mesh.map(|mesh| Index::new(mesh.0)),
            name: Some(node.name.clone()),
            rotation: (rotation != plain.rotation).then_some(json::scene::UnitQuaternion(rotation)),
            scale: (scale != plain.scale).then_some(scale),
            translation: (translation != plain.translation).then_some(translation),
            skin: node.skin.map(|skin| Index::new(skin.0)),
            ..json::Node::default()
        };
        Ok(NodeId(push(&mut self.root.nodes, node)))
    }

    /// Adds a node that only has children; nothing when there are none.
    ///
    /// # Errors
    /// As [`Self::node`].
    pub fn group(
        &mut self,
        name: &str,
        children: Vec<NodeId>,
        extras: Option<Value>,
    ) -> Result<Option<NodeId>> {
        if children.is_empty() {
            return Ok(None);
        }
        let node = Node {
            children,
            extras,
            ..Node::named(name)
        };
        self.node(&node).map(Some)
    }

    /// Adds a scene of nodes without a parent; one of no nodes is left out, since not every reader takes it. The first scene
    /// is the one that programs show.
    ///
    /// # Errors
    /// `Malformed` for a node that has a parent or stands in a scene already.
    pub fn scene(&mut self, name: &str, nodes: &[NodeId], extras: Option<Value>) -> Result<()> {
        if nodes.is_empty() {
            return Ok(());
        }
        self.adopt(nodes, &|| format!("scene {name}"))?;
        if self.root.scenes.is_empty() {
            self.root.scene = Some(Index::new(0));
        }
        self.root.scenes.push(json::Scene {
            extensions: None,
            extras: raw(extras),
            name: Some(name.to_owned()),
            nodes: indices(nodes),
        });
        Ok(())
    }

    /// How many scenes, nodes, meshes, materials and images there are.
    pub fn counts(&self) -> [usize; 5] {
        let root = &self.root;
        [
            root.scenes.len(),
            root.nodes.len(),
            root.meshes.len(),
            root.materials.len(),
            root.images.len(),
        ]
    }

    /// The file.
    ///
    /// # Errors
    /// `Limit` when it would take more than 4 GiB, which is all that its header can state.
    pub fn finish(mut self) -> Result<Glb> {
        self.align();
        if !self.bin.is_empty() {
            self.root.buffers.push(json::Buffer {
                byte_length: USize64::from(self.bin.len()),
                name: None,
                uri: None,
                extensions: None,
                extras: None,
            });
        }
        let written = self.root.to_vec();
        let mut json =
            written.map_err(|error| ExportError::malformed("the file", "values of JSON", error))?;
        json.resize(json.len().next_multiple_of(ALIGNMENT), b' ');
        let glb = Glb {
            json,
            bin: self.bin,
        };
        let (max, found) = (u64::from(u32::MAX), glb.size());
        if found > max {
            let limit = "size of a .glb file";
            return Err(ExportError::Limit { limit, max, found });
        }
        Ok(glb)
    }

    /// Takes nodes that have no parent yet.
    fn adopt(&mut self, nodes: &[NodeId], what: &dyn Fn() -> String) -> Result<()> {
        for NodeId(id) in nodes {
            let taken = self.is_child.get_mut(*id as usize);
            let Some(taken) = taken.filter(|taken| !**taken) else {
                let (expected, found) = ("nodes without another parent", format!("node {id}"));
                return Err(ExportError::malformed(what(), expected, found));
            };
            *taken = true;
        }
        Ok(())
    }

    /// One attribute of all primitives of a mesh: a view, and an accessor a primitive.
    fn attribute(
        &mut self,
        semantic: &json::mesh::Semantic,
        arrays: &mut [Vec<Array>],
        attributes: &mut [Attributes],
    ) {
        self.align();
        let start = self.bin.len();
        let mut placed = Vec::new();
        let mut elements = None;
        for (number, list) in arrays.iter_mut().enumerate() {
            let Some(at) = list.iter().position(|array| array.semantic == *semantic) else {
                continue;
            };
            let array = list.swap_remove(at);
            placed.push((number, self.bin.len() - start, array.count, array.bounds));
            self.bin.extend_from_slice(&array.bytes);
            elements = Some(array.elements);
        }
        let Some(elements) = elements else { return };
        let target = Some(json::buffer::Target::ArrayBuffer);
        let view = self.view(start..self.bin.len(), Some(elements.bytes), target);
        for (number, offset, count, bounds) in placed {
            let accessor = self.accessor(view, offset, count, elements, bounds);
            if let Some(attributes) = attributes.get_mut(number) {
                attributes.insert(Checked::Valid(semantic.clone()), accessor);
            }
        }
    }

    /// The indices of all primitives of a mesh: one view, 16 bits wide when all of them have room there.
    fn indices(&mut self, primitives: &[Primitive<'_>]) -> Vec<Option<Index<json::Accessor>>> {
        // The highest number of each width restarts strips and names no vertex.
        let is_short =
            |primitive: &Primitive<'_>| primitive.positions.len() < usize::from(u16::MAX);
        let elements = if primitives.iter().all(is_short) {
            Elements::SHORT_INDEX
        } else {
            Elements::INDEX
        };
        self.align();
        let start = self.bin.len();
        for index in primitives.iter().flat_map(|primitive| primitive.indices) {
            let bytes = index.to_le_bytes();
            let own = bytes.get(..elements.bytes).unwrap_or(&bytes);
            self.bin.extend_from_slice(own);
        }
        if self.bin.len() == start {
            return vec![None; primitives.len()];
        }
        let target = Some(json::buffer::Target::ElementArrayBuffer);
        let view = self.view(start..self.bin.len(), None, target);
        let mut offset = 0;
        let mut place = |primitive: &Primitive<'_>| {
            let (at, count) = (offset, primitive.indices.len());
            offset += count * elements.bytes;
            (count > 0).then(|| self.accessor(view, at, count, elements, None))
        };
        primitives.iter().map(&mut place).collect()
    }

    fn align(&mut self) {
        let size = self.bin.len().next_multiple_of(ALIGNMENT);
        self.bin.resize(size, 0);
    }

    fn append(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        self.align();
        let start = self.bin.len();
        self.bin.extend_from_slice(bytes);
        start..self.bin.len()
    }

    fn view(
        &mut self,
        range: std::ops::Range<usize>,
        stride: Option<usize>,
        target: Option<json::buffer::Target>,
    ) -> Index<json::buffer::View> {
        let view = json::buffer::View {
            buffer: Index::new(0),
            byte_length: USize64::from(range.len()),
            byte_offset: Some(USize64::from(range.start)),
            byte_stride: stride.map(json::buffer::Stride),
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        };
        self.root.push(view)
    }

    fn accessor(
        &mut self,
        view: Index<json::buffer::View>,
        offset: usize,
        count: usize,
        elements: Elements,
        bounds: Option<[[f32; 3]; 2]>,
    ) -> Index<json::Accessor> {
        let [min, max] = match bounds {
            Some(corners) => corners.map(|corner| Some(Value::from(corner.to_vec()))),
            None => [None, None],
        };
        let component = json::accessor::GenericComponentType(elements.component);
        self.root.push(json::Accessor {
            buffer_view: Some(view),
            byte_offset: Some(USize64::from(offset)),
            count: USize64::from(count),
            component_type: Checked::Valid(component),
            extensions: None,
            extras: None,
            type_: Checked::Valid(elements.ty),
            min,
            max,
            name: None,
            normalized: elements.normalized,
            sparse: None,
        })
    }
}

/// A primitive's attributes as the file holds them.
type Attributes = BTreeMap<Checked<json::mesh::Semantic>, Index<json::Accessor>>;

/// Adds to a list; the number that it has there.
fn push<T>(list: &mut Vec<T>, value: T) -> u32 {
    list.push(value);
    u32::try_from(list.len() - 1).unwrap_or(u32::MAX)
}
