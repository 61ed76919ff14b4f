//! Two suns: what lights the ground, ties and shrubs. Light is chosen for each corner of the ground by its record.

use glam::{Vec2, Vec3};
use wonderwheel_commando::level::{Overlay, OverlaySection};
use wonderwheel_commando::lighting::{
    LightBank, LightRecord, LightSet, NormalTable, Selection, color_to_5551,
};

use super::land::{self, Land};
use crate::kit::paint::{Rgb, rgb};
use crate::kit::trig::smoothstep;

/// The colour of the clouds below the island, into which its cliffs dissolve, and of fog.
pub const HAZE: Rgb = rgb(236, 214, 194);

/// The set of what the warm sun shines on.
pub const SUNLIT: u8 = 0;
/// The set of what lies in its shadow.
pub const SHADE: u8 = 1;
/// The set without any light: colours stay as they are.
const NONE: u8 = 2;
/// The set of ties, shrubs and mobys.
pub const THINGS: u8 = 3;

/// Colours of the suns, 1 for 128 steps.
const WARM: [f32; 3] = [0.92, 0.74, 0.46];
const COOL: [f32; 3] = [0.16, 0.26, 0.44];
/// What the ground has without the suns, and what a picture's own colour is.
const AMBIENT: Vec3 = Vec3::new(50.0, 54.0, 66.0);
const WHOLE: f32 = 128.0;
/// How far shadows of the ground are looked for, world units.
const SHADOW_REACH: usize = 40;

/// The way to the warm sun.
pub fn to_warm_sun() -> Vec3 {
    Vec3::new(-0.72, -0.28, 0.60).normalize()
}

/// The way to the cool sun.
pub fn to_cool_sun() -> Vec3 {
    Vec3::new(0.66, 0.66, 0.34).normalize()
}

/// The level's light sets.
pub fn bank() -> LightBank {
    let lane = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
    let set = |warm: f32, cool: f32, back: f32| LightSet {
        color_a: lane(WARM.map(|value| value * warm), back),
        direction_a: lane((-to_warm_sun()).to_array(), 0.0),
        color_b: lane(COOL.map(|value| value * cool), 0.0),
        direction_b: lane((-to_cool_sun()).to_array(), 0.0),
    };
    LightBank::new(vec![
        set(1.0, 1.0, -0.08),
        set(0.12, 1.0, -0.3),
        set(0.0, 0.0, 0.0),
        set(0.86, 1.2, -0.12),
    ])
}

/// The light record of a corner of the ground.
pub fn ground_record(land: &Land, corner: [usize; 2]) -> LightRecord {
    let at = Vec2::new(corner[0] as f32, corner[1] as f32) * land::CELL;
    let haze = land.haze(at);
    let blend = |first, second, part: f32| Selection::Blend {
        first,
        second,
        second_weight: (part * 255.0).round() as u8,
    };
    let selection = match (haze, shadow(land, at)) {
        (haze, _) if haze > 0.0 => blend(SUNLIT, NONE, haze),
        (_, shade) => blend(SUNLIT, SHADE, shade),
    };
    let base = AMBIENT.lerp(Vec3::splat(WHOLE), haze);
    let [r, g, b] = base.to_array().map(|value| value as u8);
    let normal = land.normal(corner).to_array();
    LightRecord::from_normal(
        normal,
        color_to_5551([r, g, b, 0x80]),
        selection_word(selection),
    )
}

/// The record of water.
pub fn water_record() -> LightRecord {
    let base = color_to_5551([88, 96, 104, 0x80]);
    LightRecord::from_normal([0.0, 0.0, 1.0], base, Selection::One(SUNLIT).word())
}

/// A weight of 0 is a set alone, which the word says by itself.
fn selection_word(selection: Selection) -> u16 {
    match selection {
        Selection::Blend {
            first,
            second_weight: 0,
            ..
        } => Selection::One(first).word(),
        other => other.word(),
    }
}

/// How much of the warm sun the ground hides from a place of itself, 0 to 1.
pub fn shadow(land: &Land, at: Vec2) -> f32 {
    let sun = to_warm_sun();
    let start = at.extend(land.height(at) + 0.15);
    let mut hidden = 0.0_f32;
    for step in 1..=SHADOW_REACH {
        let ray = start + sun * step as f32;
        // What is further away has a softer edge.
        let edge = 0.4 + step as f32 * 0.05;
        let above = land.height(ray.truncate()) - ray.z;
        hidden = hidden.max(smoothstep(-edge, edge, above));
    }
    hidden
}

/// An overlay with the table that normals are looked up in, behind a pair of numbers that looks like its beginning.
pub fn overlay() -> Vec<u8> {
    let mut data = vec![0; 0x104];
    data[0x40..0x44].copy_from_slice(&1.0_f32.to_le_bytes());
    data.extend(NormalTable::rounded().to_bytes());
    data.resize(data.len().next_multiple_of(16), 0);
    let section = OverlaySection {
        destination: 0x0010_0000,
        section_type: 1,
        entry_point: 0,
        bytes: &data,
    };
    Overlay {
        sections: vec![section],
        rest: &[],
    }
    .write()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;

    #[test]
    fn the_bank_keeps_every_rule_and_survives_its_file() {
        let mut findings = Findings::new();
        bank().validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(LightBank::read(&bank().write().unwrap()).unwrap(), bank());
    }

    #[test]
    fn the_table_is_found_behind_its_decoy() {
        let (table, at) = NormalTable::find(&overlay()).unwrap().unwrap();
        assert_eq!((table, at), (NormalTable::rounded(), 0x114));
    }

    #[test]
    fn the_plateau_s_side_away_from_the_sun_lies_in_shade() {
        let land = Land::new(1979);
        let away = -to_warm_sun().truncate().normalize();
        assert!(shadow(&land, land::PLATEAU + away * 24.0) > 0.5);
        assert_eq!(shadow(&land, land::PLATEAU), 0.0);
    }
}
