//! A level's terrain block, read by the crate and by the obvious reader: one that takes each value from a cursor, keeps each
//! record in a box of its own kind, and checks what the crate checks. Compare bytes per second.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_commando::tfrag::TfragBlock;
use wonderwheel_fuzzing::seeds::commando::scenery::large_tfrag;

fn main() {
    divan::main();
}

fn block() -> Vec<u8> {
    large_tfrag().expect("valid patches")
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let bytes = block();
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| TfragBlock::read(black_box(&bytes)));
}

#[divan::bench]
fn copy(bencher: Bencher<'_, '_>) {
    let bytes = block();
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| black_box(&bytes).to_vec());
}

#[divan::bench]
fn read_a_value_at_a_time(bencher: Bencher<'_, '_>) {
    let bytes = block();
    assert_eq!(plain::read(&bytes).expect("a valid block").len(), 833);
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench_local(|| plain::read(black_box(&bytes)));
}

/// The obvious reader.
mod plain {
    use wonderwheel_ps2::cursor::Cursor;
    use wonderwheel_ps2::error::{FormatError, Result};
    use wonderwheel_ps2::vif::VifCode;

    /// What one UNPACK carries, a vector a box.
    #[expect(dead_code, reason = "kept, as the crate keeps it")]
    pub struct Unpacked {
        pub address: u16,
        pub vectors: Vec<Box<[i32]>>,
    }

    /// All that a patch holds.
    #[expect(dead_code, reason = "kept, as the crate keeps it")]
    pub struct Patch {
        pub sphere: [f32; 4],
        pub lists: Vec<Vec<Unpacked>>,
        pub origin: Vec<i32>,
        pub colors: Vec<Box<[u8]>>,
        pub lights: Vec<Box<[u16]>>,
        pub triangles: usize,
    }

    pub fn read(bytes: &[u8]) -> Result<Vec<Patch>> {
        let mut cursor = Cursor::new(bytes);
        cursor.u32()?;
        let count = cursor.u32()?;
        cursor.take(0x38)?;
        let mut patches = Vec::new();
        for _ in 0..count {
            patches.push(patch(&mut cursor, bytes)?);
        }
        Ok(patches)
    }

    fn patch(table: &mut Cursor<'_>, bytes: &[u8]) -> Result<Patch> {
        let sphere = [table.f32()?, table.f32()?, table.f32()?, table.f32()?];
        let start = 0x40 + table.u32()? as usize;
        let mut ofs = Vec::new();
        for _ in 0..6 {
            ofs.push(usize::from(table.u16()?));
        }
        let mut small = Vec::new();
        for _ in 0..14 {
            small.push(table.u8()?);
        }
        table.u16()?;
        let light_offset = usize::from(table.u16()?);
        table.take(10)?;
        let vertices = usize::from(table.u8()?);
        let expected = usize::from(table.u8()?);
        table.u16()?;
        let lod_0 = ofs[1] + 16 * usize::from(small[2]);
        let data = bytes.get(start..).ok_or_else(|| bad("data"))?;
        let mut lists = Vec::new();
        let mut origin = Vec::new();
        for (from, to) in [
            (ofs[0], ofs[1]),
            (ofs[1], ofs[2]),
            (ofs[2], ofs[3]),
            (ofs[3], lod_0),
            (lod_0, ofs[5]),
        ] {
            let mut cursor = Cursor::new(data.get(from..to).ok_or_else(|| bad("list"))?);
            let mut unpacks = Vec::new();
            while !cursor.is_empty() {
                let code = VifCode::decode(cursor.u32()?, cursor.offset())?;
                let VifCode::Unpack(unpack) = code else {
                    let mut words = Cursor::new(cursor.take(code.data_bytes())?);
                    let mut row = Vec::new();
                    while !words.is_empty() {
                        row.push(words.i32()?);
                    }
                    if code == VifCode::StRow {
                        origin = row;
                    }
                    continue;
                };
                let mut payload = Cursor::new(cursor.take(unpack.data_bytes())?);
                let mut vectors = Vec::new();
                for _ in 0..unpack.num {
                    let mut vector = Vec::new();
                    for _ in 0..=unpack.format.vn {
                        vector.push(match (unpack.format.vl, unpack.usn) {
                            (0, _) => payload.i32()?,
                            (1, true) => payload.u16()?.into(),
                            (1, false) => payload.u16()?.cast_signed().into(),
                            (_, true) => payload.u8()?.into(),
                            _ => payload.u8()?.cast_signed().into(),
                        });
                    }
                    vectors.push(vector.into_boxed_slice());
                }
                unpacks.push(Unpacked {
                    address: unpack.addr,
                    vectors,
                });
            }
            lists.push(unpacks);
        }
        let mut cursor = Cursor::new(data.get(ofs[5]..).ok_or_else(|| bad("colours"))?);
        let mut colors = Vec::new();
        for _ in 0..vertices {
            colors.push(cursor.take(4)?.to_vec().into_boxed_slice());
        }
        let mut cursor = Cursor::new(data.get(light_offset + 16..).ok_or_else(|| bad("lights"))?);
        let mut lights = Vec::new();
        for _ in 0..vertices {
            let mut light = Vec::new();
            for _ in 0..4 {
                light.push(cursor.u16()?);
            }
            lights.push(light.into_boxed_slice());
        }
        let triangles = triangles(&lists)?;
        if triangles != expected {
            return Err(bad("triangles"));
        }
        Ok(Patch {
            sphere,
            lists,
            origin,
            colors,
            lights,
            triangles,
        })
    }

    /// Triangles of LOD 0; its strips are the first array of bytes in its list.
    fn triangles(lists: &[Vec<Unpacked>]) -> Result<usize> {
        let list = lists.last().ok_or_else(|| bad("lists"))?;
        let mut arrays = list.iter().filter(|unpack| {
            unpack
                .vectors
                .first()
                .is_some_and(|vector| vector.len() == 4)
        });
        let strips = arrays.next().ok_or_else(|| bad("strips"))?;
        let indices = arrays.next().ok_or_else(|| bad("indices"))?;
        let mut used = 0;
        let mut triangles = 0;
        for (i, record) in strips.vectors.iter().enumerate() {
            let count = record[0];
            if count == 0 && i > 0 {
                break;
            }
            let count = if i == 0 || count < 0 {
                count + 128
            } else {
                count
            };
            used += count;
            triangles += count - 2;
        }
        if used as usize > 4 * indices.vectors.len() {
            return Err(bad("indices"));
        }
        Ok(triangles as usize)
    }

    fn bad(what: &'static str) -> FormatError {
        FormatError::malformed(0, what, "something else")
    }
}
