//! Images of our own. Source: spec/archives.md 1.3, writer rules.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};

use super::layout::{FIRST_DESCRIPTOR, SECTOR, SIGNATURE};
use crate::read_at::{copy_exactly, write_zeros};

/// A file of a new image.
pub struct NewIsoFile<'a> {
    /// `WARRIORS.DIR`, or `IOP/BFW.SND`: one folder at most. Letters are written as capitals.
    pub path: String,
    /// Its bytes.
    pub size: u64,
    /// Where they come from; read when the file's turn comes.
    pub content: Box<dyn Read + 'a>,
}

impl<'a> NewIsoFile<'a> {
    /// A file from memory.
    pub fn bytes(path: &str, bytes: &'a [u8]) -> Self {
        Self::stream(path, bytes.len() as u64, bytes)
    }

    /// A file of `size` bytes from a stream.
    pub fn stream(path: &str, size: u64, content: impl Read + 'a) -> Self {
        Self {
            path: path.to_ascii_uppercase(),
            size,
            content: Box::new(content),
        }
    }
}

/// Writes an image: descriptors, path tables, the root, its folders, then the files in the order given, each on a sector of
/// its own. It is written from the first byte to the last, so `out` may be a pipe. The same files give the same bytes.
///
/// # Errors
/// `InvalidInput` for a name that no image can hold, a name twice, a file of 4 GiB or more, or too many folders;
/// `UnexpectedEof` when a stream gives fewer bytes than its size; what `out` refuses.
pub fn write(out: &mut dyn Write, volume: &str, files: Vec<NewIsoFile<'_>>) -> io::Result<()> {
    let plan = Plan::new(&files)?;
    write_zeros(out, FIRST_DESCRIPTOR * SECTOR)?;
    write_sectors(out, &plan.primary_descriptor(volume))?;
    let mut terminator = vec![255];
    terminator.extend(SIGNATURE);
    terminator.push(1);
    write_sectors(out, &terminator)?;
    write_sectors(out, &plan.path_table(u32::to_le_bytes, u16::to_le_bytes))?;
    write_sectors(out, &plan.path_table(u32::to_be_bytes, u16::to_be_bytes))?;
    for number in 0..plan.folders.len() {
        write_sectors(out, &plan.folder(number))?;
    }
    for mut file in files {
        copy_exactly(&mut *file.content, out, file.size)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.path)))?;
        write_zeros(out, file.size.next_multiple_of(SECTOR) - file.size)?;
    }
    out.flush()
}

fn write_sectors(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes)?;
    let size = bytes.len() as u64;
    write_zeros(out, size.next_multiple_of(SECTOR) - size)
}

/// What a folder lists.
struct FolderEntry {
    name: String,
    sector: u32,
    size: u32,
    is_folder: bool,
}

impl FolderEntry {
    /// One that has no place yet.
    fn new(name: &str, size: u32, is_folder: bool) -> Self {
        Self {
            name: name.to_owned(),
            sector: 0,
            size,
            is_folder,
        }
    }

    fn identifier(&self) -> Vec<u8> {
        let version = if self.is_folder { "" } else { ";1" };
        format!("{}{version}", self.name).into_bytes()
    }
}

/// A folder and what is in it; the root is the first one.
#[derive(Default)]
struct Folder {
    name: String,
    sector: u32,
    listed: Vec<FolderEntry>,
}

impl Folder {
    fn size(&self) -> u64 {
        // The two of itself and its parent, then each name's; none crosses into another sector.
        let listed = self.listed.iter().map(|listed| listed.identifier().len());
        let mut at = 0;
        for length in [34, 34].into_iter().chain(listed.map(record_length)) {
            if at % SECTOR + length > SECTOR {
                at = at.next_multiple_of(SECTOR);
            }
            at += length;
        }
        at.next_multiple_of(SECTOR)
    }
}

fn record_length(identifier: usize) -> u64 {
    (33 + identifier as u64).next_multiple_of(2)
}

/// Where everything comes to lie.
struct Plan {
    folders: Vec<Folder>,
    path_table_bytes: u64,
    sectors: u32,
}

