//! The bytes of an archive, without an archive.

use std::fs::File;
use std::io::{self, Read};

use wonderwheel_warriors::archive::SECTOR;

use super::members::Member;

/// Reads file after file, with zeros up to the next sector behind each. One file is open at a time.
pub struct WadStream<'a> {
    members: std::slice::Iter<'a, Member>,
    current: Option<Current<'a>>,
    zeros: u64,
}

struct Current<'a> {
    member: &'a Member,
    file: File,
    left: u64,
}

impl<'a> WadStream<'a> {
    /// Nothing is opened yet.
    pub fn new(members: &'a [Member]) -> Self {
        Self {
            members: members.iter(),
            current: None,
            zeros: 0,
        }
    }
}

impl Read for WadStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if buffer.is_empty() {
                return Ok(0);
            }
            if let Some(current) = &mut self.current {
                let most =
                    usize::try_from(current.left).map_or(buffer.len(), |l| l.min(buffer.len()));
                let member = current.member;
                let about = |error: io::Error| {
                    let words = format!("{}: {error}", member.path.display());
                    io::Error::new(error.kind(), words)
                };
                if most == 0 {
                    self.current = None;
                    continue;
                }
                let piece = buffer.get_mut(..most).unwrap_or_default();
                let count = current.file.read(piece).map_err(about)?;
                if count == 0 {
                    let words = "it became shorter while it was packed; try again";
                    return Err(about(io::Error::new(io::ErrorKind::UnexpectedEof, words)));
                }
                current.left -= count as u64;
                return Ok(count);
            }
            if self.zeros > 0 {
                let most =
                    usize::try_from(self.zeros).map_or(buffer.len(), |z| z.min(buffer.len()));
                buffer.get_mut(..most).unwrap_or_default().fill(0);
                self.zeros -= most as u64;
                return Ok(most);
            }
            let Some(member) = self.members.next() else {
                return Ok(0);
            };
            let file = File::open(&member.path).map_err(|error| {
                let words = format!("{}: {error}", member.path.display());
                io::Error::new(error.kind(), words)
            })?;
            self.zeros = member.size.next_multiple_of(SECTOR) - member.size;
            self.current = Some(Current {
                member,
                file,
                left: member.size,
            });
        }
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
