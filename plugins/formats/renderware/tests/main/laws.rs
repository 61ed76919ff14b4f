//! Laws over random objects: what is written is read, and what is read is written to the same bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::native_data::{
    FloatMesh, PackedMesh, decode_default, decode_packed, encode_default, encode_packed,
};
use wonderwheel_renderware::strip;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};

use crate::generated::chain_options;
use crate::samples;

#[test]
fn every_sample_is_read_as_it_was_made_and_written_to_the_same_bytes() {
    macro_rules! survive {
        ($($object:ident $made:ident;)*) => {
            $(
                let made = samples::$made();
                let read = $object::read(&made.write()).unwrap();
                assert!(read == made && read.write() == made.write(), stringify!($made));
            )*
        };
    }
    survive! {
        TextureDictionary dictionary;
        Atomic part_atomic;
        Clump clump;
        Clump plain_clump;
        World streamed_world;
        World glow_world;
    }
}

fn packed_meshes() -> impl Strategy<Value = PackedMesh> {
    (0usize..300, 0u8..=2, any::<[bool; 2]>(), any::<u64>()).prop_map(
        |(vertices, uv_sets, [colours, normals], seed)| {
            let mut mesh = samples::packed_mesh(vertices, uv_sets, colours, normals);
            for (i, position) in mesh.positions.iter_mut().enumerate() {
                *position = position.map(|value| value ^ (seed.rotate_left(i as u32) as i16));
            }
            mesh
        },
    )
}

fn images() -> impl Strategy<Value = IndexedImage> {
    (0u32..8, 0u32..8, any::<bool>(), 1u32..=4).prop_flat_map(
        |(log_width, log_height, wide, levels)| {
            let (width, height) = (1 << log_width, 1 << log_height);
            let colours = if wide { 256 } else { 16 };
            let level = move |i: u32| {
                let texels = ((width >> i).max(1) * (height >> i).max(1)) as usize;
                vec((0..colours).prop_map(|index: usize| index as u8), texels)
            };
            let palette = vec(
                (any::<[u8; 3]>(), 0u8..=128).prop_map(|([r, g, b], a)| [r, g, b, a]),
                colours,
            );
            (palette, (0..levels).map(level).collect::<Vec<_>>()).prop_map(
                move |(palette, levels)| IndexedImage {
                    width,
                    height,
                    palette,
                    levels,
                },
            )
        },
    )
}

/// A tree of up to 30 leaves, built by splitting leaves at random.
fn worlds() -> impl Strategy<Value = World> {
    let split = (any::<prop::sample::Index>(), 0u8..3, -100.0f32..100.0);
    (vec(split, 0..30), vec(0usize..9, 31)).prop_map(|(splits, pvs_lengths)| {
        // Nodes as (axis, value, left, right) or leaves, by index; the root is 0.
        let mut nodes: Vec<Option<(u8, f32, usize, usize)>> = vec![None];
        for (which, axis, value) in splits {
            let leaves: Vec<usize> = (0..nodes.len()).filter(|&i| nodes[i].is_none()).collect();
            let leaf = leaves[which.index(leaves.len())];
            nodes.extend([None, None]);
            nodes[leaf] = Some((axis, value, nodes.len() - 2, nodes.len() - 1));
        }
        let mut planes = Vec::new();
        let mut sectors = Vec::new();
        let root = place(&nodes, 0, &mut planes, &mut sectors, &pvs_lengths);
        World::new(World::ONE_UV_SET_FORMAT, Vec::new(), planes, sectors, root)
    })
}

