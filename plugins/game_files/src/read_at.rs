//! Bytes at a place: reading that many threads do at once from one open file.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Something that can be read at any place without moving a cursor, so that reads of several threads cannot get in each
/// other's way, and a position needs no seek.
pub trait ReadAt: Send + Sync + 'static {
    /// Bytes from the first to the last.
    ///
    /// # Errors
    /// The system's refusal.
    fn size(&self) -> io::Result<u64>;

    /// Reads into `buffer` from `offset` on and says how many bytes came: fewer than asked for near the end, 0 after it.
    ///
    /// # Errors
    /// The system's refusal.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;

    /// Fills `buffer` from `offset` on.
    ///
    /// # Errors
    /// The system's refusal; `UnexpectedEof`, with what was wanted and what came, when the bytes end before.
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let wanted = buffer.len();
        let mut got = 0;
        while let Some(rest) = buffer.get_mut(got..).filter(|rest| !rest.is_empty()) {
            let Some(at) = offset.checked_add(got as u64) else {
                return Err(short_read(offset, wanted, got));
            };
            match self.read_at(at, rest) {
                Ok(0) => return Err(short_read(offset, wanted, got)),
                Ok(count) => got += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn short_read(offset: u64, wanted: usize, got: usize) -> io::Error {
    io::Error::new(
        io::ErrorKind::UnexpectedEof,
        format!("wanted {wanted} bytes at {offset:#x}, got {got}"),
    )
}

/// Whether a range ends in time.
fn check_end(offset: u64, length: usize, size: u64) -> io::Result<()> {
    let end = offset.checked_add(length as u64);
    if end.is_some_and(|end| end <= size) {
        return Ok(());
    }
    let got = usize::try_from(size.saturating_sub(offset));
    let got = got.map_or(length, |got| got.min(length));
    Err(short_read(offset, length, got))
}

impl ReadAt for File {
    /// Also of a drive, whose file has no size of its own.
    fn size(&self) -> io::Result<u64> {
        let data = self.metadata()?;
        if data.is_file() {
            return Ok(data.len());
        }
        // The cursor that this moves is not used.
        io::Seek::seek(&mut &*self, io::SeekFrom::End(0))
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        // It reads at the place named whatever the cursor is, and moves the cursor, which is not used.
        std::os::windows::fs::FileExt::seek_read(self, buffer, offset)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _offset: u64, _buffer: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl ReadAt for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(read_slice(self, offset, buffer))
    }
}

impl ReadAt for &'static [u8] {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(read_slice(self, offset, buffer))
    }
}

fn read_slice(bytes: &[u8], offset: u64, buffer: &mut [u8]) -> usize {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    // A slice gives as many bytes as it has.
    bytes
        .get(offset..)
        .map_or(0, |mut rest| rest.read(buffer).unwrap_or(0))
}

impl<R: ReadAt + ?Sized> ReadAt for Arc<R> {
    fn size(&self) -> io::Result<u64> {
        (**self).size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        (**self).read_at(offset, buffer)
    }
}

/// A stretch of a medium that is a file: the archive inside an image, or a whole file.
#[derive(Clone)]
pub struct Extent {
    medium: Arc<dyn ReadAt>,
    start: u64,
    size: u64,
}

impl Extent {
    /// `size` bytes from `start` on. The medium may turn out to be shorter.
    pub fn new(medium: Arc<dyn ReadAt>, start: u64, size: u64) -> Self {
        Self {
            medium,
            start,
            size,
        }
    }

    /// A whole medium.
    ///
    /// # Errors
    /// The system's refusal to tell its size.
    pub fn whole(medium: impl ReadAt) -> io::Result<Self> {
        let size = medium.size()?;
        Ok(Self::new(Arc::new(medium), 0, size))
    }

    /// Where the first byte lies in the medium.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Bytes of the file, as its describer says.
    pub fn len(&self) -> u64 {
        self.size
    }

