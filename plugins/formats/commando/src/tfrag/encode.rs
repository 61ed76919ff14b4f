//! From plain values to a patch's bytes. Source: spec/commando-tfrag.md 4 and 9.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::steps;
use wonderwheel_ps2::vif::{STMOD_0, Unpack, UnpackFormat};

use super::data::PatchData;
use super::header::{PatchHeader, TierCounts, VuHeader};
use super::lists::V3_16;
use super::records::StripRecord;
use super::table::TABLE;
use crate::record::{Stored, bytes_of};

/// STMOD with mode 1: rows are added to what is unpacked.
const STMOD_ADD_ROW: u32 = 0x0500_0001;
/// STROW, four words behind it.
const STROW: u32 = 0x3000_0000;
/// STCYCL: write one quadword, skip one. Colours go between the positions.
const STCYCL_SPREAD: u32 = 0x0100_0102;
/// STCYCL: one quadword behind the other.
const STCYCL_DENSE: u32 = 0x0100_0404;
/// Added to texture coordinates: 2048.0.
const UV_BIAS: i32 = 0x4500_0000;

/// Quadwords of vector-unit memory for one patch.
const VU_MEMORY: usize = 0x148;
/// The game reads the count of positions as a signed byte.
const MAX_POSITIONS: usize = 127;
const MAX_VERTEX_INFOS: usize = 256;
/// Their offsets in strip records are signed bytes, in quadwords.
const MAX_TEXTURES: usize = 25;

/// A whole block.
pub(super) fn block(lod_distance: f32, patches: &[PatchData]) -> Result<Vec<u8>> {
    limit("patches", patches.len(), 0xFFFF)?;
    let mut out = Vec::new();
    out.extend((TABLE as u32).to_le_bytes());
    out.extend((patches.len() as u32).to_le_bytes());
    out.extend(lod_distance.to_le_bytes());
    out.resize(TABLE, 0);
    let mut data = Vec::new();
    let data_start = patches.len() * PatchHeader::BYTES;
    for (i, patch) in patches.iter().enumerate() {
        let (mut header, bytes) = encode(patch).within(|| format!("patch[{i}]"))?;
        let at = data_start + data.len();
        limit("bytes of a block", at, i32::MAX as usize)?;
        header.data = at as i32;
        header.put(&mut out);
        data.extend(bytes);
    }
    out.extend(data);
    Ok(out)
}

fn limit(name: &'static str, found: usize, max: usize) -> Result<()> {
    wonderwheel_ps2::limits::check(name, found as u64, max as u64, 0)
}

