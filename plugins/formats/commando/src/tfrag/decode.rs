//! From a patch's bytes to the block's flat arrays.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::steps;
use wonderwheel_ps2::vif::UnpackFormat;

use super::fault::Refusal;
use super::header::{PatchHeader, VuHeader};
use super::invariants;
use super::lists::{ExpectedUnpack, List};
use super::patch::Patch;
use super::records::{AdGif, StripRecord, TextureSphere, VertexInfo};
use super::strips::Runs;
use super::table::TABLE;
use crate::lighting::LightRecord;
use crate::record::{Stored, all};

macro_rules! arrays {
    ($($field:ident: $ty:ty,)*) => {
        /// Everything that the patches of a block hold, each kind in one array.
        #[derive(Debug, Clone, Default)]
        pub(super) struct Arrays {
            $(pub $field: Vec<$ty>,)*
        }

        /// How long each array is.
        pub(super) struct ArrayLengths {
            $($field: usize,)*
        }

        impl Arrays {
            pub(super) fn lengths(&self) -> ArrayLengths {
                ArrayLengths { $($field: self.$field.len(),)* }
            }

            /// Drops what was added since.
            pub(super) fn back_to(&mut self, lengths: ArrayLengths) {
                $(self.$field.truncate(lengths.$field);)*
            }
        }
    };
}

arrays! {
    positions: [i16; 3],
    colors: [u8; 4],
    lights: LightRecord,
    vertex_infos: VertexInfo,
    first_parents: u8,
    indices: u8,
    strips: StripRecord,
    ad_gifs: AdGif,
    texture_spheres: TextureSphere,
}

/// A part of one of the arrays.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    /// What has been added since the array was `start` long.
    fn since<T>(start: usize, array: &[T]) -> Self {
        Self {
            start: start as u32,
            len: (array.len() - start) as u32,
        }
    }

    fn of<T>(self, array: &[T]) -> &[T] {
        let start = self.start();
        array
            .get(start..start + self.len as usize)
            .unwrap_or_default()
    }

    fn start(self) -> usize {
        self.start as usize
    }
}

/// A patch: its headers, and where in the arrays the rest is.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub header: PatchHeader,
    pub vu: VuHeader,
    pub origin: [i32; 4],
    pub clip_box: [[i16; 4]; 8],
    /// Its data, in the block.
    pub extent: Range<usize>,
    /// Of positions, colours and lights alike.
    positions: Span,
    vertex_infos: Span,
    first_parents: Span,
    indices: [Span; 3],
    strips: [Span; 3],
    ad_gifs: Span,
    texture_spheres: Span,
}

