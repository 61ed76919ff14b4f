//! Terrain blocks: laws over damaged bytes, and files that another program made.

use std::fmt::Debug;

use wonderwheel_commando::fuzz;
use wonderwheel_commando::tfrag::{
    GridPatch, Lod, Patch, PatchData, PatchHeader, TfragBlock, outline,
};

use crate::oracle::{self, list, number, text};
use crate::sets::assert_crc32;

/// A small block with all tiers.
fn sample() -> Vec<u8> {
    let grid = GridPatch::flat([51_200, 10_240, 0], 512, [4, 4]);
    let data = grid.build().unwrap();
    let block = TfragBlock::build(32.0, &[data.clone(), data]).unwrap();
    block.write().unwrap()
}

#[test]
fn a_block_cut_off_anywhere_is_refused() {
    let bytes = sample();
    for end in 0..bytes.len() {
        assert!(TfragBlock::read(&bytes[..end]).is_err(), "{end:#x}");
        fuzz::tfrag(&bytes[..end]);
    }
    fuzz::tfrag(&bytes);
}

/// The dump that the oracle's manifest describes.
fn canonical(block: &TfragBlock) -> Vec<u8> {
    let mut out = Vec::new();
    for (_, patch) in block.patches() {
        out.extend((patch.positions.len() as u32).to_le_bytes());
        for (position, color) in patch.positions.iter().zip(patch.colors) {
            for (value, origin) in position.iter().zip(patch.origin) {
                out.extend((origin + i32::from(*value)).to_le_bytes());
            }
            out.extend(color);
        }
        out.extend((patch.vertex_infos.len() as u32).to_le_bytes());
        for info in patch.vertex_infos {
            out.extend(info.s.to_le_bytes());
            out.extend(info.t.to_le_bytes());
            out.extend((info.position() as u16).to_le_bytes());
        }
        for lod in Lod::ALL {
            out.extend((patch.triangles(lod).count() as u32).to_le_bytes());
            for triangle in patch.triangles(lod) {
                let [a, b, c] = triangle.vertex_infos;
                let turned = [[a, b, c], [b, c, a], [c, a, b]];
                let smallest = turned.into_iter().min_by_key(|[first, ..]| *first);
                for index in smallest.unwrap() {
                    out.extend(u16::from(index).to_le_bytes());
                }
                let gif = &patch.ad_gifs[usize::from(triangle.ad_gif)];
                out.extend((gif.texture() as u16).to_le_bytes());
            }
        }
    }
    out
}

#[test]
fn blocks_of_the_public_writer_decode_to_its_values() {
    let Some(set) = oracle::set("tfrag", "tfrag") else {
        return;
    };
    for file in set.files() {
        let name = text(&file["file"]);
        let bytes = set.bytes(&file["file"]);
        let block = TfragBlock::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let same = |found: usize, field: &str| {
            assert_eq!(found as u32, number(&file[field]), "{name} {field}");
        };
        same(block.len(), "patches");
        same(block.positions().len(), "vertices");
        let distance = file["lodDistance"].as_f64().unwrap();
        assert_eq!(f64::from(block.lod_distance()), distance);
        let counts = list(&file["triangles_lod0_1_2"]).iter().map(number);
        let found = Lod::ALL.map(|lod| block.triangle_count(lod) as u32);
        assert_eq!(found[..], counts.collect::<Vec<_>>());
        let dump = canonical(&block);
        same(dump.len(), "canonical_bytes");
        assert_crc32(&dump, &file["canonical_crc32"], name);
        assert_eq!(block.write().unwrap(), bytes, "{name}");
        let tree = outline(&bytes, Default::default());
        assert_eq!(
            (tree.error, tree.nodes[0].children.len()),
            (None, block.len())
        );
        if file["expected"].is_string() {
            let expected = set.bytes(&file["expected"]);
            let expected: serde_json::Value = serde_json::from_slice(&expected).unwrap();
            for (i, expected) in list(&expected["patches"]).iter().enumerate() {
                check_patch(
                    &block.patch(i).unwrap(),
                    expected,
                    &format!("{name} patch[{i}]"),
                );
            }
        }
    }
}

