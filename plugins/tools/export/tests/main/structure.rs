//! A look at the structure of a file: what the specification asks for and what Blender and validators complain about,
//! beyond what the `gltf` crate checks.

use gltf::accessor::{DataType, Dimensions};
use gltf::mesh::Mode;
use gltf::{Gltf, Semantic};
use serde_json::Value;
use wonderwheel_export::warriors::Exported;

/// A file that was read back.
pub struct ReadBack {
    pub gltf: Gltf,
    pub bin: Vec<u8>,
    pub json: Value,
}

impl ReadBack {
    /// Reads a file with validation on, and checks its structure.
    pub fn new(bytes: &[u8]) -> Self {
        let json = check_chunks(bytes);
        let gltf = Gltf::from_slice(bytes).expect("valid glTF");
        let bin = gltf.blob.clone().unwrap_or_default();
        let read = Self { gltf, bin, json };
        read.check_views();
        read.check_meshes();
        read.check_nodes();
        read.check_materials();
        read
    }

    /// An exported file, read back.
    pub fn of(exported: &Exported) -> Self {
        Self::new(&exported.glb.to_vec())
    }

    /// The names of all scenes.
    pub fn scene_names(&self) -> Vec<&str> {
        self.gltf
            .scenes()
            .map(|scene| scene.name().unwrap())
            .collect()
    }