impl Record {
    /// Unpacks a patch into the arrays. When it fails, they may have grown.
    pub(super) fn decode(
        block: &[u8],
        base: u64,
        header: PatchHeader,
        arrays: &mut Arrays,
    ) -> Result<Self, Refusal> {
        let layout = Layout::of(&header, block, base).map_err(|error| Refusal {
            rule: "tfrag-layout",
            error,
        })?;
        let before = arrays.lengths();
        let mut lists = layout.lists();

        let common = &mut lists.common;
        let vu = vu_header(common)?;
        let tiers = vu.tiers();
        let textures = usize::from(header.texture_count);
        let gifs = ExpectedUnpack {
            name: "ad-gifs",
            format: UnpackFormat::V4_32,
            usn: false,
            address: vu.ad_gifs,
        };
        let gifs = common.unpack_exactly(&gifs, 5 * textures)?;
        arrays.ad_gifs.extend(all::<AdGif>(gifs));
        let infos = |address| ExpectedUnpack::infos("vertex infos", address);
        let positions = |address| ExpectedUnpack::positions("positions", address);
        let parents = |name, address| ExpectedUnpack::bytes(name, true, address);
        let into = &mut arrays.vertex_infos;
        common.extend(&infos(vu.infos_common), vu.common.infos(), into)?;
        let common_positions = usize::from(vu.common.positions);
        let into = &mut arrays.positions;
        common.extend(&positions(vu.positions), common_positions, into)?;
        let origin = common.row();
        lists.common.finish()?;

        // Levels are read finest first, as they are kept; the lists' own order is another one.
        let lod_01 = &mut lists.lod_01;
        let [_, middle, fine] = tiers;
        let into = &mut arrays.first_parents;
        let wanted = parents("parents", vu.parents_lod_01);
        lod_01.extend(&wanted, middle.positions.into(), into)?;
        let wanted = parents("extra parents", vu.extra_parents_lod_01);
        lod_01.extend(&wanted, middle.extras.into(), into)?;
        let into = &mut arrays.vertex_infos;
        lod_01.extend(&infos(vu.infos_lod_01), middle.infos(), into)?;
        let wanted = positions(positions_address(&vu, common_positions));
        lod_01.extend(&wanted, middle.positions.into(), &mut arrays.positions)?;
        lists.lod_01.finish()?;

        let lod_0 = &mut lists.lod_0;
        let coarser = common_positions + usize::from(middle.positions);
        let wanted = positions(positions_address(&vu, coarser));
        lod_0.extend(&wanted, fine.positions.into(), &mut arrays.positions)?;
        let mut levels = Levels {
            vu: &vu,
            textures,
            indices: [Span::default(); 3],
            strips: [Span::default(); 3],
        };
        levels.strips_then_indices(lod_0, 0, arrays)?;
        let into = &mut arrays.first_parents;
        let wanted = parents("parents", vu.parents_lod_0);
        lod_0.extend(&wanted, fine.positions.into(), into)?;
        let wanted = parents("extra parents", vu.extra_parents_lod_0);
        lod_0.extend(&wanted, fine.extras.into(), into)?;
        let into = &mut arrays.vertex_infos;
        lod_0.extend(&infos(vu.infos_lod_0), fine.infos(), into)?;
        lists.lod_0.finish()?;
        levels.strips_then_indices(&mut lists.lod_1, 1, arrays)?;
        lists.lod_1.finish()?;
        let indices = levels.unpack_indices(&mut lists.lod_2)?;
        let (offset, strips) = levels.unpack_strips(&mut lists.lod_2)?;
        levels.keep(2, offset, strips, indices, arrays)?;
        lists.lod_2.finish()?;
        let (indices, strips) = (levels.indices, levels.strips);

        layout.arrays(&header, arrays)?;
        let record = Self {
            header,
            vu,
            origin,
            clip_box: layout.clip_box()?,
            extent: layout.extent.clone(),
            positions: Span::since(before.positions, &arrays.positions),
            vertex_infos: Span::since(before.vertex_infos, &arrays.vertex_infos),
            first_parents: Span::since(before.first_parents, &arrays.first_parents),
            indices,
            strips,
            ad_gifs: Span::since(before.ad_gifs, &arrays.ad_gifs),
            texture_spheres: Span::since(before.texture_spheres, &arrays.texture_spheres),
        };
        // Every vertex and index is looked at again.
        let looked_at = arrays.vertex_infos.len() - before.vertex_infos + arrays.positions.len()
            - before.positions;
        steps::count(looked_at as u64);
        let light_origin = layout.light_origin()?;
        invariants::check(&record.view(arrays), light_origin, layout.base())?;
        Ok(record)
    }

    /// Lists and arrays by their names, in the patch's data.
    pub(super) fn parts(&self) -> [(&'static str, Range<usize>); 9] {
        self.header.parts()
    }

    /// The patch, borrowed from the arrays that it was unpacked into.
    pub(super) fn view<'a>(&'a self, arrays: &'a Arrays) -> Patch<'a> {
        Patch {
            header: &self.header,
            vu: &self.vu,
            origin: self.origin,
            positions: self.positions.of(&arrays.positions),
            colors: self.positions.of(&arrays.colors),
            lights: self.positions.of(&arrays.lights),
            vertex_infos: self.vertex_infos.of(&arrays.vertex_infos),
            first_parents: self.first_parents.of(&arrays.first_parents),
            indices: self.indices.map(|span| span.of(&arrays.indices)),
            strips: self.strips.map(|span| span.of(&arrays.strips)),
            ad_gifs: self.ad_gifs.of(&arrays.ad_gifs),
            texture_spheres: self.texture_spheres.of(&arrays.texture_spheres),
            clip_box: self.clip_box,
            first_position: self.positions.start(),
            first_vertex_info: self.vertex_infos.start(),
            first_ad_gif: self.ad_gifs.start(),
        }
    }
}

impl PatchHeader {
    /// Where the list that LOD 0 and 1 share ends, and LOD 0's begins.
    fn lod_0_list(&self) -> usize {
        usize::from(self.common_offset) + 16 * usize::from(self.lod_1_size)
    }

