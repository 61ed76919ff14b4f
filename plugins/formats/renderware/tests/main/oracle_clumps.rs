//! Clumps that librw wrote: plain geometry, and native geometry in the default layout.

use glam::{Affine3A, Vec3};
use serde_json::Value;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::vif::{VifCode, VifReader};
use wonderwheel_renderware::clump::{Clump, Frame};
use wonderwheel_renderware::frame::clump_from_frame;
use wonderwheel_renderware::geometry::{Geometry, PlainVertices, Vertices};
use wonderwheel_renderware::material::{
    MatFx, MatFxSlot, Material, RightToRender, TextureReference,
};
use wonderwheel_renderware::native_data::{
    ChainLayout, ChainOptions, FloatMesh, decode_default, encode_default,
};
use wonderwheel_renderware::outline::outline;

use crate::oracle::{Entry, Stored, assert_known, floats, list, open_set, text};
use crate::oracle_parts::assert_head;
use crate::sha256::assert_dump;

#[test]
fn every_clump_reads_to_the_expected_values() {
    let Some(set) = open_set!("dff") else { return };
    for (name, bytes, entry) in set.each() {
        let clump = Clump::read(&bytes).unwrap();
        assert_frames(&clump.frames, list(&entry["frames"]), name);
        let all = list(&entry["atomics"]);
        assert_eq!(clump.atomics.len(), all.len(), "{name}");
        for (i, (atomic, geometry)) in clump.atomic_geometries().enumerate() {
            let frame = &clump.frames[usize::try_from(atomic.frame_index).unwrap()];
            let id = frame.hanim_id().map(i64::from);
            let mut all = all.iter();
            let expected = all.find(|one| id == one["frameId"].as_i64()).unwrap();
            Entry(expected, name).is("flags", atomic.flags);
            assert_eq!(atomic.is_rendered(), atomic.flags & 4 != 0);
            let (encoding, native) = (text(&expected["encoding"]), geometry.native_data());
            assert_eq!(
                native.is_some(),
                encoding.starts_with("PS2 native"),
                "{name}"
            );
            assert_eq!(native.is_none(), encoding.starts_with("generic"), "{name}");
            let what = format!("{name}, atomic {i}");
            assert_geometry(geometry, &expected["geometry"], &what);
        }
    }
}

#[test]
fn every_clump_is_written_back_to_the_same_bytes() {
    let Some(set) = open_set!("dff") else { return };
    for (name, bytes, _) in set.each() {
        assert!(Clump::read(&bytes).unwrap().write() == bytes, "{name}");
    }
}

/// Lists, plain geometry and masks are there on purpose, and so is every effect with a blend of its own. Nothing is found
/// of what their chains, counts and spheres hold.
#[test]
fn the_findings_of_every_clump_are_known() {
    let Some(set) = open_set!("dff") else { return };
    let known = [
        "geometry-native",
        "geometry-strips",
        "texture-mask-empty",
        "matfx-effect",
        "matfx-dual-blend",
    ];
    for (name, bytes, _) in set.each() {
        let clump = Clump::read(&bytes).unwrap();
        let findings = Findings::of(|f| clump.validate(ChainLayout::Default, f));
        assert_known(name, &known, &findings);
    }
}

#[test]
fn every_good_file_has_an_outline_without_faults() {
    for name in ["txd", "dff"] {
        let Some(set) = open_set!(name) else { return };
        for (name, bytes, _) in set.each() {
            let outline = outline(&bytes, Limits::DEFAULT);
            assert_eq!(outline.errors().next(), None, "{name}");
            assert_eq!(outline.nodes[0].size, bytes.len() as u64);
        }
    }
}

#[test]
fn native_and_plain_forms_of_a_model_give_the_same_triangles() {
    let Some(set) = open_set!("dff") else { return };
    for names in [
        ["cube_generic.dff", "cube_native.dff"],
        ["grid_list_generic.dff", "grid_list_native.dff"],
        ["grid_strip_generic.dff", "grid_strip_native.dff"],
        ["two_uv_prelit_generic.dff", "two_uv_prelit_uv2.dff"],
    ] {
        let read = |name: &str| Clump::read(&set.bytes(&Value::from(name))).unwrap();
        let [plain, native] = names.map(read);
        let mut from_plain = plain_triangles(&plain.geometries[0]);
        let mut from_native = native_triangles(&native.geometries[0]);
        from_plain.sort();
        from_native.sort();
        assert!(from_plain == from_native, "{names:?}");
    }
}