/// Header and data. The header's place of the data is left 0.
fn encode(patch: &PatchData) -> Result<(PatchHeader, Vec<u8>)> {
    check_counts(patch)?;
    steps::count((patch.position_count() + patch.vertex_info_count()) as u64);
    let patch = &with_end_records(patch);
    let (vu, vu_end) = vu_layout(patch)?;
    limit("quadwords of a patch in the vector unit", vu_end, VU_MEMORY)?;
    let mut data = Data {
        out: Vec::new(),
        vu,
        patch,
        places: Vec::with_capacity(patch.position_count()),
    };
    let lod_2_offset = data.section();
    data.lod_2();
    let common_offset = data.section();
    let texture_offset = data.common();
    let lod_1_offset = data.section();
    data.lod_1();
    let lod_01_offset = data.section();
    data.lod_01();
    let lod_0_list = data.section();
    data.lod_0();
    let rgba_offset = data.section();
    data.out.extend(patch.colors.as_flattened());
    let light_offset = data.section();
    data.lights();
    let sphere_offset = data.section();
    data.out.extend(bytes_of(&patch.texture_spheres));
    let box_offset = data.section();
    patch.clip_box.put(&mut data.out);
    limit("bytes of a patch", data.out.len(), 0xFFFF)?;

    let [common, middle, fine] = vu.tiers().map(|tier| usize::from(tier.positions));
    let rounded = |count: usize| count.next_multiple_of(4) as u8;
    let triangles = triangle_count(patch);
    limit("triangles of LOD 0", triangles, 0xFF)?;
    let header = PatchHeader {
        bounding_sphere: patch.bounding_sphere,
        data: 0,
        lod_2_offset: lod_2_offset as u16,
        common_offset: common_offset as u16,
        lod_1_offset: lod_1_offset as u16,
        lod_01_offset: lod_01_offset as u16,
        texture_offset: texture_offset as u16,
        rgba_offset: rgba_offset as u16,
        common_size: quadwords(common_offset, lod_1_offset)?,
        lod_2_size: quadwords(lod_2_offset, lod_1_offset)?,
        lod_1_size: quadwords(common_offset, lod_0_list)?,
        lod_0_size: quadwords(lod_01_offset, rgba_offset)?,
        rgba_counts: [
            rounded(common),
            rounded(common + middle),
            rounded(common + middle + fine),
        ],
        base_only: patch.base_only,
        texture_count: patch.ad_gifs.len() as u8,
        rgba_size: patch.position_count().div_ceil(4) as u8,
        rgba_address: (vu.positions + 1) as u8,
        occlusion_stash: patch.run_time[0],
        sphere_count: patch.texture_spheres.len() as u8,
        flags: patch.flags,
        sphere_offset: sphere_offset as u16,
        light_offset: light_offset as u16,
        light_end_offset: sphere_offset as u16,
        single_light: -1,
        light_changed: patch.run_time[1],
        point_lights: 0xFFFF,
        box_offset: box_offset as u16,
        occlusion_index: patch.occlusion_index,
        vertex_count: patch.position_count() as u8,
        triangle_count: triangles as u8,
        mip_distance: patch.mip_distance,
    };
    Ok((header, data.out))
}

/// Quadwords between two offsets. The header has a byte for them.
fn quadwords(start: usize, end: usize) -> Result<u8> {
    let count = (end - start) / 16;
    limit("quadwords of a level's lists", count, 0xFF)?;
    Ok(count as u8)
}

/// Everything that the format counts, within what it can count.
fn check_counts(patch: &PatchData) -> Result<()> {
    let positions = patch.position_count();
    limit("positions of a patch", positions, MAX_POSITIONS)?;
    let infos = patch.vertex_info_count();
    limit("vertices of a patch", infos, MAX_VERTEX_INFOS)?;
    limit("ad-gifs of a patch", patch.ad_gifs.len(), MAX_TEXTURES)?;
    let spheres = patch.texture_spheres.len();
    limit("texture spheres of a patch", spheres, 0xFF)?;
    for (indices, strips) in patch.indices.iter().zip(&patch.strips) {
        limit("indices of a level", indices.len(), 4 * 0x100)?;
        limit("strip records of a level", strips.len(), 0xFF)?;
    }
    let expected = |holds: bool, expected: &'static str, found: [usize; 2]| {
        if holds {
            return Ok(());
        }
        let [found, of] = found;
        Err(FormatError::malformed(
            0,
            expected,
            format!("{found} and {of}"),
        ))
    };
    let [common, ..] = &patch.positions;
    expected(!common.is_empty(), "common positions", [0, positions])?;
    expected(!patch.ad_gifs.is_empty(), "an ad-gif", [0, 0])?;
    for (positions, infos) in patch.positions.iter().zip(&patch.vertex_infos) {
        let (positions, infos) = (positions.len(), infos.len());
        let names = "a vertex for each position of a tier";
        expected(infos >= positions, names, [infos, positions])?;
    }
    let [_, middle, fine] = &patch.vertex_infos;
    for (parents, infos) in patch.first_parents.iter().zip([middle, fine]) {
        let names = "a first parent for each vertex of a finer tier";
        let found = [parents.len(), infos.len()];
        expected(parents.len() == infos.len(), names, found)?;
    }
    let colors = patch.colors.len();
    let names = "a colour for each position";
    expected(colors == positions, names, [colors, positions])?;
    let lights = patch.lights.len();
    let names = "a light record for each position";
    expected(lights == positions, names, [lights, positions])
}

fn with_end_records(patch: &PatchData) -> PatchData {
    let mut patch = patch.clone();
    for strips in &mut patch.strips {
        if strips.last().is_none_or(|last| last.count != 0) || strips.len() == 1 {
            strips.push(StripRecord::END);
        }
    }
    patch
}

