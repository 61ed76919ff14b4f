//! Chunk 0x53 with every byte of it.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::{Findings, places, remark_few};

use super::Occluder;
use crate::padding::push_zeros;

/// Bytes of one record.
const RECORD: usize = 0x70;

/// Bytes of the three planes that a record has room for and the game works out again per viewport.
const PLANES: usize = 0x30;

/// The occluders of a level together with the bytes that no reader uses, so that a chunk is written back as it was.
///
/// [`super::read_chunk`] is for those who want the walls alone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OccluderTable {
    /// 0x04: padding. A writer stores 0.
    pub padding: [u32; 3],
    /// The records.
    pub records: Vec<OccluderRecord>,
    /// Bytes after the records; none on the disc.
    pub rest: Vec<u8>,
}

/// One record, 0x70 bytes. Source: spec/world-addenda.md 4.1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OccluderRecord {
    /// 0x00: room for three planes that are worked out per viewport. A writer stores 0.
    pub planes: [u32; 12],
    /// The wall.
    pub occluder: Occluder,
    /// The bits of each point's w: 1.0 from a writer, but 0 for P3, where the active flag lies.
    pub w_bits: [u32; 4],
}

impl From<Occluder> for OccluderRecord {
    fn from(occluder: Occluder) -> Self {
        let one = 1_f32.to_bits();
        Self {
            planes: [0; 12],
            occluder,
            w_bits: [one, one, one, 0],
        }
    }
}

impl FromIterator<Occluder> for OccluderTable {
    fn from_iter<I: IntoIterator<Item = Occluder>>(occluders: I) -> Self {
        Self {
            records: occluders.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }
}

impl OccluderTable {
    /// Reads a payload of chunk 0x53 to its end.
    ///
    /// # Errors
    /// `Malformed` when more records are counted than fit, or a coordinate is not finite; `Limit` when there are more than the
    /// cursor's limits allow.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let at = cursor.offset();
        let count = u64::from(cursor.u32()?);
        let padding = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
        let fitting = cursor
            .check_count(count, RECORD as u64)
            .within(|| "occluders")?;
        cursor.limits().check_items("occluders", count, at)?;
        let mut records = Vec::with_capacity(fitting);
        for i in 0..fitting {
            records.push(OccluderRecord::read(cursor).within(|| format!("occluder[{i}]"))?);
        }
        Ok(Self {
            padding,
            records,
            rest: cursor.take(cursor.remaining())?.to_vec(),
        })
    }

    /// Appends the payload of chunk 0x53.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let count = u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        push(out, [count]);
        push(out, self.padding);
        for record in &self.records {
            record.write(out);
        }
        out.extend(&self.rest);
    }

    /// The payload of chunk 0x53.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 + RECORD * self.records.len() + self.rest.len());
        self.write_to(&mut out);
        out
    }

    /// The walls.
    pub fn occluders(&self) -> impl Iterator<Item = Occluder> {
        self.records.iter().map(|record| record.occluder)
    }

    /// Reports every rule of the disc's occluders that these break: `occluder-upright` (P2 and P3 are a metre above P0 and P1)
    /// and `occluder-chunk-size` (nothing after the records). Source: spec/world-addenda.md 4.1.
    pub fn validate(&self, findings: &mut Findings) {
        /// Metres: a writer may round the upper points in its own way.
        const TOLERANCE: f32 = 0.001;
        let tilted = places("occluder", self.occluders(), |occluder| {
            let [p0, p1, p2, p3] = occluder.points;
            let upright = Occluder::wall(p0, p1).points;
            let places = occluder.points.iter().flatten();
            let mut pairs = places.zip(upright.iter().flatten());
            let is_tilted = pairs.any(|(found, expected)| (found - expected).abs() > TOLERANCE);
            is_tilted.then(|| {
                format!("expected P2 and P3 1 m above {p0:?} and {p1:?}, found {p2:?} and {p3:?}")
            })
        });
        remark_few(findings, "occluder-upright", tilted);
        findings.remark_unless(self.rest.is_empty(), "occluder-chunk-size", || {
            let used = 16 + RECORD * self.records.len();
            format!("expected {used} bytes, found {}", used + self.rest.len())
        });
    }
}

