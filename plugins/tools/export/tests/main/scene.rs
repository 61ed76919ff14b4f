//! The builder by itself.

use wonderwheel_export::ExportError;
use wonderwheel_export::glb::GlbBuilder;
use wonderwheel_export::scene::{
    AlphaMode, Filter, Material, Mode, Node, Primitive, Sampling, Skin, Transform,
};

use super::structure::ReadBack;

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, -3.0]];
const SAMPLING: Sampling = Sampling {
    magnify: Filter::Linear,
    minify: Filter::Linear,
    between_levels: Some(Filter::Nearest),
    clamp: [true, false],
};

fn triangle() -> Primitive<'static> {
    Primitive {
        positions: &TRIANGLE,
        ..Primitive::default()
    }
}

/// A picture of one opaque white texel.
fn white() -> Vec<u8> {
    let image = wonderwheel_renderware::texture::TextureImage {
        width: 1,
        height: 1,
        levels: vec![vec![255, 255, 255, 128]],
    };
    wonderwheel_export::textures::image_png(&image, 0, Default::default())
}

fn fails(result: Result<impl std::fmt::Debug, ExportError>, words: &str) {
    let error = result.expect_err(words).to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn everything_a_scene_can_hold_comes_back() {
    let mut glb = GlbBuilder::new("test", Some(serde_json::json!({"one": 1})));
    let image = glb.image("white", &white()).unwrap();
    let texture = glb.texture("white", image, SAMPLING, None);
    let material = glb
        .material(&Material {
            name: "glass".into(),
            base_colour: [0.5, 0.25, 1.0, 0.75],
            base_texture: Some(texture),
            alpha: AlphaMode::Mask { cutoff: 0.25 },
            double_sided: true,
            extras: Some(serde_json::json!({"why": "test"})),
            ..Material::default()
        })
        .unwrap();
    let uvs = [[0.0, 1.0], [0.5, 0.25], [-3.0, 8.0]];
    let mesh = glb
        .mesh(
            "mesh",
            &[
                Primitive {
                    normals: &[[0.0, 1.0, 0.0]; 3],
                    uv_sets: [&uvs, &uvs],
                    colours: &[[65_535, 0, 1, 2]; 3],
                    custom: vec![("AREA", &[1.0, 2.0, 3.0])],
                    indices: &[2, 0, 1],
                    material: Some(material),
                    ..triangle()
                },
                Primitive {
                    mode: Mode::Lines,
                    indices: &[0, 1, 1, 2],
                    ..triangle()
                },
                Primitive {
                    mode: Mode::Points,
                    ..triangle()
                },
            ],
            None,
        )
        .unwrap();
    let child = glb
        .node(&Node {
            mesh: Some(mesh),
            ..Node::named("child")
        })
        .unwrap();
    let parent = glb
        .node(&Node {
            transform: Transform {
                translation: [1.0, 2.0, 3.0],
                rotation: [0.0, 1.0, 0.0, 0.0],
                scale: [2.0; 3],
            },
            children: vec![child],
            ..Node::named("parent")
        })
        .unwrap();
    glb.scene("first", &[parent], None).unwrap();
    let other = glb.node(&Node::default()).unwrap();
    glb.scene("second", &[other], None).unwrap();
    glb.scene("empty", &[], None).unwrap();
    let read = ReadBack::new(&glb.finish().unwrap().to_vec());

    assert_eq!(read.scene_names(), ["first", "second"]);
    let parent = read.node("parent");
    let place = parent.transform().decomposed();
    assert_eq!(place, ([1.0, 2.0, 3.0], [0.0, 1.0, 0.0, 0.0], [2.0; 3]));
    let mesh = parent.children().next().unwrap().mesh().unwrap();
    let [first, lines, points]: [_; 3] = mesh.primitives().collect::<Vec<_>>().try_into().unwrap();
    use gltf::Semantic;
    let of = |semantic: Semantic| first.get(&semantic).unwrap();
    assert_eq!(read.floats(&of(Semantic::TexCoords(1))), uvs.concat());
    let colours = read.integers(&of(Semantic::Colors(0)));
    assert_eq!(colours[..4], [65_535, 0, 1, 2]);
    let area = of(Semantic::Extras("AREA".into()));
    assert_eq!(read.floats(&area), [1.0, 2.0, 3.0]);
    assert_eq!(read.integers(&first.indices().unwrap()), [2, 0, 1]);
    assert_eq!(read.integers(&lines.indices().unwrap()), [0, 1, 1, 2]);
    assert_eq!(points.mode(), gltf::mesh::Mode::Points);
    assert!(points.indices().is_none());
    let material = first.material();
    assert!(material.unlit() && material.double_sided());
    assert_eq!(material.alpha_cutoff(), Some(0.25));
    let base = material.pbr_metallic_roughness();
    assert_eq!(base.base_color_factor(), [0.5, 0.25, 1.0, 0.75]);
    let sampler = base.base_color_texture().unwrap().texture().sampler();
    use gltf::texture::{MagFilter, MinFilter, WrappingMode};
    assert_eq!(sampler.mag_filter(), Some(MagFilter::Linear));
    assert_eq!(sampler.min_filter(), Some(MinFilter::LinearMipmapNearest));
    let wraps = (sampler.wrap_s(), sampler.wrap_t());
    assert_eq!(wraps, (WrappingMode::ClampToEdge, WrappingMode::Repeat));
    let image = read.gltf.images().next().unwrap();
    assert_eq!(read.picture(&image), ([1, 1], vec![255; 4]));
    assert_eq!(read.json["asset"]["extras"]["one"], 1);
    assert_eq!(read.json["materials"][0]["extras"]["why"], "test");
}

#[test]
fn a_skin_joins_a_mesh_to_its_bones() {
    let mut glb = GlbBuilder::new("test", None);
    let bone = |glb: &mut GlbBuilder, name: &str, children| {
        let bone = Node {
            children,
            ..Node::named(name)
        };
        glb.node(&bone).unwrap()
    };
    let hand = bone(&mut glb, "hand", Vec::new());
    let arm = bone(&mut glb, "arm", vec![hand]);
    let mut moved = glam::Mat4::IDENTITY.to_cols_array();
    moved[12] = -1.0;
    let skin = glb
        .skin(&Skin {
            name: "skin".into(),
            joints: vec![arm, hand],
            inverse_bind: vec![glam::Mat4::IDENTITY.to_cols_array(), moved],
            skeleton: Some(arm),
        })
        .unwrap();
    let mesh = glb
        .mesh(
            "body",
            &[Primitive {
                // The third joint of the last vertex does not count.
                joints: &[[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 0]],
                weights: &[
                    [1.0, 0.0, 0.0, 0.0],
                    [1.0, 0.0, 0.0, 0.0],
                    [0.5, 0.5, 0.0, 0.0],
                ],
                ..triangle()
            }],
            None,
        )
        .unwrap();
    let body = glb
        .node(&Node {
            mesh: Some(mesh),
            skin: Some(skin),
            ..Node::named("body")
        })
        .unwrap();
    glb.scene("scene", &[arm, body], None).unwrap();
    let read = ReadBack::new(&glb.finish().unwrap().to_vec());
    let body = read.node("body");
    let skin = body.skin().unwrap();
    let names: Vec<_> = skin
        .joints()
        .map(|joint| joint.name().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["arm", "hand"]);
    let matrices = read.floats(&skin.inverse_bind_matrices().unwrap());
    assert_eq!((matrices.len(), matrices[16 + 12]), (32, -1.0));
    let primitive = body.mesh().unwrap().primitives().next().unwrap();
    let joints = read.integers(&primitive.get(&gltf::Semantic::Joints(0)).unwrap());
    assert_eq!(joints[8..], [0, 1, 0, 0]);
}

#[test]
fn what_no_file_may_have_is_refused() {
    let mut glb = GlbBuilder::new("test", None);
    for (words, change) in [
        (
            "a vertex",
            (|it| it.positions = &[]) as fn(&mut Primitive<'_>),
        ),
        ("finite", |it| it.positions = &[[f32::NAN, 0.0, 0.0]; 3]),
        ("unit length", |it| it.normals = &[[0.0; 3]; 3]),
        ("as many entries", |it| it.colours = &[[0; 4]; 2]),
        ("below the number", |it| it.indices = &[0, 1, 3]),
        ("three corners", |it| it.indices = &[0, 1]),
        ("add up to 1", |it| {
            it.joints = &[[0; 4]; 3];
            it.weights = &[[0.5, 0.0, 0.0, 0.0]; 3];
        }),
    ] {
        let mut primitive = triangle();
        change(&mut primitive);
        fails(glb.mesh("m", &[primitive], None), words);
    }
    fails(glb.mesh("m", &[], None), "a primitive");
    fails(glb.image("i", b"GIF89a"), "a PNG");
    let bright = Material {
        base_colour: [1.5, 0.0, 0.0, 1.0],
        ..Material::default()
    };
    fails(glb.material(&bright), "0 to 1");

    let child = glb.node(&Node::default()).unwrap();
    let with = |children| Node {
        children,
        ..Node::default()
    };
    glb.node(&with(vec![child])).unwrap();
    fails(glb.node(&with(vec![child])), "another parent");
    fails(glb.scene("s", &[child], None), "another parent");
    let mut turned = Node::default();
    turned.transform.rotation = [0.0; 4];
    fails(glb.node(&turned), "unit length");
    turned.transform = Transform::at([f32::INFINITY, 0.0, 0.0]);
    fails(glb.node(&turned), "finite");
    fails(glb.skin(&Skin::default()), "a joint");
}

#[test]
fn equal_pictures_samplers_and_materials_are_one() {
    let mut glb = GlbBuilder::new("test", None);
    let image = glb.image("a", &white()).unwrap();
    assert_eq!(glb.image("a", &white()).unwrap(), image);
    assert_ne!(glb.image("b", &white()).unwrap(), image);
    let texture = glb.texture("a", image, SAMPLING, None);
    assert_eq!(glb.texture("a", image, SAMPLING, None), texture);
    let material = Material {
        base_texture: Some(texture),
        ..Material::default()
    };
    let id = glb.material(&material).unwrap();
    assert_eq!(glb.material(&material).unwrap(), id);
    let other = Material {
        double_sided: true,
        ..material
    };
    assert_ne!(glb.material(&other).unwrap(), id);
    let read = ReadBack::new(&glb.finish().unwrap().to_vec());
    let gltf = &read.gltf;
    assert_eq!((gltf.images().len(), gltf.samplers().len()), (2, 1));
    assert_eq!((gltf.textures().len(), gltf.materials().len()), (1, 2));
}

#[test]
fn indices_are_wide_only_where_they_have_to_be() {
    for (count, width) in [(65_534, 2), (65_535, 4)] {
        let positions: Vec<[f32; 3]> = (0..count).map(|i| [i as f32, 0.0, 1.0]).collect();
        let primitive = Primitive {
            positions: &positions,
            indices: &[0, 1, count - 1],
            ..Primitive::default()
        };
        let mut glb = GlbBuilder::new("test", None);
        let mesh = Some(glb.mesh("m", &[primitive], None).unwrap());
        let node = glb
            .node(&Node {
                mesh,
                ..Node::default()
            })
            .unwrap();
        glb.scene("s", &[node], None).unwrap();
        let read = ReadBack::new(&glb.finish().unwrap().to_vec());
        let mesh = read.gltf.meshes().next().unwrap();
        let indices = mesh.primitives().next().unwrap().indices().unwrap();
        assert_eq!(indices.size(), width);
    }
}

#[test]
fn an_empty_file_is_a_file_too() {
    let read = ReadBack::new(&GlbBuilder::new("test", None).finish().unwrap().to_vec());
    assert!(read.bin.is_empty());
}

#[test]
fn a_transform_is_taken_from_a_matrix_that_nodes_can_stand_for() {
    use glam::{Affine3A, Mat3, Quat, Vec3};
    let (scale, turn) = (Vec3::new(2.0, 0.5, 1.0), Quat::from_rotation_y(1.0));
    let matrix = Affine3A::from_scale_rotation_translation(scale, turn, Vec3::X);
    let transform = Transform::from_affine(matrix).unwrap();
    assert_eq!(transform.translation, [1.0, 0.0, 0.0]);
    assert!(Quat::from_array(transform.rotation).angle_between(turn) < 1e-3);
    assert!((Vec3::from(transform.scale) - scale).length() < 1e-5);
    let mirrored = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    assert!(Transform::from_affine(mirrored).is_some());
    let sheared = Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z);
    assert_eq!(Transform::from_affine(Affine3A::from_mat3(sheared)), None);
    let flat = Affine3A::from_scale(Vec3::ZERO);
    assert_eq!(Transform::from_affine(flat), None);
    let nowhere = Affine3A::from_translation(Vec3::NAN);
    assert_eq!(Transform::from_affine(nowhere), None);
}
