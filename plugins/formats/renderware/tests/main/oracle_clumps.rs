//! Clumps that librw wrote: plain geometry, and native geometry in the default layout.

use glam::{Affine3A, Vec3};
use serde_json::Value;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::vif::{VifCode, VifReader};
use wonderwheel_renderware::clump::{Clump, Frame};
use wonderwheel_renderware::frame::clump_from_frame;
use wonderwheel_renderware::geometry::{Geometry, Vertices};
use wonderwheel_renderware::material::{MatFx, MatFxSlot, Material, TextureReference};
use wonderwheel_renderware::native_data::{
    ChainLayout, ChainOptions, FloatMesh, decode_default, encode_default,
};
use wonderwheel_renderware::outline::outline;

use crate::oracle::{floats, list, number, numbers, set, text};
use crate::oracle_parts::assert_head;
use crate::sha256::assert_dump;

#[test]
fn every_clump_reads_to_the_expected_values() {
    let Some(set) = set("every_clump_reads_to_the_expected_values", "dff") else {
        return;
    };
    for file in set.files() {
        let clump = Clump::read(&set.bytes(&file["file"])).unwrap();
        let name = text(&file["file"]);
        assert_frames(&clump.frames, list(&file["frames"]), name);
        let expected = list(&file["atomics"]);
        assert_eq!(clump.atomics.len(), expected.len(), "{name}");
        for (i, (atomic, geometry)) in clump.atomic_geometries().enumerate() {
            let frame = &clump.frames[usize::try_from(atomic.frame_index).unwrap()];
            let expected = expected
                .iter()
                .find(|expected| frame.hanim_id().map(i64::from) == expected["frameId"].as_i64())
                .unwrap();
            assert_eq!(atomic.flags, number(&expected["flags"]), "{name}");
            assert_eq!(atomic.is_rendered(), atomic.flags & 4 != 0);
            let is_native = text(&expected["encoding"]).starts_with("PS2 native");
            assert_eq!(geometry.native_data().is_some(), is_native, "{name}");
            let is_generic = text(&expected["encoding"]).starts_with("generic");
            assert_eq!(geometry.native_data().is_none(), is_generic, "{name}");
            assert_geometry(
                geometry,
                &expected["geometry"],
                &format!("{name}, atomic {i}"),
            );
        }
    }
}

#[test]
fn every_clump_is_written_back_to_the_same_bytes() {
    let Some(set) = set("every_clump_is_written_back_to_the_same_bytes", "dff") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        assert!(
            Clump::read(&bytes).unwrap().write() == bytes,
            "{}",
            file["file"]
        );
    }
}

/// What these files break of the disc's rules is known: nothing of what their chains, counts and spheres hold.
#[test]
fn the_findings_of_every_clump_are_known() {
    let Some(set) = set("the_findings_of_every_clump_are_known", "dff") else {
        return;
    };
    // Lists, plain geometry and masks are there on purpose, and so is every effect with a blend of its own.
    let known = [
        "geometry-native",
        "geometry-strips",
        "texture-mask-empty",
        "matfx-effect",
        "matfx-dual-blend",
    ];
    for file in set.files() {
        let clump = Clump::read(&set.bytes(&file["file"])).unwrap();
        let mut findings = Findings::new();
        clump.validate(ChainLayout::Default, &mut findings);
        for finding in findings.into_vec() {
            assert!(known.contains(&finding.rule), "{}: {finding}", file["file"]);
        }
    }
}

#[test]
fn every_good_file_has_an_outline_without_faults() {
    for name in ["txd", "dff"] {
        let Some(set) = set("every_good_file_has_an_outline_without_faults", name) else {
            return;
        };
        for file in set.files() {
            let bytes = set.bytes(&file["file"]);
            let outline = outline(&bytes, Limits::DEFAULT);
            assert_eq!(outline.errors().next(), None, "{}", file["file"]);
            assert_eq!(outline.nodes[0].size, bytes.len() as u64);
        }
    }
}