/// Triangles of LOD 0, as the strips say.
fn triangle_count(patch: &PatchData) -> usize {
    let [strips, ..] = &patch.strips;
    let indices = patch.indices.first().map_or(0, Vec::len);
    super::strips::Runs::new(strips, patch.ad_gifs.len(), indices)
        .map_while(Result::ok)
        .map(|run| run.triangles())
        .sum()
}

/// Addresses in the vector unit's memory, and where they end. Source: spec/commando-tfrag.md 4.2.
fn vu_layout(patch: &PatchData) -> Result<(VuHeader, usize)> {
    let tier = |i: usize| {
        let positions = patch.positions.get(i).map_or(0, Vec::len);
        let infos = patch.vertex_infos.get(i).map_or(0, Vec::len);
        TierCounts {
            positions: positions as u16,
            extras: (infos - positions) as u16,
        }
    };
    let (common, lod_01, lod_0) = (tier(0), tier(1), tier(2));
    let mut at = 9_u16;
    let mut take = |count: usize| {
        let address = at;
        at += count as u16;
        address
    };
    let in_fours = |count: u16| usize::from(count).div_ceil(4);
    let indices = patch.indices.iter().map(Vec::len).max().unwrap_or_default();
    let strips = patch.strips.iter().map(Vec::len).max().unwrap_or_default();
    let ad_gifs = take(5 * patch.ad_gifs.len());
    let positions = take(2 * patch.position_count());
    limit("slack", patch.slack.into(), VU_MEMORY)?;
    take(patch.slack.into());
    let vu = VuHeader {
        common,
        lod_01,
        lod_0,
        ad_gifs,
        positions,
        infos_common: take(common.positions.into()),
        extra_common: take(common.extras.into()),
        infos_lod_01: take(lod_01.positions.into()),
        extra_lod_01: take(lod_01.extras.into()),
        infos_lod_0: take(lod_0.positions.into()),
        extra_lod_0: take(lod_0.extras.into()),
        parents_lod_01: take(in_fours(lod_01.positions)),
        extra_parents_lod_01: take(in_fours(lod_01.extras)),
        parents_lod_0: take(in_fours(lod_0.positions)),
        extra_parents_lod_0: take(in_fours(lod_0.extras)),
        indices: take(indices.div_ceil(4)),
        strips: take(strips),
    };
    Ok((vu, at.into()))
}

/// A patch's data, being written.
struct Data<'a> {
    out: Vec<u8>,
    vu: VuHeader,
    patch: &'a PatchData,
    /// Where each position stands.
    places: Vec<usize>,
}