    /// Lists and arrays by their names, in the patch's data.
    fn parts(&self) -> [(&'static str, Range<usize>); 9] {
        let list = |from, to| usize::from(from)..usize::from(to);
        let array = |from, size: usize| usize::from(from)..usize::from(from) + size;
        let lights = 16 + LightRecord::BYTES * usize::from(self.vertex_count);
        let spheres = TextureSphere::BYTES * usize::from(self.sphere_count);
        [
            (LOD_2_LIST, list(self.lod_2_offset, self.common_offset)),
            (COMMON_LIST, list(self.common_offset, self.lod_1_offset)),
            (LOD_1_LIST, list(self.lod_1_offset, self.lod_01_offset)),
            (LOD_01_LIST, self.lod_01_offset.into()..self.lod_0_list()),
            (LOD_0_LIST, self.lod_0_list()..self.rgba_offset.into()),
            (
                "colours",
                array(self.rgba_offset, 16 * usize::from(self.rgba_size)),
            ),
            ("origin and lights", array(self.light_offset, lights)),
            ("texture spheres", array(self.sphere_offset, spheres)),
            ("clip box", array(self.box_offset, 0x40)),
        ]
    }
}

const LOD_2_LIST: &str = "LOD 2 list";
const COMMON_LIST: &str = "common list";
const LOD_1_LIST: &str = "LOD 1 list";
const LOD_01_LIST: &str = "LOD 01 list";
const LOD_0_LIST: &str = "LOD 0 list";

/// Where the positions of a finer tier go: behind `coarser` ones, two quadwords each.
fn positions_address(vu: &VuHeader, coarser: usize) -> u16 {
    vu.positions.wrapping_add((coarser as u16).wrapping_mul(2))
}

fn vu_header(common: &mut List<'_>) -> Result<VuHeader> {
    let wanted = ExpectedUnpack {
        name: "the VU header",
        format: UnpackFormat::V4_16,
        usn: true,
        address: 0,
    };
    // As many bytes as five vectors have.
    let bytes = common.unpack_exactly(&wanted, VuHeader::BYTES / 8)?;
    Ok(VuHeader::of(bytes))
}

/// Strips and indices, banked by their level.
struct Levels<'a> {
    vu: &'a VuHeader,
    textures: usize,
    indices: [Span; 3],
    strips: [Span; 3],
}

impl Levels<'_> {
    fn strips_then_indices(
        &mut self,
        list: &mut List<'_>,
        lod: usize,
        arrays: &mut Arrays,
    ) -> Result<()> {
        let (offset, strips) = self.unpack_strips(list)?;
        let indices = self.unpack_indices(list)?;
        self.keep(lod, offset, strips, indices, arrays)
    }

    fn unpack_strips<'a>(&self, list: &mut List<'a>) -> Result<(u64, &'a [u8])> {
        let wanted = ExpectedUnpack::bytes("strips", false, self.vu.strips);
        let (_, data) = list.unpack(&wanted)?;
        Ok((list.offset() - data.len() as u64, data))
    }

    fn unpack_indices<'a>(&self, list: &mut List<'a>) -> Result<&'a [u8]> {
        let wanted = ExpectedUnpack::bytes("indices", true, self.vu.indices);
        Ok(list.unpack(&wanted)?.1)
    }

    /// Keeps what the strips use. What is behind that is padding.
    fn keep(
        &mut self,
        lod: usize,
        offset: u64,
        strips: &[u8],
        indices: &[u8],
        arrays: &mut Arrays,
    ) -> Result<()> {
        let first = arrays.strips.len();
        arrays.strips.extend(all::<StripRecord>(strips));
        let records = arrays.strips.get(first..).unwrap_or_default();
        let mut runs = Runs::new(records, self.textures, indices.len());
        if let Some(fault) = runs.by_ref().find_map(|run| run.err()) {
            let at = offset + 4 * fault.record as u64;
            return Err(FormatError::malformed(at, fault.expected, fault.found)
                .within(format!("strip record[{}]", fault.record))
                .within(format!("LOD {lod}")));
        }
        let (records_used, used) = (runs.records_used(), runs.indices_used());
        arrays.strips.truncate(first + records_used);
        let first_index = arrays.indices.len();
        arrays
            .indices
            .extend_from_slice(indices.get(..used).unwrap_or_default());
        if let (Some(strips), Some(indices)) = (self.strips.get_mut(lod), self.indices.get_mut(lod))
        {
            *strips = Span::since(first, &arrays.strips);
            *indices = Span::since(first_index, &arrays.indices);
        }
        Ok(())
    }
}

/// A patch's data, once its header's offsets have been found to make sense.
struct Layout<'a> {
    /// From the patch's data to the block's end.
    data: &'a [u8],
    /// The patch's data in the block, as far as its header names them.
    extent: Range<usize>,
    block_base: u64,
    header: PatchHeader,
}

struct Lists<'a> {
    lod_2: List<'a>,
    common: List<'a>,
    lod_1: List<'a>,
    lod_01: List<'a>,
    lod_0: List<'a>,
}

