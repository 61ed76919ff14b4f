//! The block: reading and writing.

use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::{self, Limits};
use wonderwheel_ps2::steps;

use super::header::{ClusterHeader, Header, MAX_SHELLS, SPRITE_BYTES, TextureDef};
use super::layout::{self, ClusterPlace, Layout, TexturePlace};
use super::shell::{Cluster, Shell, SkyFace, SkyVertex, check_face};
use super::texture::{SkyTexture, texels};
use crate::places::{Claims, fit, put, unsigned};

/// The sky of a level.
///
/// A block that was read remembers where its parts stood, as long as that is not where [`Sky::write`] would put them anyway. When
/// parts are given other sizes after that, [`Sky::forget_layout`] makes the next write begin afresh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sky {
    /// r, g, b, a. Not used where shells are drawn.
    pub colour: [u8; 4],
    /// Of no effect in what a disc holds.
    pub clear_screen: i16,
    /// 0 on a disc, counted up while the game runs.
    pub sprite_count: i16,
    /// Room for sprites, 0x20 bytes each.
    pub sprites: Vec<u8>,
    /// Textures that effects use.
    pub fx: Vec<u8>,
    /// Textures.
    pub textures: Vec<SkyTexture>,
    /// Up to eight, in the order they are drawn in.
    pub shells: Vec<Shell>,
    /// Where its parts stood; none in a sky that is made.
    pub layout: SkyLayout,
}

/// Where the parts of a sky that was read stood, and what was between them. The default is nowhere yet: where [`Sky::write`] puts
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkyLayout(Option<Box<Layout>>);

impl Sky {
    /// Reads a block.
    ///
    /// # Errors
    /// `Malformed` when a part lies outside of the block, a count is out of range or a face or effect names what is not there;
    /// `Limit` when there is more than [`Limits`] allows, of parts that share their bytes a quarter of its repeated bytes.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// As [`Sky::read`], with the rest of a cursor as the block.
    ///
    /// # Errors
    /// As there.
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

    /// The block's bytes: as they were read, with changed values; or, for a sky that was built, laid out afresh.
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
        put_record(&mut out, 0, &header);
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
            put_record(
                &mut out,
                layout.texture_defs as usize + i * TextureDef::BYTES,
                &def,
            );
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

    /// Makes the next write lay the block out afresh. Bytes between the parts, which no one has named, are lost.
    pub fn forget_layout(&mut self) {
        self.layout = SkyLayout::default();
    }

    /// Whether [`Sky::write`] puts everything back where it was read, rather than where it would put it itself.
    pub fn has_own_layout(&self) -> bool {
        self.layout.0.is_some()
    }

    fn check(&self) -> Result<()> {
        limits::check(
            "shells of a sky",
            self.shells.len() as u64,
            MAX_SHELLS as u64,
            0,
        )?;
        for (i, texture) in self.textures.iter().enumerate() {
            texture
                .check()
                .map_err(|error| error.within(format!("texture[{i}]")))?;
        }
        for (i, shell) in self.shells.iter().enumerate() {
            let checked = shell.check(self.textures.len());
            checked.map_err(|error| error.within(format!("shell[{i}]")))?;
        }
        if !self.sprites.len().is_multiple_of(SPRITE_BYTES as usize) {
            let found = format!("{} bytes", self.sprites.len());
            return Err(FormatError::malformed(0, "sprite slots of 32 bytes", found));
        }
        match self
            .fx
            .iter()
            .find(|&&fx| usize::from(fx) >= self.textures.len())
        {
            None => Ok(()),
            Some(fx) => {
                let expected = format!("effect textures below {}", self.textures.len());
                Err(FormatError::malformed(0, expected, fx))
            }
        }
    }
}

