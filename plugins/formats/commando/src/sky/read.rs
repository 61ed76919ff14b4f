//! A block read: every part is claimed once, and held to its bounds.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits::{self, Limits};
use wonderwheel_ps2::steps;

use super::block::Sky;
use super::header::{ClusterHeader, Header, MAX_SHELLS, SPRITE_BYTES, TextureDef};
use super::layout::{Layout, SkyLayout};
use super::shell::{Cluster, Shell, SkyVertex, check_face};
use super::texture::{SkyTexture, texels};
use crate::gaps::Gaps;
use crate::places::{Claims, block_reader, slice, unsigned};
use crate::record::all;

block_reader!(Sky);

impl Sky {
    /// Reads the rest of a cursor as a block.
    ///
    /// # Errors
    /// `Malformed` when a part lies outside of the block, a count is out of range or a face or effect names what is not there;
    /// `Limit` when there is more than [`Limits`] allows, of parts that share their bytes a quarter of its repeated bytes.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let base = cursor.offset();
        let limits = *cursor.limits();
        let header: Header = cursor.clone().record()?;
        let block = cursor.take(cursor.remaining())?;
        let mut reader = Reader {
            claims: Claims::new(block, base, limits.repeated_bytes / COST)?,
            base,
            limits,
        };
        reader
            .claims
            .keep(0, Header::BYTES as u64, "the sky's head")?;
        let (mut sky, mut layout) = reader.read(&header)?;
        if sky.write().is_ok_and(|fresh| fresh == block) {
            return Ok(sky);
        }
        layout.rest = reader.claims.into_rest();
        sky.layout = SkyLayout(Some(Box::new(layout)));
        Ok(sky)
    }
}

/// A byte that parts share takes up to so many bytes of memory again: as a value, and laid out again.
const COST: u64 = 4;

struct Reader<'a> {
    claims: Claims<'a>,
    base: u64,
    limits: Limits,
}

impl<'a> Reader<'a> {
    fn read(&mut self, header: &Header) -> Result<(Sky, Layout)> {
        let count = |value: i16, at: u64| unsigned(value, self.base + at, "a count of 0 or more");
        let shell_count = count(header.shell_count, 0x06)?;
        if shell_count > MAX_SHELLS as u64 {
            return Err(FormatError::malformed(
                self.base + 6,
                "up to 8 shells",
                shell_count,
            ));
        }
        count(header.sprite_count, 0x08)?;
        let sprite_bytes = SPRITE_BYTES * count(header.maximum_sprite_count, 0x0A)?;
        let texture_count = count(header.texture_count, 0x0C)?;
        let fx_count = count(header.fx_count, 0x0E)?;

        let mut textures = Vec::new();
        let mut defs = Vec::new();
        if texture_count > 0 {
            let at = self.offset(header.texture_defs, 0x10)?;
            let data = self.offset(header.texture_data, 0x14)?;
            let size = texture_count * TextureDef::BYTES as u64;
            let bytes = self.claims.keep(at, size, "texture definitions")?;
            let mut cursor = Cursor::at_base(bytes, self.base + at);
            for i in 0..texture_count {
                let texture = self.texture(&mut cursor, data);
                let (texture, def) = texture.within(|| format!("texture[{i}]"))?;
                textures.push(texture);
                defs.push(def);
            }
        }
        // An offset whose count is 0 means nothing.
        let mut bytes_at = |offset: i32, at, size, what| -> Result<Vec<u8>> {
            match size {
                0 => Ok(Vec::new()),
                size => {
                    let offset = self.offset(offset, at)?;
                    Ok(self.claims.take(offset, size, what)?.to_vec())
                }
            }
        };
        let fx = bytes_at(header.fx_list, 0x18, fx_count, "the effects")?;
        let sprites = bytes_at(header.sprites, 0x1C, sprite_bytes, "the sprites")?;
        let mut shells = Vec::new();
        let mut clusters = Vec::new();
        for (i, &offset) in (0..shell_count).zip(&header.shells) {
            let shell = self
                .offset(offset, 0x20 + 4 * i)
                .and_then(|at| self.shell(at, textures.len(), &mut clusters));
            shells.push(shell.within(|| format!("shell[{i}]"))?);
        }
        let sky = Sky {
            colour: header.colour,
            clear_screen: header.clear_screen,
            sprite_count: header.sprite_count,
            sprites,
            fx,
            textures,
            shells,
            layout: SkyLayout::default(),
        };
        sky.check().map_err(|error| error.moved_by(self.base))?;
        let counts = sky.shells.iter().map(|shell| shell.clusters.len());
        let layout = Layout {
            header: *header,
            textures: defs,
            clusters,
            cluster_counts: counts.collect(),
            rest: Gaps::none_in(0),
        };
        Ok((sky, layout))
    }

    fn offset(&self, value: i32, at: u64) -> Result<u64> {
        unsigned(value, self.base + at, "an offset of 0 or more")
    }