impl<'a> Layout<'a> {
    /// Checks every offset of the header. Source: spec/commando-tfrag.md 2.
    fn of(header: &PatchHeader, block: &'a [u8], base: u64) -> Result<Self> {
        // Header fields have no offset of their own here: the fault is named at the patch's data.
        let start = usize::try_from(header.data)
            .ok()
            // DMA sends whole quadwords: data anywhere else could not be drawn.
            .filter(|data| data % 16 == 0)
            .and_then(|data| data.checked_add(TABLE));
        let refused = |expected: &'static str, found: String| {
            Err(FormatError::malformed(base, expected, found))
        };
        let Some((start, data)) = start.and_then(|start| Some((start, block.get(start..)?))) else {
            let found = format!("data at {:#x}", header.data);
            return refused("data on a quadword inside the block", found).within(|| "header");
        };
        let base_of_data = base + start as u64;
        let refused = |expected: &'static str, found: String| {
            Err(FormatError::malformed(base_of_data, expected, found)).within(|| "header")
        };
        let borders = [
            usize::from(header.lod_2_offset),
            usize::from(header.common_offset),
            usize::from(header.lod_1_offset),
            usize::from(header.lod_01_offset),
            header.lod_0_list(),
            usize::from(header.rgba_offset),
        ];
        if !borders.is_sorted() || borders.iter().any(|border| border % 16 != 0) {
            return refused(
                "lists of whole quadwords, one behind the other",
                format!("borders at {borders:#x?}"),
            );
        }
        let lod_0_end = usize::from(header.lod_01_offset) + 16 * usize::from(header.lod_0_size);
        if lod_0_end != usize::from(header.rgba_offset) {
            return refused(
                "LOD 0's lists to end where the colours begin",
                format!("{lod_0_end:#x}, and colours at {:#x}", header.rgba_offset),
            );
        }
        let ends = header.parts().map(|(_, part)| part.end);
        let end = ends.into_iter().max().unwrap_or_default();
        if end > data.len() {
            return refused(
                "a patch inside the block",
                format!("{end:#x} bytes, and {:#x} left", data.len()),
            );
        }
        Ok(Self {
            data,
            extent: start..start + end,
            block_base: base,
            header: *header,
        })
    }

    /// Where the patch's data stand in the outermost input.
    fn base(&self) -> u64 {
        self.block_base + self.extent.start as u64
    }

    fn lists(&self) -> Lists<'a> {
        let [lod_2, common, lod_1, lod_01, lod_0, ..] = self.header.parts().map(|(name, part)| {
            let base = self.base() + part.start as u64;
            List::new(name, self.data.get(part).unwrap_or_default(), base)
        });
        Lists {
            lod_2,
            common,
            lod_1,
            lod_01,
            lod_0,
        }
    }

    /// Colours, lights and texture spheres.
    fn arrays(&self, header: &PatchHeader, arrays: &mut Arrays) -> Result<(), Refusal> {
        let vertices = usize::from(header.vertex_count);
        if 4 * usize::from(header.rgba_size) < vertices {
            return Err(Refusal {
                rule: "tfrag-colors",
                error: FormatError::malformed(
                    self.base() + u64::from(header.rgba_offset),
                    "a colour for each position",
                    format!("{} quadwords for {vertices}", header.rgba_size),
                ),
            });
        }
        let colors = self.part(header.rgba_offset.into(), 4 * vertices)?;
        arrays.colors.extend_from_slice(colors.as_chunks().0);
        let lights = usize::from(header.light_offset) + 16;
        let lights = self.part(lights, LightRecord::BYTES * vertices)?;
        arrays.lights.extend(all::<LightRecord>(lights));
        let size = TextureSphere::BYTES * usize::from(header.sphere_count);
        let spheres = self.part(header.sphere_offset.into(), size)?;
        arrays.texture_spheres.extend(all::<TextureSphere>(spheres));
        Ok(())
    }

    /// The quadword before the light records.
    fn light_origin(&self) -> Result<[i32; 4]> {
        self.part(self.header.light_offset.into(), 16)
            .map(Stored::of)
    }

    fn clip_box(&self) -> Result<[[i16; 4]; 8]> {
        self.part(self.header.box_offset.into(), 0x40)
            .map(Stored::of)
    }

    fn part(&self, start: usize, size: usize) -> Result<&'a [u8]> {
        self.data.get(start..start + size).ok_or_else(|| {
            let at = self.base() + start as u64;
            FormatError::malformed(at, format!("{size} bytes"), "the end of the block")
        })
    }
}
