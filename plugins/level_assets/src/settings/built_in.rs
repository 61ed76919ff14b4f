//! What is known of the game's own levels: fog colours and the players' starts. They hold where nothing else names them.

use super::values::{LevelSettings, StartPoint};

/// The settings that hold for a level below those of its file: what is known of a level of the game, the defaults of any
/// other. Source: spec/level-settings.md 2.
pub fn built_in(level: &str) -> LevelSettings {
    let Some(number) = number_of(level) else {
        return LevelSettings::default();
    };
    let fog = FOG.iter().find(|(of, _)| *of == number);
    let start = STARTS.iter().find(|(of, ..)| *of == number);
    LevelSettings {
        fog: fog.map(|(_, bytes)| bytes.map(fraction)),
        start: start.map(|&(_, position, heading)| StartPoint { position, heading }),
        ..LevelSettings::default()
    }
}

/// The number of one of the game's levels: `level99` is 99.
fn number_of(level: &str) -> Option<u16> {
    let digits = level.strip_prefix("level")?;
    digits
        .parse()
        .ok()
        .filter(|number: &u16| number.to_string() == digits)
}

/// A colour that becomes this byte again where it is cut down to a whole number.
fn fraction(byte: u8) -> f32 {
    (f32::from(byte) + 0.5) / 255.0
}

/// Fog colours by the number of the level, as measured. Source: spec/level-settings.md 1 and 3.
const FOG: [(u16, [u8; 3]); 8] = [
    (2, [12, 12, 5]),
    (3, [5, 5, 5]),
    (5, [10, 6, 14]),
    (34, [5, 5, 5]),
    (80, [17, 12, 15]),
    (87, [3, 4, 8]),
    (95, [12, 12, 5]),
    (99, [12, 12, 5]),
];

/// Where player 1 starts at the first checkpoint, or in the first mode of an arena: the number of the level, game axes in
/// metres, heading in degrees. Source: spec/level-settings.md 4.
const STARTS: [(u16, [f32; 3], f32); 60] = [
    (2, [454.7, 182.5, 5.0], 90.0),
    (3, [-145.0, -154.1, -6.0], 268.0),
    (5, [-103.1, -215.7, 0.1], 5.0),
    (9, [81.3, 376.1, 4.1], 177.0),
    (11, [134.9, -33.4, -199.9], 92.0),
    (14, [-19.1, 21.9, 0.1], 270.0),
    (20, [333.4, -183.7, -213.4], 180.0),
    (31, [76.5, 134.4, 0.0], 174.0),
    (34, [-4.3, -25.1, -6.2], 199.0),
    (51, [99.3, 171.8, 0.1], 88.0),
    (52, [553.9, -212.7, -190.2], 359.0),
    (54, [82.7, -139.6, -214.2], 0.0),
    (55, [396.5, 14.6, 0.3], 0.0),
    (60, [-93.5, 18.8, 0.0], 359.0),
    (61, [-108.2, 22.0, 0.0], 89.0),
    (62, [-116.8, 22.9, 0.0], 89.0),
    (63, [-70.7, 21.7, 0.0], 89.0),
    (64, [-542.3, 23.0, 0.0], 89.0),
    (80, [-181.4, 94.3, 5.7], 0.0),
    (81, [-177.8, 76.9, 1.0], 0.0),
    (82, [351.1, -92.1, 0.3], 228.0),
    (83, [184.8, 35.0, -198.7], 0.0),
    (84, [58.8, -7.1, -198.8], 270.0),
    (86, [-136.7, 37.8, 0.3], 271.0),
    (87, [322.5, 132.3, 0.3], 88.0),
    (92, [-116.2, 101.9, -320.6], 270.0),
    (93, [311.9, 120.3, 0.3], 0.0),
    (95, [-188.6, 95.0, -194.3], 89.0),
    (99, [-284.4, 120.4, 0.3], 0.0),
    (101, [-10.3, -5.5, 0.0], 45.0),
    (102, [-9.1, 8.9, -11.1], 128.0),
    (103, [-66.4, 23.2, 0.3], 95.0),
    (104, [-5.3, 2.1, -8.5], 88.0),
    (105, [1.8, -5.8, -3.3], 88.0),
    (107, [10.4, -24.6, 0.0], 90.0),
    (108, [-63.5, 461.6, 0.1], 174.0),
    (109, [325.4, -105.5, 1.1], 174.0),
    (110, [29.6, -74.6, -201.6], 221.0),
    (111, [-5.7, -47.8, 0.0], 179.0),
    (112, [-140.0, 39.5, 0.3], 89.0),
    (113, [220.5, 55.5, -2.9], 358.0),
    (114, [-3.7, -46.2, 0.2], 50.0),
    (115, [75.4, 97.1, -0.1], 178.0),
    (116, [12.5, -0.9, 0.1], 180.0),
    (118, [-3.7, -1.0, 7.3], 174.0),
    (119, [-42.1, 93.6, 3.2], 219.0),
    (120, [-65.7, 48.8, 0.6], 257.0),
    (121, [5.5, -7.6, -0.2], 241.0),
    (122, [-1.6, 6.3, -1.9], 166.0),
    (123, [-3.0, 4.3, 0.2], 177.0),
    (124, [-3.6, -4.6, -200.0], 89.0),
    (126, [17.8, -28.1, 0.5], 88.0),
    (127, [-219.3, -230.7, -11.8], 0.0),
    (128, [-175.3, 544.5, 16.2], 88.0),
    (129, [19.7, -8.7, 0.3], 197.0),
    (130, [-3.2, -11.8, 14.1], 88.0),
    (131, [-2.4, 0.8, 17.0], 89.0),
    (132, [10.1, 229.1, 8.4], 183.0),
    (133, [-56.9, 6.9, 13.8], 89.0),
    (134, [11.7, 1.2, 0.1], 332.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_the_page_have_its_fog_and_starts() {
        // Source: spec/level-settings.md 1, 3 and 4.
        for (level, fog, position, heading) in [
            ("level99", [12, 12, 5], [-284.4, 120.4, 0.3], 0.0),
            ("level2", [12, 12, 5], [454.7, 182.5, 5.0], 90.0),
            ("level80", [17, 12, 15], [-181.4, 94.3, 5.7], 0.0),
            ("level87", [3, 4, 8], [322.5, 132.3, 0.3], 88.0),
            ("level3", [5, 5, 5], [-145.0, -154.1, -6.0], 268.0),
            ("level34", [5, 5, 5], [-4.3, -25.1, -6.2], 199.0),
            ("level5", [10, 6, 14], [-103.1, -215.7, 0.1], 5.0),
            ("level95", [12, 12, 5], [-188.6, 95.0, -194.3], 89.0),
            ("level103", [12, 12, 5], [-66.4, 23.2, 0.3], 95.0),
        ] {
            let settings = built_in(level);
            assert_eq!(settings.fog_bytes(), fog, "{level}");
            assert_eq!(
                settings.start,
                Some(StartPoint { position, heading }),
                "{level}"
            );
        }
    }

    #[test]
    fn levels_without_a_known_start_and_other_names_have_the_defaults() {
        for level in [
            "level1", "level100", "level70", "level099", "demo", "objarena",
        ] {
            assert_eq!(built_in(level), LevelSettings::default(), "{level}");
        }
    }
}