impl OccluderRecord {
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let mut planes = [0; 12];
        for word in &mut planes {
            *word = cursor.u32()?;
        }
        let mut points = [[0.0; 3]; 4];
        let mut w_bits = [0; 4];
        for (point, w) in points.iter_mut().zip(&mut w_bits) {
            for value in point.iter_mut() {
                *value = cursor.finite_f32()?;
            }
            *w = cursor.u32()?;
        }
        Ok(Self {
            planes,
            occluder: Occluder { points },
            w_bits,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        push(out, self.planes);
        for (point, w) in self.occluder.points.iter().zip(self.w_bits) {
            push(out, point.map(f32::to_bits));
            push(out, [w]);
        }
    }
}

fn push<const N: usize>(out: &mut Vec<u8>, words: [u32; N]) {
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// Reads the payload of chunk 0x53: a count, 12 bytes of padding, 0x70 bytes an occluder.
///
/// The planes and the active flag that records have room for are run-time values and not kept; [`OccluderTable`] keeps them.
///
/// # Errors
/// `Malformed` when more records are counted than fit, or a coordinate is not finite; `Limit` when there are more than the
/// cursor's limits allow.
pub fn read_chunk(cursor: &mut Cursor<'_>) -> Result<Vec<Occluder>> {
    let at = cursor.offset();
    let stated = u64::from(cursor.u32()?);
    cursor.take(12)?;
    let count = cursor
        .check_count(stated, RECORD as u64)
        .within(|| "occluders")?;
    cursor.limits().check_items("occluders", stated, at)?;
    let mut occluders = Vec::with_capacity(count);
    for i in 0..count {
        let record = OccluderRecord::read(cursor).within(|| format!("occluder[{i}]"))?;
        occluders.push(record.occluder);
    }
    Ok(occluders)
}

/// Appends the payload of chunk 0x53.
pub fn write_chunk(occluders: &[Occluder], out: &mut Vec<u8>) {
    out.extend_from_slice(
        &u32::try_from(occluders.len())
            .unwrap_or(u32::MAX)
            .to_le_bytes(),
    );
    push_zeros(out, 12);
    for occluder in occluders {
        push_zeros(out, PLANES as u32);
        // The game reads no w of P3: its four bytes hold the active flag.
        for (point, w) in occluder.points.iter().zip([1.0, 1.0, 1.0, 0.0_f32]) {
            for value in point.iter().chain([&w]) {
                out.extend_from_slice(&value.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls(count: u8) -> OccluderTable {
        let wall = |i: u8| Occluder::wall([f32::from(i), 0.0, -2.0], [f32::from(i), 8.0, -2.0]);
        (0..count).map(wall).collect()
    }

    fn rules(table: &OccluderTable) -> Vec<&'static str> {
        Findings::of(|f| table.validate(f)).rules()
    }

    #[test]
    fn no_wall_and_ten_walls_have_the_discs_sizes() {
        // Source: spec/world-addenda.md 4.1.
        assert_eq!(walls(0).write().len(), 16);
        assert_eq!(walls(10).write().len(), 1136);
        assert_eq!(rules(&walls(10)), <[&str; 0]>::default());
    }

    #[test]
    fn a_table_is_what_the_walls_alone_are_written_as() {
        let table = walls(3);
        let mut bytes = Vec::new();
        let occluders: Vec<Occluder> = table.occluders().collect();
        super::super::write_chunk(&occluders, &mut bytes);
        assert_eq!(table.write(), bytes);
        assert_eq!(
            OccluderTable::read(&mut Cursor::new(&bytes)).unwrap(),
            table
        );
    }

    #[test]
    fn bytes_that_no_reader_uses_are_kept() {
        let mut bytes = walls(2).write();
        bytes[4..16].fill(0x11);
        bytes[16..16 + 0x30].fill(0x22);
        bytes[16 + 0x6C..16 + 0x70].fill(0xFF);
        bytes.extend([1, 2, 3]);
        let table = OccluderTable::read(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!(table.write(), bytes);
        assert_eq!(rules(&table), ["occluder-chunk-size"]);
    }

    #[test]
    fn a_wall_that_leans_is_named() {
        let mut table = walls(2);
        table.records[1].occluder.points[3][0] += 0.5;
        assert_eq!(rules(&table), ["occluder-upright"]);
        // Another writer may round in its own way.
        table.records[1].occluder.points[3][0] -= 0.4999;
        assert_eq!(rules(&table), <[&str; 0]>::default());
    }

    #[test]
    fn a_limit_says_its_name() {
        let bytes = walls(3).write();
        let limits = wonderwheel_ps2::limits::Limits::with(|limits| limits.items = 2);
        let error = OccluderTable::read(&mut Cursor::new(&bytes).limited(limits)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "input at 0x0: occluders is 3, and the limit is 2"
        );
    }
}