/// Numbers nodes in stream order.
fn place(
    nodes: &[Option<(u8, f32, usize, usize)>],
    node: usize,
    planes: &mut Vec<Plane>,
    sectors: &mut Vec<AtomicSector>,
    pvs_lengths: &[usize],
) -> Node {
    let Some((axis, value, left, right)) = nodes[node] else {
        let index = sectors.len();
        let streamed = (!index.is_multiple_of(3)).then_some(StreamedSector {
            index: index as i32,
            part: 1,
            origin: [index as f32, 0.0, -1.0],
        });
        let mut sector =
            AtomicSector::streamed(Aabb::of_corners([-1.0; 3], [index as f32; 3]), streamed);
        sector.pvs = (pvs_lengths[index] > 0).then(|| vec![index as u8; pvs_lengths[index]]);
        sectors.push(sector);
        return Node::Sector(index as u32);
    };
    let index = planes.len();
    planes.push(Plane::at(axis, value, Node::Sector(0), Node::Sector(0)));
    planes[index].left = place(nodes, left, planes, sectors, pvs_lengths);
    planes[index].right = place(nodes, right, planes, sectors, pvs_lengths);
    Node::Plane(index as u32)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn packed_chains_decode_to_what_was_encoded(mesh in packed_meshes(), options in chain_options(), strip: bool) {
        let chain = encode_packed(&mesh, strip, &options);
        let mut decoded = PackedMesh::default();
        decode_packed(&chain, strip, mesh.positions.len() as u32, &mut decoded).unwrap();
        if mesh.positions.is_empty() {
            prop_assert_eq!(decoded, PackedMesh::default());
        } else {
            prop_assert_eq!(decoded, mesh);
        }
    }

    #[test]
    fn default_chains_decode_to_what_was_encoded(
        vertices in 1usize..300,
        uv_sets in 1u8..=2,
        options in chain_options(),
        strip: bool,
    ) {
        let mesh: FloatMesh = samples::float_mesh(vertices, uv_sets);
        let chain = encode_default(&mesh, strip, &options);
        prop_assert_eq!(decode_default(&chain, strip, vertices as u32).unwrap(), mesh);
    }

    #[test]
    fn textures_decode_to_the_picture_that_was_encoded(image in images(), word in 0u32..0x4000) {
        let sampling = Sampling::new(Sampling::LINEAR, Addressing::Wrap, Addressing::Clamp);
        let texture = NativeTexture::encode("t", &image, sampling, word).unwrap();
        prop_assert_eq!(&texture.raster.decode_indices().unwrap(), &image);
        let colours = texture.decode().unwrap();
        for (level, indices) in colours.levels.iter().zip(&image.levels) {
            let expected: Vec<u8> = indices.iter().flat_map(|&index| image.palette[usize::from(index)]).collect();
            prop_assert_eq!(level, &expected);
        }
        let dictionary = TextureDictionary::new(vec![texture]);
        let bytes = dictionary.write();
        let read = TextureDictionary::read(&bytes).unwrap();
        prop_assert_eq!(read.textures[0].mip_word(), word);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn worlds_are_read_as_they_were_made(world in worlds()) {
        let bytes = world.write();
        let read = World::read(&bytes).unwrap();
        prop_assert_eq!(&read, &world);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn the_nearest_leaf_is_drawn_last_and_every_leaf_once(world in worlds(), eye: [i8; 3]) {
        let eye = eye.map(f32::from);
        let mut order = Vec::new();
        world.back_to_front(eye, &mut |leaf| order.push(leaf));
        prop_assert_eq!(order.last().copied(), world.leaf_at(eye));
        order.sort_unstable();
        prop_assert_eq!(order, (0..world.sectors.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn geometries_state_an_upper_bound_of_their_triangles(mesh in packed_meshes(), options in chain_options()) {
        prop_assume!(!mesh.positions.is_empty());
        let scales = Scales::fitting(10.0, 1.0);
        let geometry = Geometry::packed(samples::materials(), &[(1, mesh.clone())], scales, &options);
        let bytes = Atomic::standalone(geometry, scales).write();
        let read = Atomic::read(&bytes).unwrap();
        prop_assert_eq!(read.scales(), scales);
        let geometry = read.geometry.as_ref().unwrap();
        prop_assert_eq!(geometry.triangle_count as usize, mesh.strip_triangles().count());
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn joined_strips_draw_the_same_triangles(lengths in vec(3usize..9, 1..6)) {
        let mut next = 0u32;
        let strips: Vec<Vec<u32>> = lengths
            .iter()
            .map(|&length| { next += 100; (next..next + length as u32).collect() })
            .collect();
        let draw = |strip: &[u32]| -> Vec<[u32; 3]> {
            strip::triangles(strip.len() as u32, true)
                .map(|corners| corners.map(|i| strip[i as usize]))
                .filter(|&corners| !strip::is_degenerate(corners))
                .collect()
        };
        let joined = strip::join(&strips);
        let apart: Vec<[u32; 3]> = strips.iter().flat_map(|strip| draw(strip)).collect();
        prop_assert_eq!(draw(&joined), apart);
    }
}