    /// Whether the file has no bytes.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// How many of the bytes the medium has now: fewer than [`Self::len`] when it was cut short.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn present(&self) -> io::Result<u64> {
        let there = self.medium.size()?.saturating_sub(self.start);
        Ok(self.size.min(there))
    }

    /// Fills `buffer` from `offset` on. Offsets count from the file's first byte, in errors too.
    ///
    /// # Errors
    /// As [`ReadAt::read_exact_at`]; also `UnexpectedEof` when the range passes the file's end.
    pub fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        check_end(offset, buffer.len(), self.size)?;
        let at = self.start.saturating_add(offset);
        self.medium.read_exact_at(at, buffer)
    }

    /// Reads `length` bytes from `offset` on. Nothing is allocated for bytes that are not there.
    ///
    /// # Errors
    /// As [`Self::read_exact_at`].
    pub fn read(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let present = self.present()?;
        check_end(offset, length, present)?;
        let mut bytes = vec![0; length];
        self.read_exact_at(offset, &mut bytes)?;
        Ok(bytes)
    }
}

impl std::fmt::Debug for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Extent({:#x}+{:#x})", self.start, self.size)
    }
}

/// Copies `count` bytes, or says that the source ended before.
pub(crate) fn copy_exactly(from: &mut dyn Read, to: &mut dyn Write, count: u64) -> io::Result<()> {
    let copied = io::copy(&mut from.take(count), to)?;
    if copied < count {
        let text = format!("wanted {count} bytes, got {copied}");
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
    }
    Ok(())
}

/// Writes `count` zeros.
pub(crate) fn write_zeros(to: &mut dyn Write, count: u64) -> io::Result<()> {
    io::copy(&mut io::repeat(0).take(count), to).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_past_the_end_says_what_was_wanted_and_what_came() {
        let bytes: &'static [u8] = &[1, 2, 3, 4, 5];
        let mut buffer = [0; 3];
        bytes.read_exact_at(1, &mut buffer).unwrap();
        assert_eq!(buffer, [2, 3, 4]);
        let error = bytes.read_exact_at(4, &mut buffer).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(error.to_string(), "wanted 3 bytes at 0x4, got 1");
        assert!(bytes.read_exact_at(u64::MAX, &mut buffer).is_err());
    }

    #[test]
    fn an_extent_never_gives_bytes_of_its_neighbours() {
        let medium: Arc<dyn ReadAt> = Arc::new(vec![9, 1, 2, 9]);
        let extent = Extent::new(medium.clone(), 1, 2);
        assert_eq!(extent.read(0, 2).unwrap(), [1, 2]);
        assert_eq!(extent.read(2, 0).unwrap(), [0; 0]);
        for (offset, length) in [(0, 3), (2, 1), (u64::MAX, 1), (u64::MAX, usize::MAX)] {
            assert!(extent.read(offset, length).is_err(), "{offset}+{length}");
        }
        let cut = Extent::new(medium, 2, u64::MAX);
        assert_eq!(cut.present().unwrap(), 2);
        let error = cut.read(1, usize::MAX).unwrap_err().to_string();
        assert!(error.ends_with("got 1"), "{error}");
    }

    #[test]
    fn threads_read_one_file_at_once_without_mixing_places() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("image");
        let bytes: Vec<u8> = (0..40_000_u32).flat_map(u32::to_le_bytes).collect();
        std::fs::write(&path, &bytes).unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(file.size().unwrap(), 160_000);
        std::thread::scope(|scope| {
            for thread in 0..8_u32 {
                let file = &file;
                scope.spawn(move || {
                    for step in 0..500_u32 {
                        let word = (thread * 5000 + step * 7) % 40_000;
                        let mut buffer = [0; 4];
                        file.read_exact_at(u64::from(word) * 4, &mut buffer)
                            .unwrap();
                        assert_eq!(u32::from_le_bytes(buffer), word);
                    }
                });
            }
        });
    }
}
