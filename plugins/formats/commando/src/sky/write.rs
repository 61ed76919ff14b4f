//! A block written: every part where it was read, or where a writer puts it.

use wonderwheel_ps2::error::{FormatError, Result};

use super::block::Sky;
use super::header::{ClusterHeader, Header};
use super::place::lay_out;
use super::shell::Shell;
use crate::places::put;
use crate::record::bytes_of;

impl Sky {
    /// The block's bytes: as they were read, with changed values; or, for a sky that was built, laid out new.
    ///
    /// # Errors
    /// `Malformed` when a shell or effect names what is not there, or parts have other sizes than they had when they were read (see
    /// [`Sky::forget_layout`]); `Limit` when something is larger than its field.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.check()?;
        let fresh;
        let layout = match &self.layout.0 {
            Some(layout) if layout.holds(self) => layout.as_ref(),
            Some(_) => {
                return Err(FormatError::malformed(
                    0,
                    "parts of the sizes that were read; forget the layout to write others",
                    "other sizes",
                ));
            }
            None => {
                fresh = lay_out(self)?;
                &fresh
            }
        };
        let mut out = layout.rest.canvas().0;
        let header = Header {
            colour: self.colour,
            clear_screen: self.clear_screen,
            sprite_count: self.sprite_count,
            ..layout.header
        };
        put(&mut out, 0, &bytes_of([&header]));
        put(&mut out, header.fx_list as usize, &self.fx);
        put(&mut out, header.sprites as usize, &self.sprites);
        let defs = bytes_of(&layout.textures);
        put(&mut out, header.texture_defs as usize, &defs);
        for (texture, def) in self.textures.iter().zip(&layout.textures) {
            let at = |offset: i32| (i64::from(header.texture_data) + i64::from(offset)) as usize;
            put(&mut out, at(def.palette), texture.palette.as_slice());
            put(&mut out, at(def.pixels), &texture.indices);
        }
        let mut clusters = layout.clusters.iter();
        for (shell, &at) in self.shells.iter().zip(&header.shells) {
            write_shell(shell, at as usize, &mut clusters, &mut out);
        }
        Ok(out)
    }
}

fn write_shell<'a>(
    shell: &Shell,
    at: usize,
    headers: &mut impl Iterator<Item = &'a ClusterHeader>,
    out: &mut [u8],
) {
    put(out, at, &(shell.clusters.len() as u32).to_le_bytes());
    put(out, at + 4, &shell.flags.to_le_bytes());
    put(out, at + 8, &shell.unknown_08);
    let parts = shell.parts().zip(headers).enumerate();
    for (i, ((cluster, vertices, attributes, faces), header)) in parts {
        let header = ClusterHeader {
            sphere: cluster.sphere,
            ..*header
        };
        let head_at = at + 0x10 + i * ClusterHeader::BYTES;
        put(out, head_at, &bytes_of([&header]));
        let at = |offset: i16| header.data as usize + offset as usize;
        put(out, at(header.vertex_offset), &bytes_of(vertices));
        put(out, at(header.st_offset), attributes.as_flattened());
        put(out, at(header.tri_offset), &bytes_of(faces));
    }
}
