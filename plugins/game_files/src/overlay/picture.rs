//! A PNG file as a texture takes it.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use png::{ColorType, Decoder, Limits, Transformations};
use wonderwheel_ps2::system::system_words;

/// Largest side of a texture. Source: spec/renderware.md 4.
const MAX_SIDE: u32 = 1024;
/// The largest PNG file that is read: four times the texels of the largest picture.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// A picture, RGBA rows from the top, alpha in the GS's scale: 0..=128.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    pub width: u32,
    pub height: u32,
    pub texels: Vec<[u8; 4]>,
}

/// Reads a PNG of any colour type. The answer to a fault says what to do.
pub(super) fn read(path: &Path) -> Result<Picture, String> {
    let file = File::open(path).map_err(|error| system_words(&error))?;
    decode(file.take(MAX_FILE_BYTES))
}

fn decode(mut file: impl Read) -> Result<Picture, String> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| system_words(&error))?;
    let other = match &bytes[..] {
        [] => Some("it is empty"),
        [0xff, 0xd8, 0xff, ..] => Some("it is a JPEG; save it as a PNG"),
        [b'G', b'I', b'F', b'8', ..] => Some("it is a GIF; save it as a PNG"),
        [b'D', b'D', b'S', b' ', ..] => Some("it is a DDS; save it as a PNG"),
        [b'B', b'M', ..] => Some("it is a BMP; save it as a PNG"),
        [b'R', b'I', b'F', b'F', ..] => Some("it is a WebP; save it as a PNG"),
        _ => None,
    };
    if let Some(words) = other {
        return Err(words.into());
    }
    let limits = Limits { bytes: 64 << 20 };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (width, height) = (reader.info().width, reader.info().height);
    for side in [width, height] {
        if !side.is_power_of_two() || side > MAX_SIDE {
            return Err(format!(
                "it is {width} x {height}; make both sides a power of two, at most {MAX_SIDE}"
            ));
        }
    }
    let size = reader.output_buffer_size().ok_or("it is too large")?;
    let mut rows = vec![0; size];
    let frame = reader.next_frame(&mut rows);
    let frame = frame.map_err(|error| error.to_string())?;
    let channels = match frame.color_type {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        ColorType::Indexed => return Err("its palette was not expanded".into()),
    };
    let rows = rows.get(..frame.buffer_size()).unwrap_or_default();
    Ok(Picture {
        width,
        height,
        texels: rows.chunks_exact(channels).map(texel).collect(),
    })
}

fn texel(channels: &[u8]) -> [u8; 4] {
    let (colour, alpha) = match *channels {
        [grey] => ([grey; 3], 255),
        [grey, alpha] => ([grey; 3], alpha),
        [r, g, b] => ([r, g, b], 255),
        [r, g, b, alpha] => ([r, g, b], alpha),
        _ => ([0; 3], 0),
    };
    let [r, g, b] = colour;
    [r, g, b, gs_alpha(alpha)]
}

/// 255 is opaque in a PNG, 128 on the GS.
fn gs_alpha(alpha: u8) -> u8 {
    ((u32::from(alpha) * 128 + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, colour: ColorType, data: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(colour);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(data).expect("the rows");
        writer.finish().expect("the end");
        out
    }

    #[test]
    fn opaque_is_128_on_the_gs() {
        let bytes = png(2, 1, ColorType::Rgba, &[1, 2, 3, 255, 4, 5, 6, 0]);
        let picture = decode(&bytes[..]).expect("a picture");
        assert_eq!(picture.texels, [[1, 2, 3, 128], [4, 5, 6, 0]]);
        let bytes = png(1, 2, ColorType::Grayscale, &[7, 8]);
        let picture = decode(&bytes[..]).expect("a picture");
        assert_eq!(picture.texels, [[7, 7, 7, 128], [8, 8, 8, 128]]);
    }

    #[test]
    fn every_alpha_survives_the_way_to_a_png_and_back() {
        for gs in 0..=128_u32 {
            let exported = ((gs * 255 + 64) / 128) as u8;
            assert_eq!(u32::from(gs_alpha(exported)), gs);
        }
    }

    #[test]
    fn what_is_no_png_is_called_by_its_name() {
        for (bytes, words) in [
            (&b""[..], "it is empty"),
            (b"\xff\xd8\xff\xe0 and so on", "it is a JPEG"),
            (b"GIF89a", "it is a GIF"),
            (b"DDS |", "it is a DDS"),
        ] {
            let fault = decode(bytes).expect_err("no PNG");
            assert!(fault.starts_with(words), "{fault}");
        }
    }

    #[test]
    fn sides_that_no_texture_has_are_refused_with_their_sizes() {
        let bytes = png(3, 1, ColorType::Grayscale, &[0; 3]);
        let fault = decode(&bytes[..]).expect_err("3 is no power of two");
        assert!(fault.starts_with("it is 3 x 1; "), "{fault}");
    }

    #[test]
    fn a_png_cut_anywhere_is_a_fault() {
        let bytes = png(2, 2, ColorType::Rgb, &[9; 12]);
        for end in 0..bytes.len() - 12 {
            assert!(decode(&bytes[..end]).is_err(), "cut at {end}");
        }
    }
}
