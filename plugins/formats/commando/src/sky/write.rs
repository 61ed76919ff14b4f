//! A block written: every part where it was read, or where a writer puts it.

use wonderwheel_ps2::error::{FormatError, Result};

use super::block::Sky;
use super::header::{ClusterHeader, Header, TextureDef};
use super::layout;
use super::places::ClusterPlace;
use super::shell::Shell;
use crate::places::{fit, put};
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
                fresh = layout::lay_out(self)?;
                &fresh
            }
        };
        let mut out = layout.rest.block();
        let header = Header {
            colour: self.colour,
            clear_screen: self.clear_screen,
            shell_count: self.shells.len() as i16,
            sprite_count: self.sprite_count,
            maximum_sprite_count: layout::sprite_slots(self.sprites.len())?,
            texture_count: fit(self.textures.len(), "sky textures", i16::MAX as u16)?.cast_signed(),
            fx_count: fit(self.fx.len(), "sky effects", i16::MAX as u16)?.cast_signed(),
            texture_defs: layout.texture_defs,
            texture_data: layout.texture_data,
            fx_list: layout.fx_list,
            sprites: layout.sprites,
            shells: layout.shells,
        };
        put(&mut out, 0, &bytes_of([&header]));
        put(&mut out, layout.fx_list as usize, &self.fx);
        put(&mut out, layout.sprites as usize, &self.sprites);
        let textures = self.textures.iter().zip(&layout.textures);
        for (i, (texture, place)) in textures.enumerate() {
            let def = TextureDef {
                palette: place.palette,
                pixels: place.pixels,
                width: texture.width.cast_signed(),
                height: texture.height.cast_signed(),
            };
            let def_at = layout.texture_defs as usize + i * TextureDef::BYTES;
            put(&mut out, def_at, &bytes_of([&def]));
            let at = |offset: i32| (i64::from(layout.texture_data) + i64::from(offset)) as usize;
            put(&mut out, at(place.palette), texture.palette.as_slice());
            put(&mut out, at(place.pixels), &texture.indices);
        }
        let mut places = layout.clusters.iter();
        for (shell, &at) in self.shells.iter().zip(&layout.shells) {
            write_shell(shell, at as usize, &mut places, &mut out);
        }
        Ok(out)
    }
}

fn write_shell<'a>(
    shell: &Shell,
    at: usize,
    places: &mut impl Iterator<Item = &'a ClusterPlace>,
    out: &mut [u8],
) {
    put(out, at, &(shell.clusters.len() as u32).to_le_bytes());
    put(out, at + 4, &shell.flags.to_le_bytes());
    put(out, at + 8, &shell.unknown_08);
    let parts = shell.parts().zip(places).enumerate();
    for (i, ((cluster, vertices, attributes, faces), place)) in parts {
        let [vertex_offset, st_offset, tri_offset] = place.offsets;
        let header = ClusterHeader {
            sphere: cluster.sphere,
            data: place.data,
            vertex_count: cluster.vertex_count.cast_signed(),
            tri_count: cluster.face_count.cast_signed(),
            vertex_offset,
            st_offset,
            tri_offset,
            data_size: place.size,
        };
        put(
            out,
            at + 0x10 + i * ClusterHeader::BYTES,
            &bytes_of([&header]),
        );
        let data = place.data as usize;
        put(out, data + vertex_offset as usize, &bytes_of(vertices));
        put(out, data + st_offset as usize, attributes.as_flattened());
        put(out, data + tri_offset as usize, &bytes_of(faces));
    }
}
