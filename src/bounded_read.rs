//! Reading what a person names: it may be a device, a pipe or another kind of file altogether.

use std::{fs::File, io::Read, path::Path};

use crate::failure::{Code, Failure};

/// The whole file, when it has at most so many bytes. `advice` is what to ask or do when it has more.
pub fn bounded_read(path: &Path, most: u64, advice: &str) -> Result<Vec<u8>, Failure> {
    let io = |error| Failure::io(path, &error);
    let mut bytes = Vec::new();
    // The size that the system states is no promise: devices and pipes state none.
    let file = File::open(path).map_err(io)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > most {
        let words = format!("{}: longer than {most} bytes; {advice}", path.display());
        return Err(Failure::new(Code::Limit, words));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_largest_size_taken() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let path = home.path().join("a");
        std::fs::write(&path, [7; 5]).expect("writable");
        assert_eq!(bounded_read(&path, 5, "").expect("it fits"), [7; 5]);
        let failure = bounded_read(&path, 4, "is it yours?").expect_err("it does not");
        assert_eq!(failure.code, Code::Limit);
        let end = "a: longer than 4 bytes; is it yours?";
        assert!(failure.message.ends_with(end), "{failure}");
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_not_read_to_it() {
        let failure = bounded_read(Path::new("/dev/zero"), 1_000, "").expect_err("it has no end");
        assert_eq!(failure.code, Code::Limit);
    }
}