/// A byte that parts share takes up to so many bytes of memory again: as a value, and laid out afresh.
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
        let mut texture_places = Vec::new();
        if texture_count > 0 {
            let defs = self.offset(header.texture_defs, 0x10)?;
            let data = self.offset(header.texture_data, 0x14)?;
            let size = texture_count * TextureDef::BYTES as u64;
            let bytes = self.claims.keep(defs, size, "texture definitions")?;
            let mut cursor = Cursor::at_base(bytes, self.base + defs);
            for i in 0..texture_count {
                let (texture, place) = self
                    .texture(&mut cursor, data)
                    .map_err(|error| error.within(format!("texture[{i}]")))?;
                textures.push(texture);
                texture_places.push(place);
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
            shells.push(shell.map_err(|error| error.within(format!("shell[{i}]")))?);
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
        let layout = Layout {
            texture_defs: header.texture_defs,
            texture_data: header.texture_data,
            fx_list: header.fx_list,
            sprites: header.sprites,
            shells: header.shells,
            textures: texture_places,
            clusters,
            cluster_counts: sky
                .shells
                .iter()
                .map(|shell| shell.clusters.len())
                .collect(),
            fx_count: sky.fx.len(),
            sprite_bytes: sky.sprites.len(),
            rest: crate::places::Rest::zeros(0),
        };
        Ok((sky, layout))
    }

    fn offset(&self, value: i32, at: u64) -> Result<u64> {
        unsigned(value, self.base + at, "an offset of 0 or more")
    }

    fn texture(
        &mut self,
        cursor: &mut Cursor<'a>,
        data: u64,
    ) -> Result<(SkyTexture, TexturePlace)> {
        let at = cursor.offset();
        let def: TextureDef = cursor.record()?;
        let texels = texels(def.width.into(), def.height.into(), at + 8)?;
        let palette = data + unsigned(def.palette, at, "an offset of 0 or more")?;
        let pixels = data + unsigned(def.pixels, at + 4, "an offset of 0 or more")?;
        let palette = self
            .claims
            .take(palette, SkyTexture::PALETTE_BYTES as u64, "a palette")?;
        let indices = self.claims.take(pixels, texels, "pixels")?;
        let sides = [def.width, def.height].map(i32::cast_unsigned);
        let place = TexturePlace {
            palette: def.palette,
            pixels: def.pixels,
            sides,
        };
        let [width, height] = sides;
        let palette: Box<[u8; SkyTexture::PALETTE_BYTES]> = palette
            .to_vec()
            .into_boxed_slice()
            .try_into()
            .map_err(|_| FormatError::malformed(at, "a palette of 1,024 bytes", "another size"))?;
        steps::count_bytes(SkyTexture::PALETTE_BYTES + indices.len());
        let indices = indices.to_vec();
        Ok((
            SkyTexture {
                width,
                height,
                palette,
                indices,
            },
            place,
        ))
    }

    fn shell(&mut self, at: u64, textures: usize, places: &mut Vec<ClusterPlace>) -> Result<Shell> {
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
            let place = headers
                .record()
                .and_then(|header| self.cluster(&header, at, textures, &mut shell));
            places.push(place.map_err(|error| error.within(format!("cluster[{i}]")))?);
        }
        Ok(shell)
    }

    fn cluster(
        &mut self,
        header: &ClusterHeader,
        at: u64,
        textures: usize,
        shell: &mut Shell,
    ) -> Result<ClusterPlace> {
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
        crate::places::slice(
            self.claims.block(),
            self.base,
            data,
            size,
            "a cluster's data",
        )?;
        shell
            .vertices
            .extend(vertices.as_chunks().0.iter().map(SkyVertex::from_bytes));
        shell.attributes.extend(attributes.as_chunks().0);
        let all = shell.vertices.len() as u64;
        steps::count(vertex_count + tri_count);
        limits::check("sky vertices", all, self.limits.vertices.into(), at)?;
        let faces_at = self.base + data + field(header.tri_offset, 0x1C)?;
        for (i, &[a, b, c, texture]) in faces.as_chunks().0.iter().enumerate() {
            let face = SkyFace {
                corners: [a, b, c],
                texture,
            };
            check_face(
                &face,
                vertex_count as usize,
                textures,
                faces_at + 4 * i as u64,
            )
            .map_err(|error| error.within(format!("face[{i}]")))?;
            shell.faces.push(face);
        }
        self.limits
            .check_items("sky triangles", shell.faces.len() as u64, at)?;
        let counts = [vertex_count as u16, tri_count as u16];
        let [vertex_count, face_count] = counts;
        shell.clusters.push(Cluster {
            sphere: header.sphere,
            vertex_count,
            face_count,
        });
        Ok(ClusterPlace {
            data: header.data,
            offsets: [header.vertex_offset, header.st_offset, header.tri_offset],
            size: header.data_size,
            counts,
        })
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
        put_record(out, at + 0x10 + i * ClusterHeader::BYTES, &header);
        let data = place.data as usize;
        let vertices: Vec<_> = vertices
            .iter()
            .copied()
            .flat_map(SkyVertex::to_bytes)
            .collect();
        put(out, data + vertex_offset as usize, &vertices);
        put(out, data + st_offset as usize, attributes.as_flattened());
        let bytes = |face: &SkyFace| {
            let [a, b, c] = face.corners;
            [a, b, c, face.texture]
        };
        let faces: Vec<_> = faces.iter().flat_map(bytes).collect();
        put(out, data + tri_offset as usize, &faces);
    }
}

impl SkyVertex {
    fn from_bytes(&[x0, x1, y0, y1, z0, z1, a0, a1]: &[u8; 8]) -> Self {
        Self {
            position: [[x0, x1], [y0, y1], [z0, z1]].map(i16::from_le_bytes),
            alpha: i16::from_le_bytes([a0, a1]),
        }
    }

    fn to_bytes(self) -> impl Iterator<Item = u8> + use<> {
        let [x, y, z] = self.position;
        [x, y, z, self.alpha].into_iter().flat_map(i16::to_le_bytes)
    }
}

fn put_record<T>(out: &mut [u8], at: usize, record: &T)
where
    T: binrw::BinWrite + binrw::meta::WriteEndian,
    for<'b> T::Args<'b>: Default,
{
    let mut bytes = Vec::new();
    push_record(&mut bytes, record);
    put(out, at, &bytes);
}