/// Everything that the expected values name, one text for each part, so that a difference shows where it is.
fn check_patch(patch: &Patch<'_>, expected: &serde_json::Value, what: &str) {
    let same = |found: &dyn Debug, wanted: &serde_json::Value, part: &str| {
        assert_eq!(plain(found), wanted.to_string(), "{what} {part}");
    };
    let data = patch.to_data();
    let [x, y, z, _] = patch.origin;
    same(&[x, y, z], &expected["origin"], "origin");
    let sphere = patch.header.bounding_sphere.map(|value| value as i64);
    same(&sphere, &expected["boundingSphere_raw1024"], "sphere");
    for (tier, name) in ["common", "lod01", "lod0"].into_iter().enumerate() {
        same(&data.positions[tier], &expected["positions"][name], name);
        let infos = data.vertex_infos[tier].iter();
        let infos = infos.map(|info| [info.s, info.t, info.parent / 2, info.vertex / 2]);
        let wanted = &expected["vertexInfo_s_t_parentPosition_position"][name];
        same(&infos.collect::<Vec<_>>(), wanted, name);
    }
    let extra = list(&expected["extraLod01ParentInfoIndex"]);
    let own = list(&expected["firstParentInfoIndex"]["lod01"]);
    let parents: Vec<_> = own.iter().chain(extra).map(number).collect();
    assert_eq!(plain(&data.first_parents[0]), plain(&parents), "{what}");
    let wanted = &expected["firstParentInfoIndex"]["lod0"];
    same(&data.first_parents[1], wanted, "parents");
    for (lod, name) in Lod::ALL.into_iter().zip(["lod0", "lod1", "lod2"]) {
        let indices = patch.indices_of(lod);
        let runs: Vec<_> = patch.runs(lod).collect();
        let wanted = list(&expected["strips"][name]);
        assert_eq!(runs.len(), wanted.len(), "{what} {name}");
        for (run, wanted) in runs.iter().zip(wanted) {
            let vertices = &indices[run.first..run.first + run.count];
            same(&vertices, &wanted["vertices"], name);
            same(&run.ad_gif, &wanted["texture_slot"], name);
        }
    }
    for (gif, wanted) in patch.ad_gifs.iter().zip(list(&expected["textures"])) {
        same(&gif.texture(), &wanted["texture"], "texture");
        same(&gif.k(), &wanted["kSigned"], "k");
        same(&gif.mmin(), &wanted["mmin"], "mmin");
        let clamp = [&wanted["wrapS"], &wanted["wrapT"]].map(|wrap| number(wrap) == 1);
        assert_eq!(gif.clamp(), clamp, "{what}");
    }
    same(&data.colors, &expected["rgba"], "colours");
    let lights: Vec<[i16; 6]> = data
        .lights
        .iter()
        .map(|light| {
            let [a, b] = light.position_offset.to_le_bytes().map(u8::cast_signed);
            let angles = [light.azimuth, light.elevation].map(u8::cast_signed);
            let [color, select] = [light.color, light.select].map(u16::cast_signed);
            let [a, b, c, d] = [a, b, angles[0], angles[1]].map(i16::from);
            [a, b, c, d, color, select]
        })
        .collect();
    same(&lights, &expected["lights_i8x4_s16x2"], "lights");
    same(&data.mip_distance, &expected["mipDist"], "mip distance");
    let wanted = &expected["occlusionIndex"];
    same(&data.occlusion_index, wanted, "occlusion index");
}

/// As JSON writes lists.
fn plain(values: &dyn Debug) -> String {
    format!("{values:?}").replace(' ', "")
}

#[test]
fn blocks_of_the_public_writer_are_built_again_but_for_what_it_leaves_out() {
    let Some(set) = oracle::set("tfrag", "tfrag") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        let block = TfragBlock::read(&bytes).unwrap();
        let patches: Vec<PatchData> = block.patches().map(|(_, patch)| patch.to_data()).collect();
        let built = TfragBlock::build(block.lod_distance(), &patches).unwrap();
        assert_eq!(built.as_bytes().len(), bytes.len());
        // Positions of the bytes that differ: colour counts and address of the header, three lanes of the VU header, and where a
        // light record's position stands.
        let mut allowed = vec![false; bytes.len()];
        for (i, patch) in block.patches() {
            let PatchHeader {
                data,
                common_offset,
                light_offset,
                vertex_count,
                ..
            } = *patch.header;
            let header = 0x40 + 0x40 * i;
            allowed[header + 0x24..header + 0x27].fill(true);
            allowed[header + 0x2A] = true;
            let data = 0x40 + data as usize;
            let vu = data + usize::from(common_offset) + 4;
            for lane in [0x10, 0x14, 0x18] {
                allowed[vu + lane..vu + lane + 2].fill(true);
            }
            for light in 0..usize::from(vertex_count) {
                let at = data + usize::from(light_offset) + 0x10 + 8 * light;
                allowed[at..at + 2].fill(true);
            }
        }
        for (at, (found, expected)) in built.as_bytes().iter().zip(&bytes).enumerate() {
            assert!(
                found == expected || allowed[at],
                "{} at {at:#x}",
                text(&file["file"])
            );
        }
    }
}

#[test]
fn malformed_blocks_are_refused() {
    let Some(set) = oracle::set("tfrag", "malformed") else {
        return;
    };
    let mut met = 0;
    for file in set.files() {
        if text(&file["kind"]) != "tfrag" {
            continue;
        }
        let bytes = set.bytes(&file["file"]);
        if text(&file["expect"]) == "error" {
            assert!(TfragBlock::read(&bytes).is_err(), "{}", text(&file["file"]));
        }
        fuzz::tfrag(&bytes);
        met += 1;
    }
    assert!(met > 0);
}