    /// The primitives of the mesh that the node of that name shows.
    pub fn primitives(&self, name: &str) -> Vec<gltf::Primitive<'_>> {
        self.node(name).mesh().unwrap().primitives().collect()
    }

    /// The node of that name; there must be one.
    pub fn node(&self, name: &str) -> gltf::Node<'_> {
        let mut nodes = self.gltf.nodes().filter(|node| node.name() == Some(name));
        let node = nodes.next();
        node.unwrap_or_else(|| panic!("no node {name}"))
    }

    /// The names of all nodes.
    pub fn node_names(&self) -> Vec<&str> {
        self.gltf.nodes().filter_map(|node| node.name()).collect()
    }

    /// Floats of an accessor.
    pub fn floats(&self, accessor: &gltf::Accessor<'_>) -> Vec<f32> {
        assert_eq!(accessor.data_type(), DataType::F32);
        let (bytes, size) = self.elements(accessor);
        let floats = bytes.iter().flat_map(|element| element.chunks(4));
        let floats: Vec<f32> = floats
            .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        assert_eq!(floats.len() * 4, accessor.count() * size);
        floats
    }

    /// Whole numbers of an accessor.
    pub fn integers(&self, accessor: &gltf::Accessor<'_>) -> Vec<u32> {
        let width = accessor.data_type().size();
        let (elements, _) = self.elements(accessor);
        let values = elements.iter().flat_map(|element| element.chunks(width));
        let word = |bytes: &[u8]| {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |word, byte| word << 8 | u32::from(*byte))
        };
        values.map(word).collect()
    }

    /// The picture of an image as rows of RGBA, with its size.
    pub fn picture(&self, image: &gltf::Image<'_>) -> ([u32; 2], Vec<u8>) {
        let gltf::image::Source::View { view, mime_type } = image.source() else {
            panic!("an image outside of the file");
        };
        assert_eq!(mime_type, "image/png");
        super::support::decode_png(&self.bin[view.offset()..view.offset() + view.length()])
    }

    fn elements(&self, accessor: &gltf::Accessor<'_>) -> (Vec<&[u8]>, usize) {
        let view = accessor.view().expect("a view");
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size);
        let bytes = &self.bin[view.offset()..view.offset() + view.length()];
        let element = |i: usize| &bytes[accessor.offset() + i * stride..][..size];
        ((0..accessor.count()).map(element).collect(), size)
    }

    fn check_views(&self) {
        let mut end = 0;
        for view in self.gltf.views() {
            assert_eq!(view.offset() % 4, 0, "view {} is not aligned", view.index());
            assert!(view.offset() >= end, "views overlap");
            assert!(view.length() > 0, "an empty view");
            end = view.offset() + view.length();
            if let Some(stride) = view.stride() {
                assert!((4..=252).contains(&stride) && stride % 4 == 0);
                let array = gltf::buffer::Target::ArrayBuffer;
                assert_eq!(view.target(), Some(array), "a stride without vertices");
            }
        }
        assert!(end <= self.bin.len() && self.bin.len() - end < 4);
        for image in self.gltf.images() {
            if let gltf::image::Source::View { view, .. } = image.source() {
                assert_eq!((view.target(), view.stride()), (None, None));
            }
            let ([width, height], rows) = self.picture(&image);
            assert_eq!(rows.len(), (width * height * 4) as usize);
        }
        for accessor in self.gltf.accessors() {
            let view = accessor.view().expect("a view");
            assert!(accessor.count() > 0, "an empty accessor");
            assert_eq!(accessor.offset() % accessor.data_type().size(), 0);
            let stride = view.stride().unwrap_or(accessor.size());
            let used = accessor.offset() + stride * (accessor.count() - 1) + accessor.size();
            let number = accessor.index();
            assert!(used <= view.length(), "accessor {number} leaves its view");
        }
    }

    fn check_meshes(&self) {
        for mesh in self.gltf.meshes() {
            assert!(mesh.primitives().len() > 0);
            for primitive in mesh.primitives() {
                self.check_primitive(&mesh, &primitive);
            }
        }
    }

    fn check_primitive(&self, mesh: &gltf::Mesh<'_>, primitive: &gltf::Primitive<'_>) {
        let name = mesh.name().unwrap_or_default();
        let positions = primitive.get(&Semantic::Positions).expect("positions");
        let count = positions.count();
        for (semantic, accessor) in primitive.attributes() {
            assert_eq!(accessor.count(), count, "{name}: {semantic:?}");
            let view = accessor.view().unwrap();
            assert_eq!(view.target(), Some(gltf::buffer::Target::ArrayBuffer));
            assert_eq!(view.stride(), Some(accessor.size()), "{name}: {semantic:?}");
            match semantic {
                Semantic::Positions => self.check_bounds(&accessor),
                Semantic::Normals => {
                    for normal in self.floats(&accessor).chunks(3) {
                        let length = normal.iter().map(|v| v * v).sum::<f32>().sqrt();
                        assert!((length - 1.0).abs() < 0.0005, "{name}: normal {normal:?}");
                    }
                }
                Semantic::TexCoords(set) => {
                    assert!(set < 2);
                    assert_eq!(accessor.dimensions(), Dimensions::Vec2);
                    assert!(self.floats(&accessor).iter().all(|value| value.is_finite()));
                }
                Semantic::Colors(0) => {
                    assert!(accessor.normalized());
                    let form = (accessor.data_type(), accessor.dimensions());
                    assert_eq!(form, (DataType::U16, Dimensions::Vec4));
                }
                Semantic::Joints(0) => assert_eq!(accessor.data_type(), DataType::U16),
                Semantic::Weights(0) => {
                    for weights in self.floats(&accessor).chunks(4) {
                        let sum: f32 = weights.iter().sum();
                        assert!((sum - 1.0).abs() < 0.001);
                    }
                }
                Semantic::Extras(_) => {
                    assert!(self.floats(&accessor).iter().all(|value| value.is_finite()));
                }
                other => panic!("{name}: unexpected {other:?}"),
            }
        }
        let corners = match primitive.indices() {
            Some(indices) => {
                let view = indices.view().unwrap();
                let target = gltf::buffer::Target::ElementArrayBuffer;
                assert_eq!((view.target(), view.stride()), (Some(target), None));
                let values = self.integers(&indices);
                let mut places = values.iter().map(|index| *index as usize);
                assert!(places.all(|place| place < count), "{name}");
                if indices.data_type() == DataType::U16 {
                    assert!(values.iter().all(|index| *index < 0xFFFF), "a restart");
                }
                values
            }
            None => (0..count as u32).collect(),
        };
        match primitive.mode() {
            Mode::Triangles => {
                let places = self.floats(&positions);
                assert_eq!(corners.len() % 3, 0);
                for corners in corners.chunks(3) {
                    let place = |i: usize| &places[corners[i] as usize * 3..][..3];
                    let same = place(0) == place(1) || place(1) == place(2) || place(2) == place(0);
                    assert!(!same, "{name}: a degenerate triangle");
                }
            }
            Mode::Lines => assert_eq!(corners.len() % 2, 0),
            Mode::Points => {}
            other => panic!("{name}: mode {other:?}"),
        }
    }

    fn check_bounds(&self, positions: &gltf::Accessor<'_>) {
        let values = self.floats(positions);
        assert!(values.iter().all(|value| value.is_finite()));
        let corner = |value: Option<Value>| -> Vec<f32> {
            let value = value.expect("a bound");
            let values = value.as_array().unwrap().iter();
            values.map(|value| value.as_f64().unwrap() as f32).collect()
        };
        for axis in 0..3 {
            let axis_values = || values.iter().skip(axis).step_by(3).copied();
            let least = axis_values().fold(f32::INFINITY, f32::min);
            let most = axis_values().fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(corner(positions.min())[axis], least);
            assert_eq!(corner(positions.max())[axis], most);
        }
    }

    /// A strict tree, all of it in scenes.
    fn check_nodes(&self) {
        let mut parents = vec![0; self.gltf.nodes().len()];
        for node in self.gltf.nodes() {
            for child in node.children() {
                parents[child.index()] += 1;
                // Children come first, so that there can be no circle.
                assert!(child.index() < node.index());
            }
            let (translation, rotation, scale) = node.transform().decomposed();
            let numbers = translation.iter().chain(&rotation).chain(&scale);
            assert!(numbers.into_iter().all(|value| value.is_finite()));
            let length: f32 = rotation.iter().map(|value| value * value).sum();
            assert!((length - 1.0).abs() < 1e-4);
        }
        for scene in self.gltf.scenes() {
            assert!(scene.name().is_some());
            for node in scene.nodes() {
                parents[node.index()] += 1;
            }
        }
        assert_eq!(parents, vec![1; parents.len()], "one place a node");
        let default = self.gltf.default_scene().map(|scene| scene.index());
        assert_eq!(default, self.gltf.scenes().next().map(|_| 0));
    }

    fn check_materials(&self) {
        let list = |key: &str| {
            let list = self.json.get(key).and_then(Value::as_array);
            list.cloned().unwrap_or_default()
        };
        let mut uses_unlit = false;
        for material in list("materials") {
            let is_mask = material["alphaMode"] == "MASK";
            assert_eq!(material.get("alphaCutoff").is_some(), is_mask);
            uses_unlit |= material["extensions"].get("KHR_materials_unlit").is_some();
        }
        let used = uses_unlit.then(|| Value::from("KHR_materials_unlit"));
        assert_eq!(list("extensionsUsed"), Vec::from_iter(used));
        assert!(list("extensionsRequired").is_empty());
    }
}

/// The header, the two chunks, and nothing else; gives the JSON.
fn check_chunks(bytes: &[u8]) -> Value {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(&bytes[..4], b"glTF");
    assert_eq!((word(4), word(8)), (2, bytes.len()));
    let json_size = word(12);
    assert_eq!((json_size % 4, &bytes[16..20]), (0, &b"JSON"[..]));
    let json: Value = serde_json::from_slice(&bytes[20..20 + json_size]).unwrap();
    let at = 20 + json_size;
    if at == bytes.len() {
        assert!(json.get("buffers").is_none());
        return json;
    }
    let bin_size = word(at);
    assert_eq!((bin_size % 4, &bytes[at + 4..at + 8]), (0, &b"BIN\0"[..]));
    assert_eq!(at + 8 + bin_size, bytes.len());
    assert_eq!(json["buffers"][0]["byteLength"], bin_size);
    assert_eq!(json["buffers"].as_array().unwrap().len(), 1);
    json
}