impl Data<'_> {
    /// Begins a section on a quadword.
    fn section(&mut self) -> usize {
        self.out.resize(self.out.len().next_multiple_of(16), 0);
        self.out.len()
    }

    fn word(&mut self, word: u32) {
        self.out.extend(word.to_le_bytes());
    }

    fn row(&mut self, row: [i32; 4]) {
        self.word(STROW);
        row.put(&mut self.out);
    }

    /// Indices count from the vertices' address.
    fn index_row(&mut self) {
        self.row([self.vu.infos_common.into(); 4]);
    }

    fn unpack(&mut self, format: UnpackFormat, address: u16, num: usize, usn: bool) {
        // 256 vectors are stored as 0; more were refused.
        self.word(Unpack::new(format, address, num as u16, usn).word());
    }

    /// Bytes, four a vector, padded with zeros.
    fn bytes(&mut self, address: u16, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.unpack(UnpackFormat::V4_8, address, bytes.len().div_ceil(4), true);
        self.out.extend(bytes);
        self.out.resize(self.out.len().next_multiple_of(4), 0);
    }

    fn strips(&mut self, lod: usize) {
        let strips = self.patch.strips.get(lod).map_or(&[][..], Vec::as_slice);
        self.unpack(UnpackFormat::V4_8, self.vu.strips, strips.len(), false);
        self.out.extend(bytes_of(strips));
    }

    fn indices(&mut self, lod: usize) {
        self.index_row();
        self.word(STMOD_ADD_ROW);
        let indices = self.patch.indices.get(lod).map_or(&[][..], Vec::as_slice);
        self.bytes(self.vu.indices, indices);
    }

    fn positions(&mut self, tier: usize, address: u16) {
        let positions = self.patch.positions.get(tier);
        let positions = positions.map_or(&[][..], Vec::as_slice);
        if positions.is_empty() {
            return;
        }
        self.unpack(V3_16, address, positions.len(), false);
        for position in positions {
            self.places.push(self.out.len());
            position.put(&mut self.out);
        }
        self.out.resize(self.out.len().next_multiple_of(4), 0);
    }

    /// Vertices: biased texture coordinates, then two position addresses.
    fn vertex_infos(&mut self, tier: usize, address: u16, parent: u16) {
        let infos = self.patch.vertex_infos.get(tier);
        let infos = infos.map_or(&[][..], Vec::as_slice);
        if infos.is_empty() {
            return;
        }
        let positions = i32::from(self.vu.positions);
        self.row([UV_BIAS, UV_BIAS, parent.into(), positions]);
        if tier == 0 {
            self.word(STMOD_ADD_ROW);
        }
        self.unpack(UnpackFormat::V4_16, address, infos.len(), false);
        self.out.extend(bytes_of(infos));
    }

    fn lod_2(&mut self) {
        self.indices(2);
        self.word(STMOD_0);
        self.strips(2);
    }

    /// Gives the place of the ad-gifs.
    fn common(&mut self) -> usize {
        let (vu, patch) = (self.vu, self.patch);
        self.unpack(UnpackFormat::V4_16, 0, VuHeader::BYTES / 8, true);
        vu.put(&mut self.out);
        let gifs = patch.ad_gifs.len();
        self.unpack(UnpackFormat::V4_32, vu.ad_gifs, 5 * gifs, false);
        let textures = self.out.len();
        self.out.extend(bytes_of(&patch.ad_gifs));
        self.vertex_infos(0, vu.infos_common, 0);
        self.row(patch.origin);
        self.word(STCYCL_SPREAD);
        self.positions(0, vu.positions);
        self.word(STCYCL_DENSE);
        self.word(STMOD_0);
        textures
    }

    fn lod_1(&mut self) {
        self.strips(1);
        self.indices(1);
    }

    fn lod_01(&mut self) {
        let (vu, patch) = (self.vu, self.patch);
        let tier = vu.lod_01;
        let [parents, _] = &patch.first_parents;
        if !parents.is_empty() {
            self.index_row();
        }
        if tier.infos() > 0 || vu.lod_0.positions > 0 {
            self.word(STMOD_ADD_ROW);
        }
        let (own, extra) = parents.split_at(tier.positions.into());
        self.bytes(vu.parents_lod_01, own);
        self.bytes(vu.extra_parents_lod_01, extra);
        self.vertex_infos(1, vu.infos_lod_01, vu.positions);
        self.row(patch.origin);
        self.word(STCYCL_SPREAD);
        self.positions(1, vu.positions + 2 * vu.common.positions);
    }

    fn lod_0(&mut self) {
        let (vu, patch) = (self.vu, self.patch);
        let coarser = vu.common.positions + vu.lod_01.positions;
        self.positions(2, vu.positions + 2 * coarser);
        self.word(STMOD_0);
        self.word(STCYCL_DENSE);
        self.strips(0);
        self.indices(0);
        let [_, parents] = &patch.first_parents;
        let (own, extra) = parents.split_at(vu.lod_0.positions.into());
        self.bytes(vu.parents_lod_0, own);
        self.bytes(vu.extra_parents_lod_0, extra);
        self.vertex_infos(2, vu.infos_lod_0, vu.positions);
        self.word(STMOD_0);
    }

    /// The origin again, then a record for each position.
    fn lights(&mut self) {
        let patch = self.patch;
        patch.origin.put(&mut self.out);
        for (light, place) in patch.lights.iter().zip(&self.places) {
            let mut light = *light;
            light.position_offset = *place as u16;
            light.put(&mut self.out);
        }
    }
}
