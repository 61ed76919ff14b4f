//! The light pass at load: exact, on the CPU, one colour a terrain position and one a normal of each instance.

use std::sync::Arc;

use rayon::prelude::*;
use wonderwheel_commando::gameplay::{BlockKind, Gameplay};
use wonderwheel_commando::lighting::{
    BlendRule, ClassLights, DirectionalPass, LightBank, LightRecord, NormalTable, RUN_TIME_SETS,
    Selection,
};
use wonderwheel_ps2::cursor::Cursor;

use super::faults::Faults;

/// A texture as it is: what unlit things are multiplied with.
pub const WHITE: [u8; 4] = [0x80; 4];

/// The place of the colours of something that has none: it is white.
pub const NO_COLOURS: u32 = u32::MAX;
/// Most colours of a level, 64 MiB of them. A disc's levels have below two million.
const MOST_COLOURS: usize = 1 << 24;

/// The colours under the lights.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Base {
    /// One for all normals.
    One([u8; 4]),
    /// One a normal; without any, the instance stays white.
    Each(Vec<[u8; 4]>),
    /// None.
    #[default]
    None,
}

/// An instance under the lights.
#[derive(Debug, Clone, PartialEq)]
pub struct LitModel {
    /// Its class's normals.
    pub normals: Arc<[[i16; 3]]>,
    /// What is there without light.
    pub base: Base,
    /// Which sets shine on it.
    pub selection: Selection,
    /// The columns of its matrix.
    pub axes: [[f32; 3]; 3],
    /// How two sets blend.
    pub rule: BlendRule,
}

/// What lights a level: everything that colours are made from, so that they can be made again with another bank.
#[derive(Debug, Clone, Default)]
pub struct Lighting {
    /// One a terrain position.
    pub terrain: Vec<LightRecord>,
    /// Sines by which records name normals; without it terrain stays white.
    pub table: Option<NormalTable>,
    /// The level's own sets.
    pub bank: LightBank,
    models: Vec<LitModel>,
    colours: u32,
}

/// How many things each set shines on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SetUses {
    /// Terrain positions whose record names it.
    pub terrain: [usize; RUN_TIME_SETS],
    /// Instances of ties, shrubs and mobys that name it.
    pub instances: [usize; RUN_TIME_SETS],
}

/// All colours of a level, and how they came about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Colours {
    /// Terrain positions, then each instance's normals with one more: their mean.
    pub bytes: Vec<[u8; 4]>,
    /// Terrain positions that a set of the bank shines on.
    pub lit: usize,
}

impl Lighting {
    /// Finds bank and table. What is missing is a fault: without them a level is white.
    pub fn find(
        overlay: &[u8],
        gameplay: &Gameplay,
        terrain: Vec<LightRecord>,
        faults: &mut Faults,
    ) -> Self {
        let table = faults.or_default("table of normals", NormalTable::find(overlay));
        if table.is_none() && !terrain.is_empty() {
            faults.say("the overlay has no table of normals: terrain is drawn unlit".into());
        }
        Self {
            colours: terrain.len() as u32,
            terrain,
            table: table.map(|(table, _)| table),
            bank: bank(gameplay, faults),
            models: Vec::new(),
        }
    }

    /// Adds an instance; gives the place of its first colour. One too many stays white: its place is [`NO_COLOURS`].
    pub fn add(&mut self, model: LitModel) -> u32 {
        let first = self.colours;
        let next = first as usize + model.normals.len() + 1;
        if next > MOST_COLOURS {
            return NO_COLOURS;
        }
        self.colours = next as u32;
        self.models.push(model);
        first
    }

    /// How many colours there are.
    pub fn len(&self) -> usize {
        self.colours as usize
    }

    /// Whether there is nothing to light.
    pub fn is_empty(&self) -> bool {
        self.colours == 0
    }

    /// How many things name each set; one that blends two names both.
    pub fn set_uses(&self) -> SetUses {
        fn count(uses: &mut [usize; RUN_TIME_SETS], selection: Selection) {
            let (first, second) = match selection {
                Selection::One(set) => (set, None),
                Selection::Blend { first, second, .. } => (first, Some(second)),
            };
            for set in std::iter::once(first).chain(second.filter(|second| *second != first)) {
                if let Some(uses) = uses.get_mut(usize::from(set)) {
                    *uses += 1;
                }
            }
        }
        let mut uses = SetUses::default();
        for record in &self.terrain {
            count(&mut uses.terrain, Selection::of(record.select));
        }
        for model in &self.models {
            count(&mut uses.instances, model.selection);
        }
        uses
    }

