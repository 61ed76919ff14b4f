//! Scripts: Lua 4.0 bytecode.

use std::collections::BTreeSet;

use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::lua::LuaChunk;

use crate::files::GameFile;
use crate::known::Count;
use crate::sheet::Sheet;
use crate::tally::{Fact, Tally};

/// A function that scripts name, the count of those scripts, and that of their levels.
const NAMED: [(&str, Option<Count>, Option<Count>); 6] = [
    (
        "SetFogColor",
        Some(Count::LuaFogColour),
        Some(Count::LuaFogColourLevels),
    ),
    ("SetFogDistance", None, Some(Count::LuaFogDistanceLevels)),
    (
        "SetWorldAmbient",
        Some(Count::LuaAmbient),
        Some(Count::LuaAmbientLevels),
    ),
    ("SetGammaOffset", Some(Count::LuaGamma), None),
    (
        "SetLight",
        Some(Count::LuaLight),
        Some(Count::LuaLightLevels),
    ),
    ("SetLightFlicker", None, Some(Count::LuaFlickerLevels)),
];

/// A script: whether it is whole, and which functions it names.
pub fn script(sheet: &mut Sheet, file: &GameFile, bytes: &[u8]) {
    let read: Option<LuaChunk> = sheet.attempt(|_| -> Result<_> { LuaChunk::read(bytes) });
    let Some(script) = read else {
        return;
    };
    script.validate(&mut sheet.findings);
    let strings: BTreeSet<&[u8]> = script.strings().iter().map(|text| text.bytes).collect();
    names(&mut sheet.tally, level_of(&file.name), |name| {
        strings.contains(name.as_bytes())
    });
}

fn names(tally: &mut Tally, level: Option<u32>, has: impl Fn(&str) -> bool) {
    for (name, scripts, levels) in NAMED {
        if !has(name) {
            continue;
        }
        if let Some(id) = scripts {
            tally.one(id);
        }
        if let (Some(id), Some(level)) = (levels, level) {
            tally.fact(Fact::LevelNames { id, level });
        }
    }
}

/// The number of the level that a script `level<N>….lua` belongs to.
fn level_of(name: &str) -> Option<u32> {
    let rest = name.strip_prefix("level")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest.get(..digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_belong_to_the_level_whose_number_they_begin_with() {
        assert_eq!(level_of("level99.lua"), Some(99));
        assert_eq!(level_of("level7_cops.lua"), Some(7));
        assert_eq!(level_of("global.lua"), None);
        assert_eq!(level_of("level.lua"), None);
    }

    #[test]
    fn a_level_counts_once_whatever_its_scripts_repeat() {
        let mut tally = Tally::default();
        for _ in 0..2 {
            names(&mut tally, Some(7), |name| name == "SetLight");
        }
        names(&mut tally, None, |name| name == "SetLight");
        assert_eq!(tally.count("lua-light"), 3);
        assert_eq!(tally.facts().count(), 1);
    }
}
