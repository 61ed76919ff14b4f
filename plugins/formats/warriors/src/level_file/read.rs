//! Reading: the order of the 18 chunks is proven, then each is read as what it must be.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;

use super::file::{LevelFile, UnreadBytes};
use super::model::LevelModel;
use super::object::{CollisionChunks, LevelObject, ModelChunks};
use super::order::{CHUNK_ORDER, LevelHashes};
use super::raw::{check_path_data, check_subtitles};
use crate::chunk::around::Around;
use crate::chunk::order::ChunkInOrder;
use crate::chunk::stacked::StackedChunk;
use crate::chunk::{ChunkSlice, ResourceSlice, Rules};
use crate::occluder::OccluderTable;

impl LevelFile {
    /// Reads a whole level file: a strict flat container of the 18 chunks of [`CHUNK_ORDER`].
    ///
    /// # Errors
    /// `Malformed`, `Unsupported` or `Limit`, with chunk and section in the path. Nothing of a broken level is kept.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(cursor: Cursor<'_>) -> Result<Self> {
        read(cursor, Rules::Strict)
            .map(|(level, _)| level)
            .within(|| "level file")
    }

    /// Reads a file that its name says is a level: container rules that the game does not look at (sizes that disagree,
    /// zero words, bytes after the last chunk) are noted instead of failing.
    ///
    /// # Errors
    /// As [`Self::read`], for everything else.
    pub fn read_forced(bytes: &[u8]) -> Result<(Self, Vec<FormatError>)> {
        read(Cursor::new(bytes), Rules::Forced).within(|| "level file")
    }

    /// Reads a file that its name says is a level, as the game does, and runs every pass over it: the container's
    /// ([`ResourceSlice::inspect`], [`ResourceSlice::validate`]) and [`Self::validate`]. What was met before an error is in
    /// `findings` too.
    ///
    /// # Errors
    /// As [`Self::read_forced`].
    pub fn inspect(bytes: &[u8], findings: &mut Findings) -> Result<Self> {
        let resource = ResourceSlice::inspect(bytes, findings).within(|| "level file")?;
        resource.validate(findings);
        let (level, _) = Self::read_forced(bytes)?;
        // The rest of what `validate` looks at has been reported chunk by chunk.
        level.validate_links(findings);
        Ok(level)
    }
}

/// The rest of `cursor`.
fn read(cursor: Cursor<'_>, rules: Rules) -> Result<(LevelFile, Vec<FormatError>)> {
    let end = cursor.offset() + cursor.remaining() as u64;
    let (resource, noted) = ResourceSlice::read_with(cursor, rules)?;
    let chunks = resource.in_order(&CHUNK_ORDER, end)?;
    let hashes = LevelHashes {
        resource: resource.name_hash,
        chunks: chunks.map(|chunk| chunk.slice.hash),
    };
    let [
        occluders,
        skyline_textures,
        skyline,
        sky_textures,
        sky,
        cloud_textures,
        clouds,
        glow_textures,
        glow_world,
        path_data,
        checked,
        vertices,
        triangles,
        grid,
        lists,
        mesh,
        header,
        subtitles,
    ] = chunks;
    // In file order, so that the error is that of the first chunk that is wrong.
    let skyline = sections(skyline_textures, skyline)?;
    let sky = sections(sky_textures, sky)?;
    let clouds = sections(cloud_textures, clouds)?;
    let glow_textures = glow_textures.read(ChunkSlice::dictionary)?;
    let glow_world = glow_world.read(ChunkSlice::world)?;
    path_data.read(|chunk| check_path_data(&chunk.payload))?;
    let collision = [checked, vertices, triangles, grid, lists, mesh];
    let collision = mesh.read(|_| CollisionChunks::of(collision.map(|chunk| chunk.slice.raw())))?;
    let object = header.read(|header| {
        let header = LevelObject::header(header.raw())?;
        let clouds = model(clouds).within(|| "clouds")?;
        let sky = model(sky).within(|| "sky")?;
        let skyline = model(skyline).within(|| "skyline")?;
        let occluders = LevelObject::occluders(occluders.slice.raw())?;
        Ok((header.value, clouds, sky, skyline, occluders.value))
    })?;
    subtitles.read(|chunk| check_subtitles(&chunk.payload))?;
    let (header, clouds, sky, skyline, table) = object;
    let (clouds, [cloud_textures_around, clouds_around]) = clouds;
    let (sky, [sky_textures_around, sky_around]) = sky;
    let (skyline, [skyline_textures_around, skyline_around]) = skyline;
    let occluders: Vec<_> = table.occluders().collect();
    let plain: OccluderTable = occluders.iter().copied().collect();
    let level = LevelFile {
        occluders,
        skyline,
        sky,
        clouds,
        glow_dictionary: glow_textures.value,
        glow_world: glow_world.value,
        path_data: path_data.slice.payload.rest().to_vec(),
        collision: collision.chunks,
        header,
        subtitles: subtitles.slice.payload.rest().to_vec(),
        hashes,
        unread: UnreadBytes {
            occluders: (plain != table).then_some(table),
            around: [
                skyline_textures_around,
                skyline_around,
                sky_textures_around,
                sky_around,
                cloud_textures_around,
                clouds_around,
                glow_textures.around,
                glow_world.around,
            ],
        },
    };
    Ok((level, noted))
}

/// The two chunks of a background model, as they stand.
type ModelSections = (StackedChunk<TextureDictionary>, StackedChunk<Clump>);

fn sections(textures: ChunkInOrder<'_, '_>, clump: ChunkInOrder<'_, '_>) -> Result<ModelSections> {
    Ok((
        textures.read(ChunkSlice::dictionary)?,
        clump.read(ChunkSlice::clump)?,
    ))
}

/// A background model, and what stands around its two sections.
fn model((dictionary, clump): ModelSections) -> Result<(LevelModel, [Around; 2])> {
    let ModelChunks { dictionary, clump } = ModelChunks::of(dictionary, clump)?;
    let model = LevelModel {
        dictionary: dictionary.value,
        clump: clump.value,
    };
    Ok((model, [dictionary.around, clump.around]))
}
