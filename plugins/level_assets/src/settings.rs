//! `<level>.settings.ron`: what the original's scripts set while a level loads.
//!
//! No data file of the game holds fog, ambient light, lamps or the start point; compiled scripts set them. This text
//! file gives the same values, in the scripts' own units and in game axes (z up). Source: spec/level-settings.md 1-2,
//! spec/lighting.md 3.

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::math::Vec3;
use bevy::reflect::{Reflect, TypePath};
use serde::Deserialize;
use wonderwheel_warriors::axes::rw_from_game;

use crate::error::LevelAssetError;
use crate::load::SourceFile;

/// Settings of a level. Every field may be left out.
#[derive(Asset, Reflect, Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LevelSettings {
    /// Fog and background colour, 0 to 1. Default: (0.05, 0.05, 0.02), a night street.
    pub fog: [f32; 3],
    /// Where fog begins, as a fraction of the far clip, 0 to 1. Default: 0.5.
    pub fog_start: f32,
    /// The camera's own far clip, metres. Default: 115.
    pub far: f32,
    /// World ambient before 0.07 and the brightness are added. Default: black.
    pub ambient: [f32; 3],
    /// The brightness option, 0 to 100, of which 40 adds 40/255. Default: 40.
    pub brightness: u8,
    /// A tint over the whole picture, r, g, b, a, 0 to 1. Default: none.
    pub overlay: Option<[f32; 4]>,
    /// Where the player starts. Default: unknown.
    pub start: Option<StartPoint>,
    /// Bytes of the streaming budget that the level is meant for. Default: the original's.
    pub budget: Option<u64>,
    /// The lamps.
    pub lights: Vec<LightSettings>,
}

/// A start point.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartPoint {
    /// Game axes, metres.
    pub position: [f32; 3],
    /// Degrees about z, counter-clockwise, 0 = game +y.
    #[serde(default)]
    pub heading: f32,
}

/// A lamp: the arguments of the script call `SetLight`, by name. Source: spec/lighting.md 3.
#[derive(Reflect, Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LightSettings {
    /// What kind of light it is.
    pub kind: LightKind,
    /// Game axes, metres.
    pub position: [f32; 3],
    /// The way the light travels; game axes.
    pub direction: [f32; 3],
    /// Colour, 1 = full.
    pub colour: [f32; 3],
    /// Reach in metres; 0 lights nothing and is there for its corona.
    pub radius: f32,
    /// Half angle of a spot light's cone, degrees.
    pub cone: f32,
    /// Height of the corona above the light, metres.
    pub corona_height: f32,
    /// How far the corona is pulled towards the camera, metres.
    pub corona_pull: f32,
    /// Size of the corona, metres.
    pub corona_size: f32,
    /// What it lights: bit 0 objects, bit 1 the world.
    pub lights: u8,
    /// Bit 0 light bugs, bits 1 to 4 the flicker mode.
    pub effects: u32,
    /// Rectangle of the corona sheet, 1 to 6; 0 = no corona.
    pub corona: u8,
    /// 1 = on, 0 = off.
    pub state: u8,
    /// The ten numbers of the script call `SetLightFlicker`. Source: spec/lighting.md 8.
    pub flicker: Option<[u16; 10]>,
}

/// Kinds of light, as the script call numbers them from 0.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum LightKind {
    /// A sphere of its radius.
    #[default]
    Point,
    /// A cone.
    Spot,
    /// Everywhere, from one direction.
    Directional,
    /// Everywhere alike.
    Ambient,
}

impl Default for LevelSettings {
    fn default() -> Self {
        Self {
            fog: [0.05, 0.05, 0.02],
            fog_start: 0.5,
            far: 115.0,
            ambient: [0.0; 3],
            brightness: 40,
            overlay: None,
            start: None,
            budget: None,
            lights: Vec::new(),
        }
    }
}

impl Default for LightSettings {
    /// A white point light that is on, lights the world and reaches nowhere.
    fn default() -> Self {
        Self {
            kind: LightKind::Point,
            position: [0.0; 3],
            direction: [0.0; 3],
            colour: [1.0; 3],
            radius: 0.0,
            cone: 0.0,
            corona_height: 0.0,
            corona_pull: 0.0,
            corona_size: 0.0,
            lights: LightSettings::WORLD,
            effects: 0,
            corona: 0,
            state: 1,
            flicker: None,
        }
    }
}

impl LevelSettings {
    /// Fog colour as the GS takes it. The conversion truncates: 0.05 gives 12. Source: spec/level-settings.md 1.
    pub fn fog_bytes(&self) -> [u8; 3] {
        self.fog.map(|part| (part * 255.0) as u8)
    }