    /// All colours under a bank, on all cores.
    pub fn colours(&self, bank: &LightBank) -> Colours {
        let (mut bytes, lit) = match &self.table {
            Some(table) => {
                let lit = DirectionalPass::new(table, bank).run_parallel(&self.terrain);
                (lit.colors, lit.lit)
            }
            None => (vec![WHITE; self.terrain.len()], 0),
        };
        let of_models: Vec<Vec<[u8; 4]>> = self
            .models
            .par_iter()
            .map(|model| model.colours(bank))
            .collect();
        bytes.reserve(self.len().saturating_sub(bytes.len()));
        bytes.extend(of_models.into_iter().flatten());
        Colours { bytes, lit }
    }
}

impl LitModel {
    /// A colour a normal, and their mean; white for those that have no base.
    fn colours(&self, bank: &LightBank) -> Vec<[u8; 4]> {
        let lights = ClassLights::new(bank, self.selection, self.axes, self.rule);
        let base = |i: usize| match &self.base {
            Base::One(colour) => Some(*colour),
            Base::Each(colours) => colours.get(i).copied(),
            Base::None => None,
        };
        let lit = self.normals.iter().enumerate();
        let lit = lit.map(|(i, normal)| base(i).map_or(WHITE, |base| lights.color(*normal, base)));
        let mut colours: Vec<_> = lit.collect();
        let mean = match &self.base {
            Base::One(_) => mean(&colours),
            Base::Each(_) | Base::None => WHITE,
        };
        colours.push(mean);
        colours
    }
}

fn mean(colours: &[[u8; 4]]) -> [u8; 4] {
    let count = colours.len().max(1) as u32;
    std::array::from_fn(|lane| {
        let sum: u32 = colours.iter().map(|colour| u32::from(colour[lane])).sum();
        (sum / count) as u8
    })
}

fn bank(gameplay: &Gameplay, faults: &mut Faults) -> LightBank {
    match gameplay.block(BlockKind::Lights) {
        Some(bytes) => {
            faults.or_default("light bank", LightBank::read_from(&mut Cursor::new(bytes)))
        }
        None => {
            faults.say("the level has no light bank: nothing shines on it".into());
            LightBank::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_has_a_colour_a_normal_and_their_mean() {
        let model = LitModel {
            normals: [[0, 0, 0x7FFF]; 2].into(),
            base: Base::One([10, 20, 30, 0x80]),
            selection: Selection::One(15),
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            rule: BlendRule::BackFactorsAdded,
        };
        // Set 15 is dark: the base stays.
        let colours = model.colours(&LightBank::default());
        assert_eq!(colours, [[10, 20, 30, 0x80]; 3]);
        let bare = LitModel {
            base: Base::Each(Vec::new()),
            ..model
        };
        assert_eq!(bare.colours(&LightBank::default()), [WHITE; 3]);
    }

    #[test]
    fn what_blends_two_sets_counts_for_both_and_once_for_a_set_named_twice() {
        let mut lighting = Lighting {
            // Set 3; sets 1 and 2; set 2 twice.
            terrain: [0x0003, 0x8021, 0x8022]
                .map(|select| LightRecord {
                    select,
                    ..LightRecord::default()
                })
                .to_vec(),
            ..Lighting::default()
        };
        lighting.add(LitModel {
            normals: [[0; 3]; 1].into(),
            base: Base::None,
            selection: Selection::One(15),
            axes: [[0.0; 3]; 3],
            rule: BlendRule::AllLanes,
        });
        let uses = lighting.set_uses();
        assert_eq!(uses.terrain[..4], [0, 1, 2, 1]);
        assert_eq!(uses.terrain[4..], [0; 12]);
        assert_eq!((uses.instances[15], uses.instances.iter().sum()), (1, 1));
    }

    #[test]
    fn places_of_colours_follow_each_other() {
        let mut lighting = Lighting::default();
        let model = LitModel {
            normals: [[0; 3]; 24].into(),
            base: Base::None,
            selection: Selection::One(0),
            axes: [[0.0; 3]; 3],
            rule: BlendRule::AllLanes,
        };
        assert_eq!(lighting.add(model.clone()), 0);
        assert_eq!(lighting.add(model), 25);
        assert_eq!(lighting.len(), 50);
        assert_eq!(lighting.colours(&LightBank::default()).bytes.len(), 50);
    }
}
