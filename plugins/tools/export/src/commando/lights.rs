//! The level's lights, and the colours that they give.

use wonderwheel_commando::gameplay::BlockKind;
use wonderwheel_commando::level::Level;
use wonderwheel_commando::lighting::{
    BlendRule, ClassLights, DirectionalPass, LightBank, NormalTable, Selection,
};
use wonderwheel_commando::texture::picture_alpha;
use wonderwheel_commando::tfrag::TfragBlock;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result as FormatResult, Within};

use crate::colour::{GS_OPAQUE, Prelight, PrelightTable};

/// What colours are made with.
#[derive(Debug)]
pub(super) struct Lights {
    /// Empty when the level has none: nothing is lit by it.
    bank: LightBank,
    has_bank: bool,
    table: Option<NormalTable>,
    colours: PrelightTable,
}

/// A colour that leaves a texture as it is.
pub(super) const WHITE: [u8; 4] = [GS_OPAQUE; 4];

impl Lights {
    /// Those of a level; and what is wrong with them.
    pub fn of(level: &Level<'_>, prelight: &Prelight) -> (Self, Vec<(String, bool)>) {
        let mut notes = Vec::new();
        let bank = match level.gameplay.block(BlockKind::Lights) {
            None => {
                notes.push(("no light bank: ties and shrubs keep their own colours, the terrain those that the game never shows".into(), true));
                None
            }
            Some(block) => read_bank(block)
                .map_err(|error| notes.push((error.to_string(), false)))
                .ok(),
        };
        let table = match NormalTable::find(level.overlay()) {
            Ok(Some((table, _))) => Some(table),
            Ok(None) => {
                notes.push((
                    "the overlay has no table of normals: the terrain keeps the colours that the game never shows".into(),
                    true,
                ));
                None
            }
            Err(error) => {
                notes.push((error.within("overlay").to_string(), false));
                None
            }
        };
        let lights = Self {
            has_bank: bank.is_some(),
            bank: bank.unwrap_or_default(),
            table,
            colours: prelight.table(),
        };
        (lights, notes)
    }

    /// The colours of a block's positions, and whether the level's lights were asked and lit none of them.
    pub fn terrain_colours(&self, block: &TfragBlock) -> (Vec<[u8; 4]>, bool) {
        let Some(table) = self.table.as_ref().filter(|_| self.has_bank) else {
            return (block.colors().to_vec(), false);
        };
        let lit = DirectionalPass::new(table, &self.bank).run_parallel(block.lights());
        let is_dark = lit.lit == 0 && !lit.colors.is_empty();
        (lit.colors, is_dark)
    }

    /// The lights of a tie or shrub, with the columns of its matrix as the level has them.
    pub fn of_class(&self, light: i32, columns: [[f32; 4]; 4], rule: BlendRule) -> ClassLights {
        let [x, y, z, _] = columns.map(|[x, y, z, _]| [x, y, z]);
        // Quirk: the low half of the word selects. Source: spec/commando-lighting.md 7.
        ClassLights::new(&self.bank, Selection::of(light as u16), [x, y, z], rule)
    }

    /// A colour as [`vertex_colour`] gives it.
    pub fn colour(&self, colour: [u8; 4]) -> [u16; 4] {
        vertex_colour(&self.colours, colour)
    }
}

/// A colour of the Graphics Synthesizer, 0x80 for the texture's own and for opaque, as glTF's. More than that is cut.
pub(super) fn vertex_colour(table: &PrelightTable, colour: [u8; 4]) -> [u16; 4] {
    let ([r, g, b, _], [.., alpha]) = (table.convert(colour), colour);
    [r, g, b, u16::from(picture_alpha(alpha)) * 257]
}

fn read_bank(block: &[u8]) -> FormatResult<LightBank> {
    LightBank::read_from(&mut Cursor::new(block)).within(|| "gameplay/lights")
}