    /// World ambient with the constant 0.07 and the brightness. Source: spec/level-settings.md 1.
    pub fn world_ambient(&self) -> [f32; 3] {
        let brightness = f32::from(self.brightness) / 255.0;
        self.ambient.map(|part| part + WORLD_AMBIENT + brightness)
    }
}

/// What the original adds to every script's ambient colour.
const WORLD_AMBIENT: f32 = 0.07;

impl StartPoint {
    /// The position in RenderWare axes.
    pub fn rw_position(&self) -> Vec3 {
        rw_from_game(self.position).into()
    }
}

impl LightSettings {
    /// Bit of [`LightSettings::lights`]: objects and people.
    pub const OBJECTS: u8 = 1;
    /// Bit of [`LightSettings::lights`]: the streamed world.
    pub const WORLD: u8 = 2;

    /// The position in RenderWare axes.
    pub fn rw_position(&self) -> Vec3 {
        rw_from_game(self.position).into()
    }

    /// The way the light travels, in RenderWare axes, as long as stored.
    pub fn rw_direction(&self) -> Vec3 {
        rw_from_game(self.direction).into()
    }

    /// Whether it is on and lights the streamed world.
    pub fn lights_world(&self) -> bool {
        self.state == 1 && self.lights & Self::WORLD != 0
    }
}

/// Reads and checks a settings text. `file` is named in errors.
///
/// # Errors
/// `Syntax` with line and column when the text is no RON or has an unknown field; `Value` with the field's path for a
/// value out of range.
pub fn read(file: &str, bytes: &[u8]) -> Result<LevelSettings, LevelAssetError> {
    let text = std::str::from_utf8(bytes).map_err(|error| no_text(file, bytes, error))?;
    let settings: LevelSettings =
        ron::de::from_str(text).map_err(|error| syntax_error(file, bytes, &error))?;
    check(&settings).map_err(|wrong| LevelAssetError::Value {
        file: file.to_owned(),
        field: wrong.field,
        expected: wrong.expected,
        found: wrong.found,
    })?;
    Ok(settings)
}

fn no_text(file: &str, bytes: &[u8], error: std::str::Utf8Error) -> LevelAssetError {
    let offset = error.valid_up_to();
    let before = String::from_utf8_lossy(&bytes[..offset]);
    let line = before.split('\n').next_back().unwrap_or_default();
    LevelAssetError::Syntax {
        file: file.to_owned(),
        offset: offset as u64,
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
        reason: format!("expected UTF-8 text, found byte {:#04x}", bytes[offset]),
    }
}

fn syntax_error(file: &str, bytes: &[u8], error: &ron::error::SpannedError) -> LevelAssetError {
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
    LevelAssetError::Syntax {
        file: file.to_owned(),
        offset: (line_start + in_line) as u64,
        line: at.line,
        column: at.col,
        reason: error.code.to_string(),
    }
}

/// A value that cannot be used.
#[derive(Debug, PartialEq)]
struct WrongValue {
    field: String,
    expected: &'static str,
    found: String,
}

/// Beyond this, metres, single precision loses the millimetre.
const FAR_AWAY: f32 = 65_536.0;
/// Lights of a level, at most: the original's pool. Source: spec/lighting.md 1.
const MAX_LIGHTS: usize = 512;

fn check(settings: &LevelSettings) -> Result<(), WrongValue> {
    within("fog", &settings.fog, 0.0, 1.0, "numbers from 0 to 1")?;
    within(
        "fog_start",
        &[settings.fog_start],
        0.0,
        1.0,
        "a number from 0 to 1",
    )?;
    within(
        "far",
        &[settings.far],
        1.0,
        10_000.0,
        "metres from 1 to 10,000",
    )?;
    within(
        "ambient",
        &settings.ambient,
        -1.0,
        4.0,
        "numbers from -1 to 4",
    )?;
    within(
        "brightness",
        &[settings.brightness.into()],
        0.0,
        100.0,
        "a number from 0 to 100",
    )?;
    within(
        "overlay",
        &settings.overlay.unwrap_or_default(),
        0.0,
        1.0,
        "numbers from 0 to 1",
    )?;
    if let Some(start) = &settings.start {
        within(
            "start/position",
            &start.position,
            -FAR_AWAY,
            FAR_AWAY,
            PLACE,
        )?;
        within(
            "start/heading",
            &[start.heading],
            -3600.0,
            3600.0,
            "degrees from -3600 to 3600",
        )?;
    }
    if let Some(budget) = settings.budget
        && !(1 << 16..=1 << 32).contains(&budget)
    {
        return Err(WrongValue {
            field: "budget".into(),
            expected: "bytes from 65,536 to 4,294,967,296",
            found: budget.to_string(),
        });
    }
    if settings.lights.len() > MAX_LIGHTS {
        return Err(WrongValue {
            field: "lights".into(),
            expected: "at most 512 lights",
            found: settings.lights.len().to_string(),
        });
    }
    for (i, light) in settings.lights.iter().enumerate() {
        check_light(light).map_err(|wrong| WrongValue {
            field: format!("lights[{i}]/{}", wrong.field),
            ..wrong
        })?;
    }
    Ok(())
}

