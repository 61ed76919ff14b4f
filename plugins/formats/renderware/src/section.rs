//! Section framing: the 12-byte header before everything, and the library stamp in it.

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use crate::stamp;
use crate::stamps::Stamps;

pub(crate) mod header;
pub mod id;

pub use header::SectionHeader;
pub use id::name;

/// A section kept byte for byte because this crate does not interpret it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawSection {
    /// Section id.
    pub id: u32,
    /// Library stamp of its header.
    pub stamp: u32,
    /// Payload, header excluded.
    pub payload: Vec<u8>,
}

impl RawSection {
    /// A section with the stamp of the disc's files.
    pub fn new(id: u32, payload: impl Into<Vec<u8>>) -> Self {
        Self {
            id,
            stamp: stamp::STAMP,
            payload: payload.into(),
        }
    }
}

/// Makes the ways in and out of an object that is a stream of its own, of how it reads and writes its section's payload.
macro_rules! stream {
    ($object:ident, $section:expr) => {
        impl $object {
            /// Reads a whole input.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($object), "::read_from`]; also when bytes follow.")]
            pub fn read(bytes: &[u8]) -> wonderwheel_ps2::error::Result<Self> {
                $crate::section::read_whole(bytes, Self::read_from)
            }

            /// Reads the section at the cursor.
            ///
            /// # Errors
            /// `Malformed`, `Unsupported` or `Limit`, with the section path.
            pub fn read_from(
                cursor: &mut wonderwheel_ps2::cursor::Cursor<'_>,
            ) -> wonderwheel_ps2::error::Result<Self> {
                let read = $crate::section::read_with_stamps(cursor, $section, Self::read_payload);
                let (object, stamps) = read?;
                Ok(Self { stamps, ..object })
            }

            /// The bytes of a stream of its own.
            pub fn write(&self) -> Vec<u8> {
                let mut out = Vec::new();
                self.write_to(&mut out);
                out
            }

            /// Appends the section.
            pub fn write_to(&self, out: &mut Vec<u8>) {
                let start = out.len();
                $crate::section::write(out, $section, |out| self.write_payload(out));
                self.stamps.apply(out, start);
            }
        }
    };
}

pub(crate) use stream;

/// The id of the next section, without reading it; `None` when fewer than 4 bytes are left.
pub(crate) fn peek(parent: &Cursor<'_>) -> Option<u32> {
    parent.clone().u32().ok()
}

/// Reads the required child `id` with `read`, which must take the whole payload. The section's name joins the error path.
///
/// The child is expected right here, as in every file of the disc. When another section stands here, siblings are
/// skipped until `id` is met, as RenderWare itself does; id 0 ends that search.
pub(crate) fn read<'a, T>(
    parent: &mut Cursor<'a>,
    id: u32,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
) -> Result<T> {
    let (_, mut payload) = find(parent, id)?;
    whole(&mut payload, read).within(|| name(id))
}

/// Reads a whole input that is one section `id`.
pub(crate) fn read_whole<'a, T>(
    bytes: &'a [u8],
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
) -> Result<T> {
    whole(&mut Cursor::new(bytes), read)
}

/// As [`read`], with the stamps of all headers that the section's objects write again.
pub(crate) fn read_with_stamps<'a, T>(
    parent: &mut Cursor<'a>,
    id: u32,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
) -> Result<(T, Stamps)> {
    let (header, mut payload) = find(parent, id)?;
    let bytes = payload.clone();
    let value = whole(&mut payload, read).within(|| name(id))?;
    let stamps = Stamps::read(&header, &bytes).within(|| name(id))?;
    Ok((value, stamps))
}

/// Checks a count of records of a list named `what` against the limits and the bytes that are left.
pub(crate) fn bounded(
    payload: &Cursor<'_>,
    what: &'static str,
    count: u64,
    record_bytes: u64,
) -> Result<usize> {
    let fitting = payload.check_count(count, record_bytes)?;
    payload
        .limits()
        .check_items(what, count, payload.offset())?;
    Ok(fitting)
}

/// Reads so many records one behind the other. Their name and number join the error path.
pub(crate) fn list<'a, T>(
    payload: &mut Cursor<'a>,
    name: &str,
    count: usize,
    mut read: impl FnMut(&mut Cursor<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut records = Vec::with_capacity(count);
    for i in 0..count {
        records.push(read(payload).within(|| format!("{name}[{i}]"))?);
    }
    Ok(records)
}

/// Checks the vertices of one mesh against the limits. The count stands at `at`.
pub(crate) fn check_vertices(payload: &Cursor<'_>, count: u32, at: u64) -> Result<()> {
    let most = payload.limits().vertices;
    limits::check("vertices of a mesh", u64::from(count), u64::from(most), at)
}

/// Runs `read` and checks that it left nothing.
pub(crate) fn whole<'a, T>(
    cursor: &mut Cursor<'a>,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
) -> Result<T> {
    let value = read(cursor)?;
    cursor.finish()?;
    Ok(value)
}

fn find<'a>(parent: &mut Cursor<'a>, id: u32) -> Result<(SectionHeader, Cursor<'a>)> {
    let first = parent.offset();
    let mut met = None;
    while !parent.is_empty() {
        let offset = parent.offset();
        let (header, payload) = SectionHeader::open(parent)?;
        if header.id == id {
            stamp::check(offset + 8, header.stamp).within(|| name(id))?;
            return Ok((header, payload));
        }
        met.get_or_insert(header.id);
        if header.id == 0 {
            break;
        }
    }
    Err(FormatError::malformed(
        first,
        name(id),
        met.map_or(Cow::Borrowed("the end of the parent"), name),
    ))
}

/// Checks that exactly `bytes` bytes are left: the size of a struct or plugin that has only one.
pub(crate) fn expect_size(payload: &Cursor<'_>, bytes: u64) -> Result<()> {
    if payload.remaining() as u64 == bytes {
        Ok(())
    } else {
        Err(FormatError::malformed(
            payload.offset(),
            format!("{bytes} bytes"),
            format!("{} bytes", payload.remaining()),
        ))
    }
}

/// Checks a count that RenderWare stores signed: a negative one is an error.
pub(crate) fn count(payload: &mut Cursor<'_>) -> Result<u32> {
    let offset = payload.offset();
    let value = payload.u32()?;
    if i32::try_from(value).is_ok() {
        Ok(value)
    } else {
        Err(FormatError::malformed(
            offset,
            "a count",
            value.cast_signed(),
        ))
    }
}

/// Checks that every number is finite.
pub(crate) fn finite(offset: u64, values: &[f32]) -> Result<()> {
    match values.iter().find(|value| !value.is_finite()) {
        None => Ok(()),
        Some(value) => Err(FormatError::malformed(offset, "finite numbers", value)),
    }
}

/// Appends a section whose payload `write` makes; the size is filled in afterwards.
pub(crate) fn write(out: &mut Vec<u8>, id: u32, write: impl FnOnce(&mut Vec<u8>)) {
    let start = begin(out, id, stamp::STAMP);
    write(out);
    end(out, start);
}

/// Appends a section header with a size of 0; [`end`] fills it in. For trees that are written without recursion.
pub(crate) fn begin(out: &mut Vec<u8>, id: u32, stamp: u32) -> usize {
    let start = out.len();
    for word in [id, 0, stamp] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    start
}

/// Fills in the size of the section begun at `start`.
pub(crate) fn end(out: &mut [u8], start: usize) {
    let size = out.len() - start - SectionHeader::BYTES;
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    if let Some(field) = out.get_mut(start + 4..start + 8) {
        field.copy_from_slice(&size.to_le_bytes());
    }
}
