//! Writing a file so that it never stands half under its own name.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// Writes under a temporary name beside the file, and gives it its own at the end.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|mut file| {
        let mut out = BufWriter::new(&mut file);
        write(&mut out)?;
        out.flush()
    });
    let moved = written.and_then(|()| fs::rename(&part, path));
    moved.map_err(|error| {
        let _ = fs::remove_file(&part);
        Failure::io(path, &error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_the_file_before_and_nothing_beside_it() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let path = home.path().join("å ツ 🎡.png");
        write_whole(&path, |out| out.write_all(b"whole")).expect("writable");
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("it is there"), b"whole");
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 1);
    }
}