const PLACE: &str = "metres from -65,536 to 65,536";

fn check_light(light: &LightSettings) -> Result<(), WrongValue> {
    const METRES: &str = "metres from 0 to 65,536";
    within("position", &light.position, -FAR_AWAY, FAR_AWAY, PLACE)?;
    within(
        "direction",
        &light.direction,
        -FAR_AWAY,
        FAR_AWAY,
        "finite numbers",
    )?;
    within("colour", &light.colour, 0.0, 16.0, "numbers from 0 to 16")?;
    within("radius", &[light.radius], 0.0, FAR_AWAY, METRES)?;
    within("cone", &[light.cone], 0.0, 180.0, "degrees from 0 to 180")?;
    within(
        "corona_height",
        &[light.corona_height],
        -FAR_AWAY,
        FAR_AWAY,
        PLACE,
    )?;
    within(
        "corona_pull",
        &[light.corona_pull],
        -FAR_AWAY,
        FAR_AWAY,
        PLACE,
    )?;
    within("corona_size", &[light.corona_size], 0.0, FAR_AWAY, METRES)?;
    within(
        "lights",
        &[light.lights.into()],
        0.0,
        3.0,
        "0 to 3: objects 1, world 2",
    )?;
    within("corona", &[light.corona.into()], 0.0, 6.0, "0 to 6")?;
    within("state", &[light.state.into()], 0.0, 1.0, "0 or 1")?;
    let needs_direction = matches!(light.kind, LightKind::Spot | LightKind::Directional);
    if needs_direction && light.direction == [0.0; 3] {
        return Err(WrongValue {
            field: "direction".into(),
            expected: "a direction for this kind of light",
            found: "(0, 0, 0)".into(),
        });
    }
    Ok(())
}

/// Refuses values outside a range, and those that are no number at all.
fn within(
    field: &str,
    values: &[f32],
    min: f32,
    max: f32,
    expected: &'static str,
) -> Result<(), WrongValue> {
    match values.iter().find(|value| !(min..=max).contains(*value)) {
        None => Ok(()),
        Some(value) => Err(WrongValue {
            field: field.to_owned(),
            expected,
            found: value.to_string(),
        }),
    }
}

/// Loads `.settings.ron` files.
#[derive(TypePath, Default)]
pub struct LevelSettingsLoader;

impl AssetLoader for LevelSettingsLoader {
    type Asset = LevelSettings;
    type Settings = ();
    type Error = LevelAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LevelSettings, LevelAssetError> {
        let file = SourceFile::read(reader, context).await?;
        read(&file.name, &file.bytes)
    }

    fn extensions(&self) -> &[&str] {
        &["settings.ron"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<LevelSettings, LevelAssetError> {
        read("demo.settings.ron", text.as_bytes())
    }

    fn refused(text: &str) -> String {
        parse(text).unwrap_err().to_string()
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
    fn a_misspelt_field_is_told_with_its_place() {
        let error = refused("(\n    fog_begin: 0.5,\n)");
        assert!(error.starts_with("demo.settings.ron at 0x"), "{error}");
        assert!(
            error.contains("line 2") && error.contains("fog_begin"),
            "{error}"
        );
    }

    #[test]
    fn a_broken_text_is_told_by_the_byte() {
        // "(\n" is 2 bytes; `/*å*/fog:` is 9 characters and, with a letter of two bytes, 10 bytes.
        let error = parse("(\n/*å*/fog:x)").unwrap_err();
        let LevelAssetError::Syntax {
            offset,
            line,
            column,
            ..
        } = error
        else {
            panic!("a syntax error");
        };
        assert_eq!((offset, line, column), (12, 2, 10));
    }

    #[test]
    fn bytes_that_are_no_text_are_told_by_the_byte() {
        // "(\n" is 2 bytes, "  å" 4 bytes and 3 characters.
        let error = read("demo.settings.ron", b"(\n  \xC3\xA5\xFFfog: 1)").unwrap_err();
        assert_eq!(
            error.to_string(),
            "demo.settings.ron at 0x6 (line 2, column 4): expected UTF-8 text, found byte 0xff; \
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
            let error = refused(text);
            assert!(
                error.starts_with(&format!("demo.settings.ron/{field}: ")),
                "{text}: {error}"
            );
        }
    }
}
