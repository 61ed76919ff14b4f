//! What is exported, and how.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wonderwheel_commando::level::ClassKind;
use wonderwheel_export::{
    LevelOptions,
    colour::{Alpha, Prelight},
    commando::ClassName,
};

use crate::level_name::LevelName;

/// What is exported, and how.
#[derive(Args, Clone, Debug)]
pub struct ExportOptions {
    /// A level or world, `demo` or `forge:RECIPE`, one of its files, or a level container of Going Commando, `LEVEL<n>.WAD`; for textures also
    /// any file, or a pattern of the data's file names
    #[arg(value_name = "WHAT")]
    pub what: LevelName,
    /// A name that ends in .glb for a level; a folder for textures, which get the overlay's layout (Going Commando's: KIND/NUMBER.png)
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub overwrite: bool,
    /// Only these scenes [default: all]
    #[arg(long, value_enum, value_name = "SCENE")]
    pub scene: Vec<SceneName>,
    /// No scene of the collision mesh
    #[arg(long)]
    pub no_collision: bool,
    /// No scene of the path data
    #[arg(long)]
    pub no_paths: bool,
    /// Only nodes (or textures) whose name fits: `level2s/*`, `objects/*`, `background/sky`; `terrain/low`, `ties/*`, `mobys/500/*`
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,
    /// Level of detail of the textures: 0 is the largest
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=6))]
    pub mip: u32,
    /// Keep the GS's alpha, 128 for opaque
    #[arg(long)]
    pub raw_alpha: bool,
    /// Add so much light to vertex colours, 0 to 1: levels are dark without the game's own lights
    #[arg(long, value_name = "LIGHT", default_value_t = 0.0, value_parser = parse_light)]
    pub ambient: f32,
    /// Going Commando: textures as they are, without the level's lights
    #[arg(long)]
    pub unlit: bool,
    /// Going Commando: this class alone, in all its levels of detail: `tie/1200`, `shrub/7`, `moby/500`
    #[arg(long, value_name = "KIND/NUMBER", value_parser = parse_class)]
    pub class: Option<ClassName>,
}

/// A scene of an exported level.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneName {
    /// Worlds, background, glow, objects; or terrain, ties, shrubs, mobys, and the terrain's coarser levels of detail and the sky
    Level,
    /// The collision mesh, coloured by material or type
    Collision,
    /// Areas and routes
    Paths,
}

fn parse_light(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|light: &f32| (0.0..=1.0).contains(light))
        .ok_or_else(|| "expected a number from 0 to 1".into())
}

/// A class on the command line: `tie/1200`.
fn parse_class(text: &str) -> Result<ClassName, String> {
    let class = text.split_once('/').and_then(|(kind, number)| {
        let kind = match kind {
            "tie" => ClassKind::Tie,
            "shrub" => ClassKind::Shrub,
            "moby" => ClassKind::Moby,
            _ => return None,
        };
        let number = number.parse().ok()?;
        Some(ClassName { kind, number })
    });
    class.ok_or_else(|| "expected tie, shrub or moby, a slash and a number".into())
}

impl ExportOptions {
    /// What is exported of a level of either game.
    pub fn level_options<'a>(&self, select: &'a dyn Fn(&str) -> bool) -> LevelOptions<'a> {
        LevelOptions {
            level: self.wants(SceneName::Level),
            collision: self.wants(SceneName::Collision),
            paths: self.wants(SceneName::Paths),
            mip: self.mip,
            alpha: self.alpha(),
            prelight: Prelight {
                ambient: [self.ambient; 3],
                ..Prelight::default()
            },
            lit: !self.unlit,
            select: (!self.only.is_empty()).then_some(select),
        }
    }

    /// Whether a scene is asked for.
    fn wants(&self, scene: SceneName) -> bool {
        let is_left_out = match scene {
            SceneName::Level => false,
            SceneName::Collision => self.no_collision,
            SceneName::Paths => self.no_paths,
        };
        !is_left_out && (self.scene.is_empty() || self.scene.contains(&scene))
    }

    /// The measure of alpha.
    pub fn alpha(&self) -> Alpha {
        if self.raw_alpha {
            Alpha::Raw
        } else {
            Alpha::Scaled
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_a_kind_and_a_number() {
        let class = parse_class("tie/1200").expect("it is one");
        assert_eq!((class.kind, class.number), (ClassKind::Tie, 1200));
        for text in ["tie", "tie/", "tie/x", "wall/3", "1200", "tie/1/2", ""] {
            assert!(parse_class(text).is_err(), "{text}");
        }
    }
}
