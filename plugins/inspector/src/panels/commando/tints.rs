//! Colours that say the level of detail: what the shader's tint uses.

use wonderwheel_commando::tfrag::LodMode;
use wonderwheel_commando_view::choose::mode;

use crate::colours::Rgb;

/// Terrain modes: number, colour, words.
pub const TERRAIN: [(u32, Rgb, &str); 7] = [
    (LodMode::Lod0 as u32, [255, 64, 64], "LOD 0"),
    (LodMode::Lod0Morph as u32, [255, 160, 48], "LOD 0, morphs"),
    (
        LodMode::Lod0Collapse as u32,
        [200, 255, 64],
        "LOD 0, collapses",
    ),
    (LodMode::Lod1Morph as u32, [64, 255, 128], "LOD 1, morphs"),
    (mode::LOD_1_AT_REST, [64, 255, 128], "LOD 1"),
    (
        LodMode::Lod1Collapse as u32,
        [64, 190, 255],
        "LOD 1, collapses",
    ),
    (LodMode::Lod2 as u32, [64, 96, 255], "LOD 2"),
];

/// Levels of ties and mobys, meshes and billboards of shrubs: colour and words.
pub const MODELS: [(Rgb, &str); 4] = [
    ([255, 64, 64], "level 0, mesh"),
    ([64, 255, 128], "level 1"),
    ([64, 96, 255], "level 2"),
    ([255, 64, 255], "billboard"),
];

/// Colour and words of a terrain mode.
pub fn of_terrain(mode: u32) -> (Rgb, &'static str) {
    let known = TERRAIN.iter().find(|(number, ..)| *number == mode);
    known.map_or(([255; 3], "?"), |(_, colour, words)| (*colour, words))
}

#[cfg(test)]
mod tests {
    use wonderwheel_commando_view::COMMANDO_SHADER;

    use super::*;

    fn returns([r, g, b]: Rgb) -> String {
        format!("return vec3<f32>({r}.0, {g}.0, {b}.0); }}")
    }

    #[test]
    fn the_legend_has_the_shaders_colours() {
        let shader = COMMANDO_SHADER.own.embedded;
        let names = [
            (LodMode::Lod0 as u32, "LOD_0"),
            (LodMode::Lod0Morph as u32, "LOD_0_MORPH"),
            (LodMode::Lod0Collapse as u32, "LOD_0_COLLAPSE"),
            (LodMode::Lod1Morph as u32, "LOD_1_MORPH"),
            (LodMode::Lod1Collapse as u32, "LOD_1_COLLAPSE"),
            (LodMode::Lod2 as u32, "LOD_2"),
        ];
        for (number, name) in names {
            let line = format!("case {name}: {{ {}", returns(of_terrain(number).0));
            assert!(shader.contains(&line), "{line}");
        }
        let rest = format!("default: {{ {}", returns(of_terrain(mode::LOD_1_AT_REST).0));
        assert!(shader.contains(&rest), "{rest}");
        for (level, (colour, _)) in MODELS.iter().enumerate() {
            let case = match level {
                3 => "default".to_owned(),
                level => format!("case {level}u"),
            };
            let line = format!("{case}: {{ {}", returns(*colour));
            assert!(shader.contains(&line), "{line}");
        }
    }
}
