//! The vertex table of a packet.

use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::model::layout::{Image, Pieces, aligned};
use crate::record::{Stored, all, bytes_of, record};

/// Which game's header a vertex table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VertexForm {
    /// Eight words of 16 bits.
    #[default]
    Short,
    /// Eight words of 32 bits, as in the first game.
    Long,
}

record! {
    /// The header of a vertex table. Source: spec/commando-assets.md 8.4.
    #[derive(Copy, Eq, Default)]
    pub struct VertexHeader: usize = 0x20 {
        /// Joints that are moved into matrix memory first.
        pub transfers: u32,
        /// Vertices between two joints; they stand first.
        pub two_way: u32,
        /// Vertices between three joints.
        pub three_way: u32,
        /// Vertices of one matrix.
        pub main: u32,
        /// Vertices that earlier packets have left in the cache.
        pub duplicates: u32,
        /// All vertices, duplicates included.
        pub all: u32,
        /// Offset of the vertices from the table.
        pub vertex_offset: u32,
        /// 0x0e, or 0x1c: unknown.
        pub unknown: u32,
    }
}

/// A vertex table. Source: spec/commando-assets.md 8.4.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VertexTable {
    /// Which game's header it has.
    pub form: VertexForm,
    /// The header.
    pub header: VertexHeader,
    /// Joints with the address in matrix memory that each goes to.
    pub transfers: Vec<[u8; 2]>,
    /// Duplicates; each one's upper nine bits are a place in the cache.
    pub duplicates: Vec<u16>,
    /// Vertices: two-way, three-way, main.
    pub vertices: Vec<MobyVertex>,
    /// 1 to 6 records behind them, which hold the places of the last vertices.
    pub epilogue: Vec<[u16; 8]>,
}

record! {
    /// A vertex, 16 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct MobyVertex: u64 = 16 {
        /// Bits 0 to 8: the cache place of the vertex seven before. Bits 9 to 15: a joint, or half the third address.
        pub low: u16,
        /// Addresses and weights; what each is depends on the vertex's kind.
        pub skin: [u8; 6],
        /// 256ths of a turn of the normal's azimuth.
        pub azimuth: u8,
        /// And of its elevation.
        pub elevation: u8,
        /// x, y, z.
        pub position: [i16; 3],
    }
}

impl VertexForm {
    /// Bytes of the header.
    pub fn header_bytes(self) -> u64 {
        match self {
            Self::Short => 16,
            Self::Long => 32,
        }
    }
}

impl MobyVertex {
    /// The low nine bits: a place in the cache, of the vertex seven before.
    pub fn place(&self) -> u16 {
        self.low & 0x1FF
    }

    /// The upper seven bits: a joint, or half the third address of a three-way vertex.
    pub fn joint(&self) -> u8 {
        (self.low >> 9) as u8
    }
}

impl VertexHeader {
    /// Vertices in the table.
    pub fn vertices(&self) -> u64 {
        u64::from(self.two_way) + u64::from(self.three_way) + u64::from(self.main)
    }

    /// The header of a form's words.
    fn of_form(bytes: &[u8], form: VertexForm) -> Self {
        match form {
            VertexForm::Long => Self::of(bytes),
            VertexForm::Short => {
                let words: [u16; 8] = Stored::of(bytes);
                Self::of(&bytes_of(&words.map(u32::from)))
            }
        }
    }
}

impl VertexTable {
    /// The most records behind the vertices.
    pub(super) const MAX_EPILOGUE: usize = 6;

