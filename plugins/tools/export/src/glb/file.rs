//! The file: a header, a chunk of JSON, a chunk of bytes.

use std::io::Write;

/// Bytes of the file's header, and of a chunk's.
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// A finished file.
#[derive(Debug, Clone)]
pub struct Glb {
    pub(super) json: Vec<u8>,
    pub(super) bin: Vec<u8>,
}

impl Glb {
    /// Bytes of the file.
    pub fn size(&self) -> u64 {
        let bin = match self.bin.len() {
            0 => 0,
            bytes => CHUNK_HEADER + bytes,
        };
        (HEADER + CHUNK_HEADER + self.json.len() + bin) as u64
    }

    /// The JSON chunk.
    pub fn json(&self) -> &[u8] {
        &self.json
    }

    /// The binary chunk.
    pub fn bin(&self) -> &[u8] {
        &self.bin
    }

    /// Writes the file.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn write_to(&self, out: &mut impl Write) -> std::io::Result<()> {
        let word = |value: usize| u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
        out.write_all(b"glTF")?;
        out.write_all(&2_u32.to_le_bytes())?;
        out.write_all(&word(self.size() as usize))?;
        out.write_all(&word(self.json.len()))?;
        out.write_all(b"JSON")?;
        out.write_all(&self.json)?;
        if !self.bin.is_empty() {
            out.write_all(&word(self.bin.len()))?;
            out.write_all(b"BIN\0")?;
            out.write_all(&self.bin)?;
        }
        Ok(())
    }

    /// The file in memory.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.size() as usize);
        // A vector takes everything.
        let _ = self.write_to(&mut out);
        out
    }
}
