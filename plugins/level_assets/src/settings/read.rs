//! From a settings text to its values.

use std::fmt::Display;
use std::str::Utf8Error;

use ron::error::SpannedError;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::fault::Fault;

use super::values::{LevelSettings, LightKind, LightSettings};

/// Reads and checks a settings text.
///
/// # Errors
/// `Malformed`: at the place in the text when it is no RON or has an unknown field, with line and column; with the
/// field's path when a value is out of range.
pub fn read(bytes: &[u8]) -> Result<LevelSettings> {
    let text = std::str::from_utf8(bytes).map_err(|error| no_text(bytes, error))?;
    let settings = ron::de::from_str(text).map_err(|error| syntax_error(bytes, &error))?;
    check(&settings)?;
    Ok(settings)
}

/// An error of [`read`] as a fault of the file.
pub fn settings_fault(file: &str, error: &FormatError) -> Fault {
    let mut fault = Fault::of_error(file, error);
    if !fault.path.is_empty() {
        // Where in the text a value stands is not known.
        fault.offset = None;
    }
    fault.words.push_str("; correct the file and save it");
    fault
}

fn no_text(bytes: &[u8], error: Utf8Error) -> FormatError {
    let offset = error.valid_up_to();
    let before = String::from_utf8_lossy(&bytes[..offset]);
    let line = before.split('\n').next_back().unwrap_or_default();
    let found = format!(
        "byte {:#04x} in line {}, column {}",
        bytes[offset],
        before.matches('\n').count() + 1,
        line.chars().count() + 1
    );
    FormatError::malformed(offset as u64, "UTF-8 text", found)
}

fn syntax_error(bytes: &[u8], error: &SpannedError) -> FormatError {
    let at = error.span.start;
    let line_start = bytes
        .split_inclusive(|byte| *byte == b'\n')
        .take(at.line.saturating_sub(1))
        .map(<[u8]>::len)
        .sum::<usize>();
    let line = String::from_utf8_lossy(bytes.get(line_start..).unwrap_or_default());
    let in_line = line
        .chars()
        .take(at.col.saturating_sub(1))
        .map(char::len_utf8)
        .sum::<usize>();
    let found = format!("in line {}, column {}: {}", at.line, at.col, error.code);
    FormatError::malformed((line_start + in_line) as u64, "settings of a level", found)
}

/// Beyond this, metres, single precision loses the millimetre.
const FAR_AWAY: f32 = 65_536.0;
/// Lights of a level, at most: the original's pool. Source: spec/lighting.md 1.
const MAX_LIGHTS: usize = 512;

