//! Texture function and fog: the two steps between a texel and the tests.

use crate::array::zip_with;

/// MODULATE of one channel: `min(255, (texel * vertex) >> 7)`. Source: spec/gs-pipeline.md 3.2.
pub fn modulate_channel(texel: u8, vertex: u8) -> u8 {
    ((u16::from(texel) * u16::from(vertex)) >> 7).min(255) as u8
}

/// MODULATE with TCC 1: all four channels. Source: spec/gs-pipeline.md 3.2.
pub fn modulate(texel: [u8; 4], vertex: [u8; 4]) -> [u8; 4] {
    zip_with(texel, vertex, modulate_channel)
}

/// Blends RGB towards the fog colour: `(F * C + (255 - F) * FC) >> 8`. F = 255 is no fog; alpha is left alone.
///
/// The hardware's last bit is not settled; every description agrees with this one within 1, and the shader uses this
/// one too. Source: spec/gs-pipeline.md 3.3.
pub fn fog(colour: [u8; 4], value: u8, fog_colour: [u8; 3]) -> [u8; 4] {
    let near = u16::from(value);
    let far = 255 - near;
    let channel =
        |colour: u8, fog: u8| ((near * u16::from(colour) + far * u16::from(fog)) >> 8) as u8;
    let [r, g, b, alpha] = colour;
    let [r, g, b] = zip_with([r, g, b], fog_colour, channel);
    [r, g, b, alpha]
}

/// Whether some pixel of a textured mesh can fail `Av >= 64`, so that the second (FAIL) draw of the emulated FB_ONLY is
/// needed. Takes the lowest alpha of all levels in use and the lowest vertex alpha, fade included.
///
/// Source: spec/gs-pipeline.md 11.
pub fn needs_fail_draw(min_texel_alpha: u8, min_vertex_alpha: u8) -> bool {
    modulate_channel(min_texel_alpha, min_vertex_alpha) < 64
}

/// As of a level's full-screen tint from the alpha byte of its overlay: `trunc(alpha * 128 / 255)`; 0 draws nothing.
///
/// Source: spec/gs-pipeline.md 9.
pub fn overlay_alpha(alpha: u8) -> u8 {
    crate::clut::gs_alpha(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modulate_takes_128_as_one_and_saturates() {
        assert_eq!(modulate_channel(200, 128), 200);
        assert_eq!(modulate_channel(255, 64), 127);
        assert_eq!(modulate_channel(255, 255), 255);
        assert_eq!(modulate([1, 2, 3, 128], [128, 128, 128, 128])[3], 128);
        assert_eq!(modulate([1, 2, 3, 100], [128, 128, 128, 64])[3], 50);
    }

    #[test]
    fn fog_255_keeps_all_but_the_last_bit_and_0_is_the_fog_colour() {
        for (value, expected) in [(255, 199), (128, 105), (0, 11)] {
            assert_eq!(
                fog([200, 200, 200, 77], value, [12; 3]),
                [expected, expected, expected, 77]
            );
        }
    }

    #[test]
    fn opaque_meshes_need_no_fail_draw_and_fading_ones_do() {
        assert!(!needs_fail_draw(128, 128));
        assert!(!needs_fail_draw(128, 64));
        assert!(needs_fail_draw(128, 63));
        assert!(needs_fail_draw(0x20, 128));
    }

    #[test]
    fn the_tint_s_alpha_is_the_measured_one() {
        // level99: overlay alpha 0.165 -> byte 42 -> As 21; level95: byte 62 -> As 31.
        assert_eq!(
            (overlay_alpha(42), overlay_alpha(62), overlay_alpha(0)),
            (21, 31, 0)
        );
        assert_eq!(overlay_alpha(255), 128);
    }
}