#[test]
fn native_and_plain_forms_of_a_model_give_the_same_triangles() {
    let Some(set) = set(
        "native_and_plain_forms_of_a_model_give_the_same_triangles",
        "dff",
    ) else {
        return;
    };
    for [plain, native] in [
        ["cube_generic.dff", "cube_native.dff"],
        ["grid_list_generic.dff", "grid_list_native.dff"],
        ["grid_strip_generic.dff", "grid_strip_native.dff"],
        ["two_uv_prelit_generic.dff", "two_uv_prelit_uv2.dff"],
    ] {
        let read = |name: &str| Clump::read(&set.bytes(&Value::from(name))).unwrap();
        let (plain, native) = (read(plain), read(native));
        let mut from_plain = plain_triangles(&plain.geometries[0]);
        let mut from_native = native_triangles(&native.geometries[0]);
        from_plain.sort();
        from_native.sort();
        assert!(from_plain == from_native, "{:?}", plain.frames[0].name);
    }
}

/// Chains of librw that were written for RenderWare's own batch size come out of our encoder byte for byte.
#[test]
fn default_chains_encode_to_the_bytes_that_librw_wrote() {
    let Some(set) = set("default_chains_encode_to_the_bytes_that_librw_wrote", "dff") else {
        return;
    };
    let mut compared = 0;
    for name in [
        "cube_native.dff",
        "cube_native_strip.dff",
        "grid_list_native.dff",
        "grid_strip_native.dff",
    ] {
        let clump = Clump::read(&set.bytes(&Value::from(name))).unwrap();
        for (mesh, geometry) in meshes(&clump.geometries[0])
            .into_iter()
            .zip(clump.geometries[0].chains())
        {
            let options = ChainOptions {
                slack: 0,
                ..ChainOptions::for_default_layout()
            };
            let strip = clump.geometries[0].bin_mesh.is_strip();
            let chain = encode_default(&mesh, strip, &options);
            assert!(&chain == geometry.1, "{name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 1 + 2 + 3 + 3);
}

fn assert_frames(frames: &[Frame], expected: &[Value], name: &str) {
    assert_eq!(frames.len(), expected.len(), "{name}");
    for expected in expected {
        let id = expected["hanimId"].as_i64();
        let index = frames
            .iter()
            .position(|frame| frame.hanim_id().map(i64::from) == id)
            .unwrap();
        let frame = &frames[index];
        let parent = frame
            .parent
            .and_then(|parent| frames[parent as usize].hanim_id())
            .map(i64::from);
        assert_eq!(parent, expected["parentHanimId"].as_i64(), "{name}");
        let local: [f32; 12] = floats(&expected["local_right_up_at_pos"]);
        assert_eq!(
            [frame.right, frame.up, frame.at, frame.position].concat(),
            local,
            "{name}"
        );
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

fn assert_geometry(geometry: &Geometry, expected: &Value, what: &str) {
    let keys = ["headerFlags", "vertices", "triangles", "boundingSphere"];
    assert_head(geometry, expected, keys, what);
    assert_eq!(
        geometry.bin_mesh.flags,
        number(&expected["meshPlugin"]["flags"]),
        "{what}"
    );
    let meshes = list(&expected["meshPlugin"]["meshes"]);
    assert_eq!(geometry.bin_mesh.meshes.len(), meshes.len(), "{what}");
    for (mesh, expected) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        assert_eq!(mesh.material, number(&expected["material"]), "{what}");
        assert_eq!(mesh.vertex_count, number(&expected["indices"]), "{what}");
    }
    assert_materials(&geometry.materials, list(&expected["materials"]), what);
    if expected.get("generic_dump").is_some() {
        assert_dump(&generic_dump(geometry), &expected["generic_dump"], what);
        let indices: Vec<u8> = geometry
            .bin_mesh
            .meshes
            .iter()
            .flat_map(|mesh| &mesh.indices)
            .flat_map(|&index| u16::try_from(index).unwrap().to_le_bytes())
            .collect();
        assert_eq!(
            crc32fast::hash(&indices),
            number(&expected["meshIndices_crc32_u16le"]),
            "{what}"
        );
        assert_plain_json(geometry, &expected["json"], what);
        let mut from_meshes: Vec<_> = geometry
            .indexed_triangles()
            .map(|(corners, _)| sorted(corners))
            .collect();
        let mut from_struct: Vec<_> = plain(geometry)
            .triangles
            .iter()
            .map(|&[a, b, c, _]| sorted([a, b, c].map(u32::from)))
            .collect();
        from_meshes.sort_unstable();
        from_struct.sort_unstable();
        assert_eq!(
            from_meshes, from_struct,
            "{what}: both forms of the triangles"
        );
    } else {
        let meshes = self::meshes(geometry);
        assert_dump(
            &native_dump(geometry, &meshes),
            &expected["native_dump"],
            what,
        );
        assert_dump(
            &triangle_dump(geometry, &meshes),
            &expected["triangle_dump"],
            what,
        );
        assert_native_json(geometry, &meshes, &expected["json"], what);
        if let Some(limit) = expected["batchVertexLimit"].as_u64() {
            assert_batch_limit(geometry, limit, what);
        }
        if let Some(triangles) = expected["triangle_dump"]["triangles"].as_u64() {
            assert_eq!(native_triangles(geometry).len() as u64, triangles, "{what}");
        }
    }
}

/// No batch has more vertices, and all but the last one of a mesh have as many.
fn assert_batch_limit(geometry: &Geometry, limit: u64, what: &str) {
    for (_, chain) in geometry.chains() {
        let counts: Vec<u64> = VifReader::new(&chain.bytes)
            .filter_map(|packet| match packet.unwrap().code {
                VifCode::Itop(count) => Some(u64::from(count)),
                _ => None,
            })
            .collect();
        let (last, others) = counts.split_last().unwrap();
        assert!(*last <= limit, "{what}: {counts:?}");
        assert!(
            others.iter().all(|&count| count == limit),
            "{what}: {counts:?}"
        );
    }
}

/// The corners turned so that the lowest comes first, in the same sense of rotation.
fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    while corners[0] != *corners.iter().min().unwrap() {
        corners.rotate_left(1);
    }
    corners
}

pub fn assert_materials(materials: &[Material], expected: &[Value], what: &str) {
    assert_eq!(materials.len(), expected.len(), "{what}");
    for (material, expected) in materials.iter().zip(expected) {
        assert_eq!(
            material.colour.map(i64::from),
            numbers(&expected["color"]),
            "{what}"
        );
        let surface =
            ["ambient", "specular", "diffuse"].map(|name| expected[name].as_f64().unwrap() as f32);
        assert_eq!(material.surface, surface, "{what}");
        let texture = material.texture.as_ref();
        assert_eq!(
            texture.map(|texture| texture.name.as_str()),
            expected["texture"].as_str(),
            "{what}"
        );
        if let Some(texture) = texture {
            assert_eq!(texture.mask, text(&expected["mask"]), "{what}");
            assert_eq!(
                texture.sampling.0,
                number(&expected["filterAddressingInFile"]),
                "{what}"
            );
        }
        match expected.get("matfx") {
            Some(expected) => assert_matfx(material.matfx.as_ref().unwrap(), expected, what),
            None => assert_eq!(material.dual(), None, "{what}"),
        }
        if let Some(right) = expected.get("rightToRender") {
            let found = material.right_to_render.unwrap();
            assert_eq!(
                [found.plugin, found.pipeline],
                [number(&right[0]), number(&right[1])],
                "{what}"
            );
        }
    }
}

fn assert_matfx(matfx: &MatFx, expected: &Value, what: &str) {
    let name = |texture: &Option<Box<TextureReference>>| {
        texture.as_ref().map(|texture| texture.name.clone())
    };
    let wanted = |field: &str| expected[field].as_str().map(str::to_owned);
    let coefficient = expected["coefficient"].as_f64().map(|value| value as f32);
    assert_eq!(matfx.effect, number(&expected["effect"]), "{what}");
    let kind = match matfx.effect {
        1 => "bump map",
        2 => "environment map",
        4 => "dual",
        other => panic!("{what}: effect {other}"),
    };
    assert_eq!(text(&expected["kind"]), kind, "{what}");
    match &matfx.slots[0] {
        MatFxSlot::Dual {
            source_blend,
            destination_blend,
            texture,
        } => {
            assert_eq!(
                i64::from(*source_blend),
                expected["srcBlend"].as_i64().unwrap(),
                "{what}"
            );
            assert_eq!(
                i64::from(*destination_blend),
                expected["dstBlend"].as_i64().unwrap(),
                "{what}"
            );
            assert_eq!(name(texture), wanted("texture"), "{what}");
        }
        MatFxSlot::Environment {
            coefficient: found,
            use_frame_buffer_alpha,
            texture,
        } => {
            assert_eq!(Some(*found), coefficient, "{what}");
            assert_eq!(
                i64::from(*use_frame_buffer_alpha),
                expected["useFrameBufferAlpha"].as_i64().unwrap()
            );
            assert_eq!(name(texture), wanted("texture"), "{what}");
        }
        MatFxSlot::Bump {
            coefficient: found,
            bumped,
            bump,
        } => {
            assert_eq!(Some(*found), coefficient, "{what}");
            assert_eq!(name(bumped), wanted("bumpedTexture"), "{what}");
            assert_eq!(name(bump), wanted("bumpTexture"), "{what}");
        }
        other => panic!("{what}: {other:?}"),
    }
}

fn plain(geometry: &Geometry) -> &wonderwheel_renderware::geometry::PlainVertices {
    match &geometry.vertices {
        Vertices::Plain(plain) => plain,
        Vertices::Native(_) => panic!("native"),
    }
}

fn meshes(geometry: &Geometry) -> Vec<FloatMesh> {
    geometry
        .chains()
        .map(|(mesh, chain)| {
            decode_default(chain, geometry.bin_mesh.is_strip(), mesh.vertex_count).unwrap()
        })
        .collect()
}

fn push(out: &mut Vec<u8>, values: impl IntoIterator<Item = f32>) {
    out.extend(values.into_iter().flat_map(f32::to_le_bytes));
}

fn generic_dump(geometry: &Geometry) -> Vec<u8> {
    let plain = plain(geometry);
    let mut out = Vec::new();
    for word in [
        geometry.vertex_count,
        geometry.triangle_count,
        plain.uv_sets.len() as u32,
    ] {
        out.extend(word.to_le_bytes());
    }
    let target = &plain.morph_targets[0];
    push(
        &mut out,
        target.positions.iter().flatten().flatten().copied(),
    );
    push(&mut out, target.normals.iter().flatten().flatten().copied());
    out.extend(plain.colours.iter().flatten());
    for set in &plain.uv_sets {
        push(&mut out, set.iter().flatten().copied());
    }
    out.extend(
        plain
            .triangles
            .iter()
            .flatten()
            .flat_map(|value| value.to_le_bytes()),
    );
    out
}

fn native_dump(geometry: &Geometry, meshes: &[FloatMesh]) -> Vec<u8> {
    let mut out = Vec::new();
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        for word in [
            record.material,
            mesh.positions.len() as u32,
            geometry.bin_mesh.flags & 1,
        ] {
            out.extend(word.to_le_bytes());
        }
        for (i, position) in mesh.positions.iter().enumerate() {
            push(&mut out, *position);
            push(
                &mut out,
                mesh.uvs[i].into_iter().take(2 * usize::from(mesh.uv_sets)),
            );
            out.extend(mesh.colours[i]);
            out.extend(mesh.normals[i].map(i8::cast_unsigned));
            out.push(0);
        }
    }
    out
}

fn triangle_dump(geometry: &Geometry, meshes: &[FloatMesh]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut count = 0u32;
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        for corners in mesh.triangles(geometry.bin_mesh.is_strip()) {
            count += 1;
            body.extend(record.material.to_le_bytes());
            for corner in corners {
                push(&mut body, mesh.positions[corner as usize]);
            }
        }
    }
    let mut out = count.to_le_bytes().to_vec();
    out.extend(body);
    out
}

/// A triangle as material and corner positions, turned so that the smallest corner comes first.
type Triangle = (u32, [[u32; 3]; 3]);

fn triangle(material: u32, corners: [[f32; 3]; 3]) -> Triangle {
    let mut corners = corners.map(|corner| corner.map(|value| (value + 0.0).to_bits()));
    while corners[0] != *corners.iter().min().unwrap() {
        corners.rotate_left(1);
    }
    (material, corners)
}

fn native_triangles(geometry: &Geometry) -> Vec<Triangle> {
    let records = &geometry.bin_mesh.meshes;
    records
        .iter()
        .zip(meshes(geometry))
        .flat_map(|(record, mesh)| {
            mesh.triangles(geometry.bin_mesh.is_strip())
                .map(|corners| {
                    triangle(
                        record.material,
                        corners.map(|corner| mesh.positions[corner as usize]),
                    )
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

fn plain_triangles(geometry: &Geometry) -> Vec<Triangle> {
    let positions = plain(geometry).morph_targets[0].positions.as_ref().unwrap();
    geometry
        .indexed_triangles()
        .map(|(corners, material)| {
            triangle(material, corners.map(|corner| positions[corner as usize]))
        })
        .collect()
}

fn assert_plain_json(geometry: &Geometry, expected: &Value, what: &str) {
    if expected.get("positions").is_none() {
        return;
    }
    let plain = plain(geometry);
    let vectors = |value: &Value| list(value).iter().map(floats::<3>).collect::<Vec<_>>();
    assert_eq!(
        plain.morph_targets[0].positions.as_ref().unwrap(),
        &vectors(&expected["positions"]),
        "{what}"
    );
    assert_eq!(
        plain.morph_targets[0].normals.as_ref().unwrap(),
        &vectors(&expected["normals"]),
        "{what}"
    );
    match expected["prelit"].as_array() {
        Some(colours) => {
            let colours = colours.iter().map(numbers::<4>);
            let found = plain.colours.iter().map(|colour| colour.map(i64::from));
            assert!(found.eq(colours), "{what}");
        }
        None => assert!(plain.colours.is_empty(), "{what}"),
    }
    let sets = list(&expected["uv"]);
    assert_eq!(plain.uv_sets.len(), sets.len(), "{what}");
    for (found, expected) in plain.uv_sets.iter().zip(sets) {
        let expected: Vec<[f32; 2]> = list(expected).iter().map(floats).collect();
        assert_eq!(found, &expected, "{what}");
    }
    let triangles = list(&expected["triangles_v0_v1_v2_material"]);
    assert_eq!(plain.triangles.len(), triangles.len(), "{what}");
    for (found, expected) in plain
        .triangles
        .iter()
        .zip(list(&expected["triangles_v0_v1_v2_material"]))
    {
        assert_eq!(found.map(i64::from), numbers(expected), "{what}");
    }
}

fn assert_native_json(geometry: &Geometry, meshes: &[FloatMesh], expected: &Value, what: &str) {
    let Some(expected) = expected.get("meshes") else {
        return;
    };
    for ((record, mesh), expected) in geometry
        .bin_mesh
        .meshes
        .iter()
        .zip(meshes)
        .zip(list(expected))
    {
        assert_eq!(record.material, number(&expected["material"]), "{what}");
        let strip = expected["strip"].as_bool().unwrap();
        assert_eq!(geometry.bin_mesh.is_strip(), strip, "{what}");
        let vertices = list(&expected["vertices_pos_uv_rgba_n"]);
        assert_eq!(mesh.positions.len(), vertices.len(), "{what}");
        for (i, expected) in vertices.iter().enumerate() {
            let expected: [f32; 12] = floats(expected);
            let mut found = mesh.positions[i].to_vec();
            found.extend(&mesh.uvs[i][..2]);
            found.extend(mesh.colours[i].map(f32::from));
            found.extend(mesh.normals[i].map(f32::from));
            assert_eq!(found, expected, "{what}: vertex {i}");
        }
    }
}