impl Plan {
    fn new(files: &[NewIsoFile<'_>]) -> io::Result<Self> {
        // The root, then the others in the order of their names.
        let mut names = BTreeSet::from([""]);
        for file in files {
            names.insert(split(&file.path)?.0);
        }
        let folder = |name: &&str| Folder {
            name: (*name).to_owned(),
            ..Folder::default()
        };
        let mut folders: Vec<Folder> = names.iter().map(folder).collect();
        let mut slots = Vec::with_capacity(files.len());
        for file in files {
            let (folder, name) = split(&file.path)?;
            let size = u32::try_from(file.size);
            let size = size.map_err(|_| invalid(&file.path, "is 4 GiB or larger"))?;
            let numbered = folders.iter_mut().enumerate();
            for (number, own) in numbered.filter(|(_, known)| known.name == folder) {
                slots.push((number, own.listed.len(), file.size));
                own.listed.push(FolderEntry::new(name, size, false));
            }
        }
        if let [root, inner @ ..] = folders.as_mut_slice() {
            let inner = inner
                .iter()
                .map(|folder| FolderEntry::new(&folder.name, 0, true));
            root.listed.extend(inner);
        }
        let mut plan = Self {
            path_table_bytes: folders.iter().map(path_table_record_length).sum(),
            folders,
            sectors: 0,
        };
        plan.place(&slots)?;
        for folder in &mut plan.folders {
            folder.listed.sort_by_cached_key(|listed| {
                let (stem, extension) = listed.name.split_once('.').unwrap_or((&listed.name, ""));
                (stem.to_owned(), extension.to_owned())
            });
            let mut pairs = folder.listed.array_windows();
            if let Some([twice, _]) = pairs.find(|[a, b]| a.name == b.name) {
                return Err(invalid(&twice.name, "stands twice in one folder"));
            }
        }
        Ok(plan)
    }

    /// Gives every folder, then every file its sector; of a file its folder, its place in the folder's list and its bytes are known.
    fn place(&mut self, files: &[(usize, usize, u64)]) -> io::Result<()> {
        let too_large = || invalid("image", "is larger than sectors can be counted");
        let mut at = self.path_table_sector(2)?;
        let mut places = Vec::new();
        for folder in &mut self.folders {
            folder.sector = at;
            let size = folder.size();
            places.push((at, u32::try_from(size).map_err(|_| too_large())?));
            at = sectors_after(at, size).ok_or_else(too_large)?;
        }
        if let Some(root) = self.folders.first_mut() {
            let inner = root.listed.iter_mut().filter(|listed| listed.is_folder);
            for (listed, place) in inner.zip(places.into_iter().skip(1)) {
                (listed.sector, listed.size) = place;
            }
        }
        for &(folder, slot, size) in files {
            let folder = self.folders.get_mut(folder);
            if let Some(listed) = folder.and_then(|folder| folder.listed.get_mut(slot)) {
                listed.sector = at;
            }
            at = sectors_after(at, size).ok_or_else(too_large)?;
        }
        self.sectors = at;
        Ok(())
    }

    /// The first sector of path table 0 (little-endian), 1 (big-endian), or of what follows both.
    fn path_table_sector(&self, table: u32) -> io::Result<u32> {
        let sectors = u32::try_from(self.path_table_bytes.div_ceil(SECTOR));
        let sectors = sectors.map_err(|_| invalid("image", "has too many folders"))?;
        Ok(FIRST_DESCRIPTOR as u32 + 2 + table * sectors)
    }

    fn primary_descriptor(&self, volume: &str) -> Vec<u8> {
        let mut out = vec![1];
        out.extend(SIGNATURE);
        out.extend([1, 0]);
        push_text(&mut out, "PLAYSTATION", 32);
        push_text(&mut out, &volume.to_ascii_uppercase(), 32);
        out.extend([0; 8]);
        push_both_32(&mut out, self.sectors);
        out.extend([0; 32]);
        push_both_16(&mut out, 1);
        push_both_16(&mut out, 1);
        push_both_16(&mut out, SECTOR as u16);
        push_both_32(&mut out, self.path_table_bytes as u32);
        let table = |number| self.path_table_sector(number).unwrap_or(0);
        out.extend(table(0).to_le_bytes());
        out.extend([0; 4]);
        out.extend(table(1).to_be_bytes());
        out.extend([0; 4]);
        if let Some(root) = self.folders.first() {
            push_record(&mut out, root.sector, root.size() as u32, true, &[0]);
        }
        // Set, publisher, preparer, application; then three file names.
        push_text(&mut out, "", 128 * 4 + 37 * 3);
        for _ in 0..4 {
            out.extend([b'0'; 16]);
            out.push(0);
        }
        out.extend([1, 0]);
        out
    }

    fn path_table(&self, word: fn(u32) -> [u8; 4], half: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let mut out = Vec::new();
        for folder in &self.folders {
            let identifier = match folder.name.as_bytes() {
                [] => &[0][..],
                name => name,
            };
            out.extend([identifier.len() as u8, 0]);
            out.extend(word(folder.sector));
            // All are in the root, which is folder 1.
            out.extend(half(1));
            out.extend(identifier);
            if identifier.len() % 2 == 1 {
                out.push(0);
            }
        }
        out
    }

    fn folder(&self, number: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let (Some(root), Some(folder)) = (self.folders.first(), self.folders.get(number)) else {
            return out;
        };
        push_record(&mut out, folder.sector, folder.size() as u32, true, &[0]);
        push_record(&mut out, root.sector, root.size() as u32, true, &[1]);
        for listed in &folder.listed {
            let identifier = listed.identifier();
            let at = out.len() as u64;
            if at % SECTOR + record_length(identifier.len()) > SECTOR {
                out.resize(at.next_multiple_of(SECTOR) as usize, 0);
            }
            let (sector, size) = (listed.sector, listed.size);
            push_record(&mut out, sector, size, listed.is_folder, &identifier);
        }
        out
    }
}

fn path_table_record_length(folder: &Folder) -> u64 {
    8 + (folder.name.len().max(1) as u64).next_multiple_of(2)
}

fn sectors_after(at: u32, size: u64) -> Option<u32> {
    at.checked_add(u32::try_from(size.div_ceil(SECTOR)).ok()?)
}

/// Folder ("" for the root) and name.
fn split(path: &str) -> io::Result<(&str, &str)> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_letter =
        |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_.-".contains(&byte);
    let good = |part: &str| {
        let has_name = !part.starts_with('.') && !part.ends_with('.');
        (1..=30).contains(&part.len()) && part.bytes().all(is_letter) && has_name
    };
    let folder_is_good = !path.contains('/') || (good(folder) && !folder.contains('.'));
    if good(name) && folder_is_good {
        return Ok((folder, name));
    }
    let why = "is no name for an image: at most one folder, letters, digits, _ - and dots, 30 each";
    Err(invalid(path, why))
}