    fn texture(&mut self, cursor: &mut Cursor<'a>, data: u64) -> Result<(SkyTexture, TextureDef)> {
        let at = cursor.offset();
        let def: TextureDef = cursor.record()?;
        let texels = texels(def.width.into(), def.height.into(), at + 8)?;
        let palette = data + unsigned(def.palette, at, "an offset of 0 or more")?;
        let pixels = data + unsigned(def.pixels, at + 4, "an offset of 0 or more")?;
        let palette = self
            .claims
            .take(palette, SkyTexture::PALETTE_BYTES as u64, "a palette")?;
        let indices = self.claims.take(pixels, texels, "pixels")?;
        let palette: Box<[u8; SkyTexture::PALETTE_BYTES]> = palette
            .to_vec()
            .into_boxed_slice()
            .try_into()
            .map_err(|_| FormatError::malformed(at, "a palette of 1,024 bytes", "another size"))?;
        steps::count_bytes(SkyTexture::PALETTE_BYTES + indices.len());
        let texture = SkyTexture {
            width: def.width.cast_unsigned(),
            height: def.height.cast_unsigned(),
            palette,
            indices: indices.to_vec(),
        };
        Ok((texture, def))
    }

    fn shell(
        &mut self,
        at: u64,
        textures: usize,
        clusters: &mut Vec<ClusterHeader>,
    ) -> Result<Shell> {
        let head = self.claims.keep(at, 0x10, "a shell's head")?;
        let mut head = Cursor::at_base(head, self.base + at);
        let count = unsigned(
            head.i32()?,
            self.base + at,
            "a count of clusters of 0 or more",
        )?;
        let mut shell = Shell {
            flags: head.i32()?,
            unknown_08: head.array()?,
            ..Shell::default()
        };
        let at = at + 0x10;
        let size = count * ClusterHeader::BYTES as u64;
        let headers = self.claims.keep(at, size, "cluster heads")?;
        self.limits
            .check_items("sky clusters", count, self.base + at)?;
        let mut headers = Cursor::at_base(headers, self.base + at);
        for i in 0..count {
            let at = headers.offset();
            let header: ClusterHeader = headers.record()?;
            let cluster = self.cluster(&header, at, textures, &mut shell);
            cluster.within(|| format!("cluster[{i}]"))?;
            clusters.push(header);
        }
        Ok(shell)
    }

    fn cluster(
        &mut self,
        header: &ClusterHeader,
        at: u64,
        textures: usize,
        shell: &mut Shell,
    ) -> Result<()> {
        let field = |value: i16, offset: u64| unsigned(value, at + offset, "a number of 0 or more");
        let data = unsigned(header.data, at + 0x10, "an offset of 0 or more")?;
        let vertex_count = field(header.vertex_count, 0x14)?;
        let tri_count = field(header.tri_count, 0x16)?;
        let size = field(header.data_size, 0x1E)?;
        if vertex_count > u8::MAX.into() {
            return Err(FormatError::malformed(
                at + 0x14,
                "less than 256 vertices",
                vertex_count,
            ));
        }
        let mut array = |offset: i16, at: u64, bytes: u64, what| {
            let offset = field(offset, at)?;
            if offset + bytes > size {
                let expected = format!("{what} within the cluster's {size} bytes");
                let found = format!("{bytes} bytes at {offset}");
                let end = self.claims.block().len() as u64;
                let at = self.base + data.min(end);
                return Err(FormatError::malformed(at, expected, found));
            }
            self.claims.take(data + offset, bytes, what)
        };
        let vertices = array(header.vertex_offset, 0x18, 8 * vertex_count, "vertices")?;
        let attributes = array(header.st_offset, 0x1A, 4 * vertex_count, "attributes")?;
        let faces = array(header.tri_offset, 0x1C, 4 * tri_count, "triangles")?;
        slice(
            self.claims.block(),
            self.base,
            data,
            size,
            "a cluster's data",
        )?;
        shell.vertices.extend(all::<SkyVertex>(vertices));
        shell.attributes.extend(attributes.as_chunks().0);
        let vertices = shell.vertices.len() as u64;
        steps::count(vertex_count + tri_count);
        limits::check("sky vertices", vertices, self.limits.vertices.into(), at)?;
        let faces_at = self.base + data + field(header.tri_offset, 0x1C)?;
        for (i, face) in all(faces).enumerate() {
            let at = faces_at + 4 * i as u64;
            check_face(&face, vertex_count as usize, textures, at)
                .within(|| format!("face[{i}]"))?;
            shell.faces.push(face);
        }
        self.limits
            .check_items("sky triangles", shell.faces.len() as u64, at)?;
        shell.clusters.push(Cluster {
            sphere: header.sphere,
            vertex_count: vertex_count as u16,
            face_count: tri_count as u16,
        });
        Ok(())
    }
}