/// Chains of librw that were written for RenderWare's own batch size come out of our encoder byte for byte.
#[test]
fn default_chains_encode_to_the_bytes_that_librw_wrote() {
    let Some(set) = open_set!("dff") else { return };
    let mut compared = 0;
    for name in [
        "cube_native.dff",
        "cube_native_strip.dff",
        "grid_list_native.dff",
        "grid_strip_native.dff",
    ] {
        let clump = Clump::read(&set.bytes(&Value::from(name))).unwrap();
        let geometry = &clump.geometries[0];
        for (mesh, (_, chain)) in meshes(geometry).iter().zip(geometry.chains()) {
            let options = ChainOptions {
                slack: 0,
                ..ChainOptions::for_default_layout()
            };
            let encoded = encode_default(mesh, geometry.bin_mesh.is_strip(), &options);
            assert!(encoded == *chain, "{name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 1 + 2 + 3 + 3);
}

fn assert_frames(frames: &[Frame], expected: &[Value], name: &str) {
    assert_eq!(frames.len(), expected.len(), "{name}");
    for expected in expected {
        let ids = |frame: &Frame| frame.hanim_id().map(i64::from);
        let id = expected["hanimId"].as_i64();
        let index = frames.iter().position(|frame| ids(frame) == id).unwrap();
        let frame = &frames[index];
        let parent = frame
            .parent
            .and_then(|parent| ids(&frames[parent as usize]));
        assert_eq!(parent, expected["parentHanimId"].as_i64(), "{name}");
        let local = [frame.right, frame.up, frame.at, frame.position].concat();
        Entry(expected, name).is("local_right_up_at_pos", local);
        let world: [f32; 12] = floats(&expected["ltm_right_up_at_pos"]);
        assert_near(clump_from_frame(frames, index as u32), world, name);
    }
}

fn assert_near(transform: Affine3A, expected: [f32; 12], name: &str) {
    for (column, expected) in [
        transform.matrix3.x_axis,
        transform.matrix3.y_axis,
        transform.matrix3.z_axis,
        transform.translation,
    ]
    .into_iter()
    .zip(expected.chunks_exact(3))
    {
        let difference = Vec3::from(column) - Vec3::from_slice(expected);
        assert!(
            difference.length() < 1e-5,
            "{name}: {column} against {expected:?}"
        );
    }
}

fn assert_geometry(geometry: &Geometry, value: &Value, what: &str) {
    let expected = Entry(value, what);
    let keys = ["headerFlags", "vertices", "triangles", "boundingSphere"];
    assert_head(geometry, expected, keys);
    let records = &geometry.bin_mesh.meshes;
    let plugin = Entry(&value["meshPlugin"], what);
    plugin.is("flags", geometry.bin_mesh.flags);
    plugin.counts("meshes", records.len());
    for (mesh, expected) in records.iter().zip(list(&plugin.0["meshes"])) {
        Entry(expected, what).is("material", mesh.material);
        Entry(expected, what).is("indices", mesh.vertex_count);
    }
    assert_materials(&geometry.materials, list(&value["materials"]), what);
    if value.get("generic_dump").is_some() {
        assert_dump(&generic_dump(geometry), &value["generic_dump"], what);
        let indices = records.iter().flat_map(|mesh| &mesh.indices);
        let indices = indices.flat_map(|&index| u16::try_from(index).unwrap().to_le_bytes());
        let hash = crc32fast::hash(&indices.collect::<Vec<u8>>());
        expected.is("meshIndices_crc32_u16le", hash);
        assert_plain_json(geometry, &value["json"], what);
        let from_meshes = geometry.indexed_triangles();
        let from_meshes = from_meshes.map(|(corners, _)| lowest_first(corners));
        let from_struct = plain(geometry).triangles.iter();
        let from_struct = from_struct.map(|&[a, b, c, _]| lowest_first([a, b, c].map(u32::from)));
        let mut both: [Vec<_>; 2] = [from_meshes.collect(), from_struct.collect()];
        both.iter_mut()
            .for_each(|triangles| triangles.sort_unstable());
        assert_eq!(both[0], both[1], "{what}: both forms of the triangles");
    } else {
        let meshes = meshes(geometry);
        let dumps = [
            native_dump(geometry, &meshes),
            triangle_dump(geometry, &meshes),
        ];
        assert_dump(&dumps[0], &value["native_dump"], what);
        assert_dump(&dumps[1], &value["triangle_dump"], what);
        assert_native_json(geometry, &meshes, &value["json"], what);
        if let Some(limit) = value["batchVertexLimit"].as_u64() {
            assert_batch_limit(geometry, limit, what);
        }
        if let Some(triangles) = value["triangle_dump"]["triangles"].as_u64() {
            assert_eq!(native_triangles(geometry).len() as u64, triangles, "{what}");
        }
    }
}

/// No batch has more vertices, and all but the last one of a mesh have as many.
fn assert_batch_limit(geometry: &Geometry, limit: u64, what: &str) {
    for (_, chain) in geometry.chains() {
        let packets = VifReader::new(&chain.bytes);
        let counts = packets.filter_map(|packet| match packet.unwrap().code {
            VifCode::Itop(count) => Some(u64::from(count)),
            _ => None,
        });
        let counts: Vec<u64> = counts.collect();
        let (last, others) = counts.split_last().unwrap();
        let is_full = others.iter().all(|&count| count == limit);
        assert!(*last <= limit && is_full, "{what}: {counts:?}");
    }
}

/// The corners turned so that the lowest comes first, in the same sense of rotation.
fn lowest_first<T: Ord + Copy>(mut corners: [T; 3]) -> [T; 3] {
    while Some(&corners[0]) != corners.iter().min() {
        corners.rotate_left(1);
    }
    corners
}

pub fn assert_right(right: Option<RightToRender>, expected: Entry<'_>) {
    let found = right.unwrap();
    expected.is("rightToRender", [found.plugin, found.pipeline]);
}

pub fn assert_materials(materials: &[Material], expected: &[Value], what: &str) {
    assert_eq!(materials.len(), expected.len(), "{what}");
    for (material, value) in materials.iter().zip(expected) {
        let expected = Entry(value, what);
        expected.is("color", material.colour);
        let [ambient, specular, diffuse] = material.surface;
        expected.is("ambient", ambient);
        expected.is("specular", specular);
        expected.is("diffuse", diffuse);
        let texture = material.texture.as_ref();
        expected.reads("texture", texture.map(|texture| texture.name.as_str()));
        if let Some(texture) = texture {
            expected.reads("mask", Some(&texture.mask));
            expected.is("filterAddressingInFile", texture.sampling.0);
        }
        match value.get("matfx") {
            Some(effect) => assert_matfx(material.matfx.as_ref().unwrap(), Entry(effect, what)),
            None => assert_eq!(material.dual(), None, "{what}"),
        }
        if value.get("rightToRender").is_some() {
            assert_right(material.right_to_render, expected);
        }
    }
}

fn assert_matfx(matfx: &MatFx, expected: Entry<'_>) {
    let name = |field: &str, texture: &Option<Box<TextureReference>>| {
        expected.reads(field, texture.as_ref().map(|texture| texture.name.as_str()));
    };
    expected.is("effect", matfx.effect);
    let kind = match matfx.effect {
        1 => "bump map",
        2 => "environment map",
        4 => "dual",
        other => panic!("{}: effect {other}", expected.1),
    };
    expected.reads("kind", Some(kind));
    match &matfx.slots[0] {
        MatFxSlot::Dual {
            source_blend,
            destination_blend,
            texture,
        } => {
            expected.is("srcBlend", *source_blend);
            expected.is("dstBlend", *destination_blend);
            name("texture", texture);
        }
        MatFxSlot::Environment {
            coefficient,
            use_frame_buffer_alpha,
            texture,
        } => {
            expected.is("coefficient", *coefficient);
            expected.is("useFrameBufferAlpha", *use_frame_buffer_alpha);
            name("texture", texture);
        }
        MatFxSlot::Bump {
            coefficient,
            bumped,
            bump,
        } => {
            expected.is("coefficient", *coefficient);
            name("bumpedTexture", bumped);
            name("bumpTexture", bump);
        }
        other => panic!("{}: {other:?}", expected.1),
    }
}

fn plain(geometry: &Geometry) -> &PlainVertices {
    match &geometry.vertices {
        Vertices::Plain(plain) => plain,
        Vertices::Native(_) => panic!("native"),
    }
}

fn meshes(geometry: &Geometry) -> Vec<FloatMesh> {
    let strip = geometry.bin_mesh.is_strip();
    let decode = |(mesh, chain)| {
        let mesh: &wonderwheel_renderware::bin_mesh::Mesh = mesh;
        decode_default(chain, strip, mesh.vertex_count).unwrap()
    };
    geometry.chains().map(decode).collect()
}

fn push(out: &mut Vec<u8>, values: impl IntoIterator<Item = f32>) {
    out.extend(values.into_iter().flat_map(f32::to_le_bytes));
}

fn push_words<const N: usize>(out: &mut Vec<u8>, words: [u32; N]) {
    out.extend(words.map(u32::to_le_bytes).as_flattened());
}

fn generic_dump(geometry: &Geometry) -> Vec<u8> {
    let plain = plain(geometry);
    let mut out = Vec::new();
    let sets = plain.uv_sets.len() as u32;
    push_words(
        &mut out,
        [geometry.vertex_count, geometry.triangle_count, sets],
    );
    let target = &plain.morph_targets[0];
    for vectors in [&target.positions, &target.normals] {
        push(&mut out, vectors.iter().flatten().flatten().copied());
    }
    out.extend(plain.colours.iter().flatten());
    push(&mut out, plain.uv_sets.iter().flatten().flatten().copied());
    let triangles = plain.triangles.iter().flatten();
    out.extend(triangles.flat_map(|value| value.to_le_bytes()));
    out
}

fn native_dump(geometry: &Geometry, meshes: &[FloatMesh]) -> Vec<u8> {
    let mut out = Vec::new();
    let strip = geometry.bin_mesh.flags & 1;
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        push_words(
            &mut out,
            [record.material, mesh.positions.len() as u32, strip],
        );
        for (i, position) in mesh.positions.iter().enumerate() {
            push(&mut out, *position);
            let uvs = mesh.uvs[i].into_iter();
            push(&mut out, uvs.take(2 * usize::from(mesh.uv_sets)));
            out.extend(mesh.colours[i]);
            out.extend(mesh.normals[i].map(i8::cast_unsigned));
            out.push(0);
        }
    }
    out
}

fn triangle_dump(geometry: &Geometry, meshes: &[FloatMesh]) -> Vec<u8> {
    let (mut out, mut count) = (vec![0; 4], 0_u32);
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        for corners in mesh.triangles(geometry.bin_mesh.is_strip()) {
            count += 1;
            push_words(&mut out, [record.material]);
            let corners = corners.map(|corner| mesh.positions[corner as usize]);
            push(&mut out, corners.into_iter().flatten());
        }
    }
    out[..4].copy_from_slice(&count.to_le_bytes());
    out
}

/// A triangle as material and corner positions, turned so that the smallest corner comes first.
type Triangle = (u32, [[u32; 3]; 3]);

fn triangle(material: u32, corners: [[f32; 3]; 3]) -> Triangle {
    let corners = corners.map(|corner| corner.map(|value| (value + 0.0).to_bits()));
    (material, lowest_first(corners))
}

fn native_triangles(geometry: &Geometry) -> Vec<Triangle> {
    let mut triangles = Vec::new();
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes(geometry)) {
        for corners in mesh.triangles(geometry.bin_mesh.is_strip()) {
            let corners = corners.map(|corner| mesh.positions[corner as usize]);
            triangles.push(triangle(record.material, corners));
        }
    }
    triangles
}

