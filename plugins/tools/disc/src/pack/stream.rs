//! The bytes of an archive, without an archive.

use std::fs::File;
use std::io::{self, Read};

use wonderwheel_warriors::archive::SECTOR;

use super::members::Member;

/// Reads file after file, with zeros up to the next sector behind each. One file is open at a time.
pub struct WadStream<'a> {
    members: std::slice::Iter<'a, Member>,
    current: Option<(&'a Member, io::Take<File>)>,
    zeros: io::Take<io::Repeat>,
}

impl<'a> WadStream<'a> {
    /// Nothing is opened yet.
    pub fn new(members: &'a [Member]) -> Self {
        Self {
            members: members.iter(),
            current: None,
            zeros: io::repeat(0).take(0),
        }
    }
}

impl Read for WadStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let about = |member: &Member, error: io::Error| {
            let words = format!("{}: {error}", member.path.display());
            io::Error::new(error.kind(), words)
        };
        while !buffer.is_empty() {
            if let Some((member, file)) = &mut self.current {
                let count = file.read(buffer).map_err(|error| about(member, error))?;
                if count > 0 {
                    return Ok(count);
                }
                if file.limit() > 0 {
                    let words = "it became shorter while it was packed; try again";
                    let error = io::Error::new(io::ErrorKind::UnexpectedEof, words);
                    return Err(about(member, error));
                }
                self.current = None;
            }
            let count = self.zeros.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            let Some(member) = self.members.next() else {
                break;
            };
            let file = File::open(&member.path).map_err(|error| about(member, error))?;
            self.zeros = io::repeat(0).take(member.size.next_multiple_of(SECTOR) - member.size);
            self.current = Some((member, file.take(member.size)));
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_file_begins_on_a_sector() {
        let home = tempfile::tempdir().unwrap();
        let member = |name: &str, bytes: &[u8]| {
            let path = home.path().join(name);
            fs::write(&path, bytes).unwrap();
            Member {
                path,
                name: None,
                hash: 0,
                size: bytes.len() as u64,
            }
        };
        let members = [
            member("a", &[1; 3]),
            member("b", &[]),
            member("c", &[2; 2048]),
            member("d", &[3; 2049]),
        ];
        let mut bytes = Vec::new();
        WadStream::new(&members).read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 2048 * 4);
        assert_eq!(bytes[..4], [1, 1, 1, 0]);
        assert_eq!(bytes[2048..4096], [2; 2048]);
        assert_eq!(bytes[4096 + 2048..4096 + 2050], [3, 0]);
        fs::write(&members[3].path, [3; 9]).unwrap();
        let error = WadStream::new(&members)
            .read_to_end(&mut bytes)
            .unwrap_err();
        assert!(error.to_string().contains("became shorter"), "{error}");
    }
}