fn invalid(what: &str, why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{what} {why}"))
}

fn push_text(out: &mut Vec<u8>, text: &str, width: usize) {
    let text = text.bytes().filter(u8::is_ascii).take(width);
    let end = out.len() + width;
    out.extend(text);
    out.resize(end, b' ');
}

fn push_both_32(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_le_bytes());
    out.extend(value.to_be_bytes());
}

fn push_both_16(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_le_bytes());
    out.extend(value.to_be_bytes());
}

fn push_record(out: &mut Vec<u8>, sector: u32, size: u32, is_folder: bool, identifier: &[u8]) {
    let end = out.len() + record_length(identifier.len()) as usize;
    out.extend([(end - out.len()) as u8, 0]);
    push_both_32(out, sector);
    push_both_32(out, size);
    // The first of January 2000: images of the same files are the same.
    out.extend([100, 1, 1, 0, 0, 0, 0]);
    out.extend([if is_folder { 2 } else { 0 }, 0, 0]);
    push_both_16(out, 1);
    out.push(identifier.len() as u8);
    out.extend(identifier);
    out.resize(end, 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(files: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let files = files
            .iter()
            .map(|(path, bytes)| NewIsoFile::bytes(path, bytes))
            .collect();
        write(&mut out, "game", files)?;
        Ok(out)
    }

    #[test]
    fn words_stand_where_the_standard_draws_them() {
        let image = image(&[("b.txt", b"two"), ("a.txt", b"one")]).unwrap();
        // 16 empty, descriptor, terminator, two path tables, root, two files.
        assert_eq!(image.len(), 23 * 2048);
        assert!(image[..16 * 2048].iter().all(|&byte| byte == 0));
        let descriptor = &image[16 * 2048..17 * 2048];
        assert_eq!(&descriptor[..7], b"\x01CD001\x01");
        assert_eq!(&descriptor[40..44], b"GAME");
        assert_eq!(descriptor[80..88], [23, 0, 0, 0, 0, 0, 0, 23]);
        assert_eq!(descriptor[120..128], [1, 0, 0, 1, 1, 0, 0, 1]);
        assert_eq!(descriptor[128..132], [0, 8, 8, 0]);
        assert_eq!(descriptor[132..140], [10, 0, 0, 0, 0, 0, 0, 10]);
        let tables = [18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19, 0, 0, 0, 0];
        assert_eq!(descriptor[140..156], tables);
        assert_eq!(descriptor[156..162], [34, 0, 20, 0, 0, 0]);
        assert_eq!(descriptor[881], 1);
        assert_eq!(&image[17 * 2048..17 * 2048 + 7], b"\xFFCD001\x01");
        assert_eq!(image[18 * 2048..][..10], [1, 0, 20, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(image[19 * 2048..][..10], [1, 0, 0, 0, 0, 20, 0, 1, 0, 0]);
        // The names are sorted, the files lie as they were given.
        let root = &image[20 * 2048..21 * 2048];
        assert_eq!(&root[68 + 33..68 + 40], b"A.TXT;1");
        assert_eq!(root[68 + 2], 22);
        assert_eq!(&image[22 * 2048..22 * 2048 + 3], b"one");
    }

    #[test]
    fn names_that_no_image_can_hold_are_refused() {
        for path in [
            "",
            "a/b/c",
            "å.txt",
            "a b",
            "/a",
            "a/",
            "..",
            "a.",
            &"a".repeat(31),
        ] {
            let error = image(&[(path, b"")]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path}");
        }
        assert!(image(&[("A", b""), ("a", b"")]).is_err());
        let mut out = Vec::new();
        let huge = NewIsoFile::stream("A", 1 << 32, io::empty());
        assert!(write(&mut out, "", vec![huge]).is_err());
    }

    #[test]
    fn a_stream_that_ends_early_is_an_error_that_names_the_file() {
        let mut out = Vec::new();
        let short = NewIsoFile::stream("A.BIN", 5, &b"1234"[..]);
        let error = write(&mut out, "", vec![short]).unwrap_err();
        assert_eq!(error.to_string(), "A.BIN: wanted 5 bytes, got 4");
    }
}