fn plain_triangles(geometry: &Geometry) -> Vec<Triangle> {
    let positions = plain(geometry).morph_targets[0].positions.as_ref().unwrap();
    let triangles = geometry.indexed_triangles().map(|(corners, material)| {
        triangle(material, corners.map(|corner| positions[corner as usize]))
    });
    triangles.collect()
}

fn assert_plain_json(geometry: &Geometry, value: &Value, what: &str) {
    if value.get("positions").is_none() {
        return;
    }
    let (plain, expected) = (plain(geometry), Entry(value, what));
    let target = &plain.morph_targets[0];
    expected.is("positions", target.positions.clone());
    expected.is("normals", target.normals.clone());
    let colours = (!plain.colours.is_empty()).then(|| plain.colours.clone());
    assert_eq!(colours, Option::of(&value["prelit"]), "{what}");
    expected.is("uv", plain.uv_sets.clone());
    let triangles = plain.triangles.iter().map(|corners| corners.map(u32::from));
    expected.is("triangles_v0_v1_v2_material", triangles.collect::<Vec<_>>());
}

fn assert_native_json(geometry: &Geometry, meshes: &[FloatMesh], expected: &Value, what: &str) {
    let Some(expected) = expected.get("meshes") else {
        return;
    };
    let records = geometry.bin_mesh.meshes.iter().zip(meshes);
    for ((record, mesh), value) in records.zip(list(expected)) {
        let expected = Entry(value, what);
        expected.is("material", record.material);
        expected.is("strip", geometry.bin_mesh.is_strip());
        expected.counts("vertices_pos_uv_rgba_n", mesh.positions.len());
        for (i, expected) in list(&value["vertices_pos_uv_rgba_n"]).iter().enumerate() {
            let mut found = mesh.positions[i].to_vec();
            found.extend(&mesh.uvs[i][..2]);
            found.extend(mesh.colours[i].map(f32::from));
            found.extend(mesh.normals[i].map(f32::from));
            assert_eq!(found, floats::<12>(expected), "{what}: vertex {i}");
        }
    }
}