/// The least and the most that a value may be, and both in words.
type Allowed = (f32, f32, &'static str);

const FRACTION: Allowed = (0.0, 1.0, "a number from 0 to 1");
const FRACTIONS: Allowed = (0.0, 1.0, "numbers from 0 to 1");
const FAR: Allowed = (1.0, 10_000.0, "metres from 1 to 10,000");
const BRIGHTNESS: Allowed = (0.0, 100.0, "a number from 0 to 100");
const PLACE: Allowed = (-FAR_AWAY, FAR_AWAY, "metres from -65,536 to 65,536");
const FINITE: Allowed = (-FAR_AWAY, FAR_AWAY, "finite numbers");
const LENGTH: Allowed = (0.0, FAR_AWAY, "metres from 0 to 65,536");
const HEADING: Allowed = (-3600.0, 3600.0, "degrees from -3600 to 3600");
const LIT: Allowed = (0.0, 3.0, "0 to 3: objects 1, world 2");

fn check(settings: &LevelSettings) -> Result<()> {
    within("fog", &settings.fog.unwrap_or_default(), FRACTIONS)?;
    within("fog_start", &[settings.fog_start], FRACTION)?;
    within("far", &[settings.far], FAR)?;
    let ambient = (-1.0, 4.0, "numbers from -1 to 4");
    within("ambient", &settings.ambient, ambient)?;
    within("brightness", &[settings.brightness.into()], BRIGHTNESS)?;
    within("overlay", &settings.overlay.unwrap_or_default(), FRACTIONS)?;
    if let Some(start) = &settings.start {
        within("start/position", &start.position, PLACE)?;
        within("start/heading", &[start.heading], HEADING)?;
    }
    if let Some(budget) = settings.budget
        && !(1 << 16..=1 << 32).contains(&budget)
    {
        let expected = "bytes from 65,536 to 4,294,967,296";
        return Err(wrong("budget", expected, budget));
    }
    if settings.lights.len() > MAX_LIGHTS {
        let count = settings.lights.len();
        return Err(wrong("lights", "at most 512 lights", count));
    }
    for (i, light) in settings.lights.iter().enumerate() {
        check_light(light).within(|| format!("lights[{i}]"))?;
    }
    Ok(())
}

fn check_light(light: &LightSettings) -> Result<()> {
    within("position", &light.position, PLACE)?;
    within("direction", &light.direction, FINITE)?;
    within("colour", &light.colour, (0.0, 16.0, "numbers from 0 to 16"))?;
    within("radius", &[light.radius], LENGTH)?;
    within("cone", &[light.cone], (0.0, 180.0, "degrees from 0 to 180"))?;
    within("corona_height", &[light.corona_height], PLACE)?;
    within("corona_pull", &[light.corona_pull], PLACE)?;
    within("corona_size", &[light.corona_size], LENGTH)?;
    within("lights", &[light.lights.into()], LIT)?;
    within("corona", &[light.corona.into()], (0.0, 6.0, "0 to 6"))?;
    within("state", &[light.state.into()], (0.0, 1.0, "0 or 1"))?;
    let needs_direction = matches!(light.kind, LightKind::Spot | LightKind::Directional);
    if needs_direction && light.direction == [0.0; 3] {
        let expected = "a direction for this kind of light";
        return Err(wrong("direction", expected, "(0, 0, 0)"));
    }
    Ok(())
}

/// Refuses values outside a range, and those that are no number at all.
fn within(field: &'static str, values: &[f32], allowed: Allowed) -> Result<()> {
    let (min, max, expected) = allowed;
    match values.iter().find(|value| !(min..=max).contains(*value)) {
        None => Ok(()),
        Some(value) => Err(wrong(field, expected, value)),
    }
}

fn wrong(field: &'static str, expected: &'static str, found: impl Display) -> FormatError {
    FormatError::malformed(0, expected, found).within(field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec3;

    fn parse(text: &str) -> Result<LevelSettings> {
        read(text.as_bytes())
    }

    fn refused(bytes: &[u8]) -> String {
        let error = read(bytes).unwrap_err();
        settings_fault("demo.settings.ron", &error).to_string()
    }

    #[test]
    fn an_empty_file_of_settings_is_a_night_street() {
        let settings = parse("()").unwrap();
        assert_eq!(settings, LevelSettings::default());
        // Source: spec/level-settings.md 2 and 5.
        assert_eq!(settings.fog_bytes(), [12, 12, 5]);
        for part in settings.world_ambient() {
            assert!((part - 0.226_863).abs() < 1e-6, "{part}");
        }
    }

    #[test]
    fn what_a_file_does_not_name_comes_from_below_it() {
        let below = parse("(fog: (0.0, 0.0, 1.0), start: Some((position: (1, 2, 3))))").unwrap();
        let start = below.start;
        let named = parse("(fog: (1.0, 0.0, 0.0), far: 75.0)").unwrap();
        let settings = named.over(&below);
        assert_eq!((settings.fog_bytes(), settings.far), ([255, 0, 0], 75.0));
        assert_eq!(settings.start, start);
        assert_eq!(parse("()").unwrap().over(&below).fog_bytes(), [0, 0, 255]);
    }

    #[test]
    fn every_field_is_read_in_game_axes() {
        let settings = parse(
            "( // a comment
                fog: (0.1, 0.2, 0.3), fog_start: 0.25, far: 75.0, ambient: (0.5, 0.0, 0.0), brightness: 0,
                overlay: Some((0.03, 0.08, 0.12, 0.16)),
                start: Some((position: (1.0, 2.0, 3.0), heading: 90.0)),
                budget: Some(6000000),
                lights: [(
                    kind: Spot, position: (-286.13, 122.79, 5.49), direction: (0, 0, -1), colour: (1.0, 0.5, 0.25),
                    radius: 8.0, cone: 30.0, corona_height: 0.5, corona_pull: 0.2, corona_size: 1.5,
                    lights: 3, effects: 4, corona: 1, state: 1, flicker: Some((1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
                )],
            )",
        )
        .unwrap();
        assert_eq!(settings.far, 75.0);
        assert_eq!(settings.overlay, Some([0.03, 0.08, 0.12, 0.16]));
        assert_eq!(settings.budget, Some(6_000_000));
        // rw = (x, z, -y).
        assert_eq!(
            settings.start.unwrap().rw_position(),
            Vec3::new(1.0, 3.0, -2.0)
        );
        let light = &settings.lights[0];
        assert_eq!(light.kind, LightKind::Spot);
        assert_eq!(light.rw_position(), Vec3::new(-286.13, 5.49, -122.79));
        assert_eq!(light.rw_direction(), Vec3::new(0.0, -1.0, 0.0));
        assert!(light.lights_world());
    }

    #[test]
    fn a_misspelt_field_is_refused_with_its_place() {
        let error = refused(b"(\n    fog_begin: 0.5,\n)");
        assert!(error.starts_with("demo.settings.ron at 0x"), "{error}");
        assert!(
            error.contains("line 2") && error.contains("fog_begin"),
            "{error}"
        );
    }

    #[test]
    fn a_broken_text_is_refused_by_the_byte() {
        // "(\n" is 2 bytes; `/*å*/fog:` is 9 characters and, with a letter of two bytes, 10 bytes.
        let error = refused("(\n/*å*/fog:x)".as_bytes());
        let place =
            "demo.settings.ron at 0xc: expected settings of a level, found in line 2, column 10: ";
        assert!(error.starts_with(place), "{error}");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_the_byte() {
        // "(\n" is 2 bytes, "  å" 4 bytes and 3 characters.
        assert_eq!(
            refused(b"(\n  \xC3\xA5\xFFfog: 1)"),
            "demo.settings.ron at 0x6: expected UTF-8 text, found byte 0xff in line 2, column 4; \
             correct the file and save it"
        );
    }

    #[test]
    fn values_that_cannot_be_used_are_named() {
        for (text, field) in [
            ("(fog: (0.0, 1.5, 0.0))", "fog"),
            ("(fog_start: NaN)", "fog_start"),
            ("(far: inf)", "far"),
            ("(far: 0.0)", "far"),
            ("(brightness: 101)", "brightness"),
            ("(start: Some((position: (0, 0, NaN))))", "start/position"),
            ("(budget: Some(12))", "budget"),
            ("(lights: [(), (radius: -1)])", "lights[1]/radius"),
            ("(lights: [(lights: 4)])", "lights[0]/lights"),
            ("(lights: [(kind: Directional)])", "lights[0]/direction"),
        ] {
            let error = refused(text.as_bytes());
            assert!(
                error.starts_with(&format!("demo.settings.ron/{field}: ")),
                "{text}: {error}"
            );
        }
    }
}
