//! Other pictures for the textures of a file: whatever its kind, every dictionary in it is visited.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::texture::NativeTexture;

use crate::chunk::around::Around;
use crate::chunk::{Chunk, Resource};
use crate::classify::FileKind;
use crate::pack::Pack;
use crate::part::Part;
use crate::world_stream::WorldStream;

/// Gives every texture of a file to `redraw`, which answers with the texture that takes its place, and writes the file again.
/// Textures for which it answers `None` keep their bytes, and so does everything else. Files of a kind that holds no
/// dictionary come back as they are.
///
/// # Errors
/// `Malformed`, `Unsupported` or `Limit` when the file cannot be read, or what `redraw` fails with.
pub fn retexture(
    kind: FileKind,
    bytes: &[u8],
    redraw: &mut dyn FnMut(&NativeTexture) -> Result<Option<NativeTexture>>,
) -> Result<Vec<u8>> {
    match kind {
        FileKind::WorldPart => {
            let mut part = Part::read(bytes)?;
            dictionary(&mut part.dictionary, redraw)?;
            Ok(part.write())
        }
        FileKind::WorldStream => {
            let mut world = WorldStream::read(bytes)?;
            dictionary(&mut world.dictionary, redraw)?;
            Ok(world.write())
        }
        FileKind::Resource(_) => {
            let mut resource = Resource::read(bytes)?;
            chunks(&mut resource.chunks, redraw)?;
            Ok(resource.write())
        }
        FileKind::Pack => {
            let mut pack = Pack::read(bytes)?;
            for (i, resource) in pack.resources.iter_mut().enumerate() {
                chunks(&mut resource.chunks, redraw).within(|| format!("resource[{i}]"))?;
            }
            Ok(pack.write())
        }
        FileKind::TextureDictionary => {
            let mut textures = TextureDictionary::read(bytes)?;
            dictionary(&mut textures, redraw)?;
            Ok(textures.write())
        }
        _ => Ok(bytes.to_vec()),
    }
}

fn chunks(
    chunks: &mut [Chunk],
    redraw: &mut dyn FnMut(&NativeTexture) -> Result<Option<NativeTexture>>,
) -> Result<()> {
    for (i, chunk) in chunks.iter_mut().enumerate() {
        if !chunk.ty.is_dictionary() {
            continue;
        }
        let payload = Cursor::new(&chunk.bytes);
        let read = Around::read(
            &payload,
            id::TEXTURE_DICTIONARY,
            TextureDictionary::read_from,
        );
        let (mut textures, around) = read.within(|| format!("chunk[{i}]"))?;
        if dictionary(&mut textures, redraw)? {
            *chunk = Chunk::new(chunk.ty, chunk.hash, around.write(&textures.write()));
        }
    }
    Ok(())
}

/// Answers whether any texture was replaced.
fn dictionary(
    dictionary: &mut TextureDictionary,
    redraw: &mut dyn FnMut(&NativeTexture) -> Result<Option<NativeTexture>>,
) -> Result<bool> {
    let mut any = false;
    for texture in &mut dictionary.textures {
        if let Some(redrawn) = redraw(texture)? {
            *texture = redrawn;
            any = true;
        }
    }
    Ok(any)
}

#[cfg(test)]
mod tests {
    use wonderwheel_renderware::texture::{IndexedImage, PaletteSize, Sampling};

    use super::*;
    use crate::chunk::ChunkType;
    use crate::classify::ResourceShape;

    fn texture(name: &str, colour: [u8; 4]) -> NativeTexture {
        let texels = [colour; 32 * 16];
        let image = IndexedImage::quantise(32, 16, &texels, PaletteSize::Colours256, 2);
        NativeTexture::encode(name, &image, Sampling(0x1106), 0xFC0).expect("a right picture")
    }

    fn textures() -> TextureDictionary {
        TextureDictionary::new(vec![
            texture("brick", [90, 40, 30, 128]),
            texture("sand", [200, 180, 90, 128]),
        ])
    }

    const GREEN: [u8; 4] = [0, 255, 0, 64];

    /// Draws "brick" green, 16 x 16.
    fn green_bricks(texture: &NativeTexture) -> Result<Option<NativeTexture>> {
        (texture.name == "brick")
            .then(|| texture.redrawn(16, 16, &[GREEN; 16 * 16]))
            .transpose()
    }

    fn assert_redrawn(dictionary: &TextureDictionary) {
        let [brick, sand] = &dictionary.textures[..] else {
            panic!("two textures")
        };
        let picture = brick.decode().expect("decodes");
        assert_eq!((picture.width, picture.height), (16, 16));
        assert_eq!(picture.levels.len(), 2, "as many levels as before");
        for level in &picture.levels {
            assert!(level.chunks(4).all(|texel| texel == GREEN));
        }
        assert_eq!(brick.sampling, Sampling(0x1106));
        assert_eq!(brick.mip_word(), 0xFC0);
        assert_eq!(*sand, texture("sand", [200, 180, 90, 128]));
    }

    #[test]
    fn a_part_s_texture_is_redrawn_and_its_neighbour_kept() {
        let part = Part::new("demos_ms1.sec", textures(), Vec::new()).write();
        let redrawn = retexture(FileKind::WorldPart, &part, &mut green_bricks).expect("a part");
        assert_redrawn(&Part::read(&redrawn).expect("still a part").dictionary);
    }

    #[test]
    fn dictionaries_in_the_chunks_of_a_pack_are_gone_through() {
        let chunk = Chunk::new(ChunkType::RenderwareTextureDic, 7, textures().write());
        let other = Chunk::new(ChunkType::AnimData, 8, vec![1; 16]);
        let resource = Resource::new(9, [other.clone(), chunk]);
        let kind = FileKind::Resource(ResourceShape::Other);
        let redrawn = retexture(kind, &resource.write(), &mut green_bricks).expect("a resource");
        let redrawn = Resource::read(&redrawn).expect("still a resource");
        assert_eq!(redrawn.chunks[0], other);
        let bytes = &redrawn.chunks[1].bytes;
        let read = TextureDictionary::read_from(&mut Cursor::new(bytes));
        assert_redrawn(&read.expect("a dictionary"));

        let pack = Pack {
            resources: vec![resource],
        };
        let packed = retexture(FileKind::Pack, &pack.write(), &mut green_bricks).expect("a pack");
        assert_eq!(
            Pack::read(&packed).expect("still a pack").resources,
            [redrawn]
        );
    }

    #[test]
    fn without_a_replacement_every_byte_stays() {
        let part = Part::new("demos_ms1.sec", textures(), Vec::new()).write();
        let same = retexture(FileKind::WorldPart, &part, &mut |_| Ok(None));
        assert_eq!(same.expect("a part"), part);
        let text = b"0\r\n";
        let same = retexture(FileKind::ObjectList, text, &mut green_bricks);
        assert_eq!(same.expect("no dictionary"), text);
    }
}