    /// Reads a table of `quadwords` at an offset of its class.
    pub(super) fn read(
        pieces: &mut Pieces<'_>,
        at: u64,
        quadwords: u8,
        form: VertexForm,
    ) -> Result<Self> {
        let header = pieces.take(at, form.header_bytes())?;
        let header = VertexHeader::of_form(header.rest(), form);
        let Places {
            transfers,
            duplicates,
        } = Places::of(&header, form);
        let count = header.vertices();
        let vertex_offset = u64::from(header.vertex_offset);
        let end = 16 * u64::from(quadwords);
        let epilogue = (end / 16)
            .checked_sub(vertex_offset / 16)
            .and_then(|all| all.checked_sub(count))
            .filter(|&epilogue| epilogue > 0 && vertex_offset.is_multiple_of(16));
        let Some(epilogue) = epilogue else {
            return Err(FormatError::malformed(
                pieces.outer(at),
                format!("{count} vertices and a record behind them in {quadwords} quadwords"),
                format!("vertices at {vertex_offset:#x}"),
            ));
        };
        if u64::from(header.all) != count + u64::from(header.duplicates) {
            return Err(FormatError::malformed(
                pieces.outer(at),
                format!("{count} vertices and {} duplicates", header.duplicates),
                format!("{} altogether", header.all),
            ));
        }
        let transfers = pieces.records(at + transfers, header.transfers.into(), "transfers")?;
        let duplicates = pieces.records(at + duplicates, header.duplicates.into(), "duplicates")?;
        let size = MobyVertex::BYTES * (count + epilogue);
        let mut records = pieces
            .take(at + vertex_offset, size)
            .within(|| "vertices")?;
        // Below 255, the table's size.
        let vertices = records.take((MobyVertex::BYTES * count) as usize)?;
        Ok(Self {
            form,
            header,
            transfers,
            duplicates,
            vertices: all(vertices).collect(),
            epilogue: all(records.rest()).collect(),
        })
    }

    /// Puts the table at an offset.
    pub(super) fn put(&self, image: &mut Image, at: u64, quadwords: u8) -> Result<()> {
        let header = &self.header;
        let counts = [
            self.transfers.len(),
            self.duplicates.len(),
            self.vertices.len(),
        ]
        .map(|n| n as u64);
        let expected = [
            header.transfers.into(),
            header.duplicates.into(),
            header.vertices(),
        ];
        let records = (self.vertices.len() + self.epilogue.len()) as u64;
        let end = u64::from(header.vertex_offset) / 16 + records;
        if counts != expected || end != u64::from(quadwords) {
            return Err(FormatError::malformed(
                at,
                format!("{expected:?} transfers, duplicates and vertices in {quadwords} quadwords"),
                format!("{counts:?} in {end}"),
            ));
        }
        let mut bytes = Vec::new();
        for word in all::<u32>(&bytes_of([header])) {
            match (self.form, u16::try_from(word)) {
                (VertexForm::Long, _) => bytes.extend(word.to_le_bytes()),
                (VertexForm::Short, Ok(word)) => bytes.extend(word.to_le_bytes()),
                (VertexForm::Short, Err(_)) => {
                    return Err(FormatError::malformed(at, "words below 65,536", word));
                }
            }
        }
        image.put(at, &bytes)?;
        let places = Places::of(header, self.form);
        image.put(at + places.transfers, self.transfers.as_flattened())?;
        image.put(at + places.duplicates, &bytes_of(&self.duplicates))?;
        let records = [bytes_of(&self.vertices), bytes_of(&self.epilogue)].concat();
        image.put(at + u64::from(header.vertex_offset), &records)
    }

    /// The place in the cache of each vertex. It stands seven vertices later, or in the records behind them.
    pub fn cache_places(&self) -> impl Iterator<Item = u16> {
        let of_vertices = self.vertices.iter().map(MobyVertex::place);
        let of_records = self.epilogue.iter().map(|[low, ..]| low & 0x1FF);
        let of_last = self
            .epilogue
            .last()
            .into_iter()
            .flat_map(|[_, _, places @ ..]| places);
        of_vertices
            .chain(of_records)
            .chain(of_last.map(|place| place & 0x1FF))
            .skip(7)
            .take(self.vertices.len())
    }
}

/// Where the parts of a table are, from its start.
struct Places {
    transfers: u64,
    duplicates: u64,
}

impl Places {
    fn of(header: &VertexHeader, form: VertexForm) -> Self {
        let transfers = form.header_bytes();
        Self {
            transfers,
            duplicates: aligned(transfers + 2 * u64::from(header.transfers), 8),
        }
    }
}
