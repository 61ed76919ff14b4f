//! What stands where: the records that the shader places meshes by, and what choosing must know of each.

use bytemuck::{Pod, Zeroable};
use wonderwheel_commando::bounds::{Columns, Sphere};
use wonderwheel_commando::gameplay::Gameplay;
use wonderwheel_commando::lighting::{BlendRule, Selection, color_from_5551};
use wonderwheel_commando::occlusion::{Mask, ObjectBits};

use super::faults::Faults;
use super::lighting::{Base, Lighting, LitModel};
use super::models::{MobyModel, ShrubModel, TieModel};

/// `Instance` in `commando.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct InstanceRecord {
    /// Rows of the matrix from class space to the world.
    pub world_from_class: [[f32; 4]; 3],
    /// A shrub's billboard: width, height, its bottom edge above the instance; and 0.
    pub billboard: [f32; 4],
    /// Where its colours begin.
    pub colours: u32,
    /// Place of the billboard's colour among them.
    pub billboard_colour: u32,
    /// Unused.
    pub padding_0: u32,
    /// Unused.
    pub padding_1: u32,
}

/// Something placed, as choosing sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedInstance {
    /// Its class: an index of the list of its kind.
    pub class: usize,
    /// Its record.
    pub record: u32,
    /// World units.
    pub sphere: Sphere,
    /// How far it is drawn, world units.
    pub draw_distance: f32,
    /// Its place among the instances of its kind.
    pub index: usize,
    /// Its bit of the occlusion masks; that of a shrub is always seen.
    pub bit: u32,
}

/// Everything placed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Instances {
    /// Records of all kinds.
    pub records: Vec<InstanceRecord>,
    /// Ties.
    pub ties: Vec<PlacedInstance>,
    /// Shrubs.
    pub shrubs: Vec<PlacedInstance>,
    /// Mobys.
    pub mobys: Vec<PlacedInstance>,
    /// Instances in the file, drawn or not: ties, shrubs, mobys.
    pub counts: [usize; 3],
}

/// The classes that instances name.
pub struct Classes<'a> {
    /// Ties.
    pub ties: &'a [TieModel],
    /// Shrubs.
    pub shrubs: &'a [ShrubModel],
    /// Mobys.
    pub mobys: &'a [MobyModel],
}

impl Instances {
    /// Reads all instances of a level and what lights them. Those without a class that can be drawn are counted in the faults.
    pub fn build(
        gameplay: &Gameplay,
        classes: &Classes<'_>,
        bits: &ObjectBits,
        lighting: &mut Lighting,
        faults: &mut Faults,
    ) -> Self {
        let mut instances = Self::default();
        instances.add_ties(gameplay, classes.ties, &bits.ties, lighting, faults);
        instances.add_shrubs(gameplay, classes.shrubs, lighting, faults);
        instances.add_mobys(gameplay, classes.mobys, &bits.mobys, lighting, faults);
        instances
    }

    fn add_ties(
        &mut self,
        gameplay: &Gameplay,
        classes: &[TieModel],
        bits: &[u32],
        lighting: &mut Lighting,
        faults: &mut Faults,
    ) {
        let list = faults.or_default("tie instances", gameplay.tie_instances());
        let ambients = faults.or_default("ambient colours of ties", gameplay.tie_ambients());
        let mut own: Vec<&[u16]> = vec![&[]; list.len()];
        for (instance, colours) in ambients.iter() {
            if let Some(slot) = usize::try_from(instance)
                .ok()
                .and_then(|at| own.get_mut(at))
            {
                *slot = colours;
            }
        }
        self.counts[0] = list.len();
        let mut homeless = 0;
        for (index, tie) in list.iter().enumerate() {
            let Some(class) = classes.iter().position(|model| model.class == tie.class) else {
                homeless += 1;
                continue;
            };
            let (model, columns) = (&classes[class], tie.world_from_tie());
            let ambient: Vec<_> = own[index]
                .iter()
                .map(|colour| color_from_5551(*colour))
                .collect();
            let colours = lighting.add(LitModel {
                normals: model.normals.clone(),
                base: Base::Each(ambient),
                selection: Selection::of(tie.light as u16),
                axes: axes(&columns),
                rule: BlendRule::AllLanes,
            });
            let sphere =
                Sphere::of_class(model.header.bounding_sphere, model.header.scale, &columns);
            let placed = PlacedInstance {
                class,
                record: self.record(&columns, colours, 0, [0.0; 4]),
                sphere,
                draw_distance: tie.draw_distance as f32,
                index,
                bit: bits.get(index).copied().unwrap_or(Mask::ALWAYS),
            };
            self.ties.push(placed);
        }
        faults.count(homeless, "ties name a class that the level does not have");
    }

    fn add_shrubs(
        &mut self,
        gameplay: &Gameplay,
        classes: &[ShrubModel],
        lighting: &mut Lighting,
        faults: &mut Faults,
    ) {
        let list = faults.or_default("shrub instances", gameplay.shrub_instances());
        self.counts[1] = list.len();
        let mut homeless = 0;
        for (index, shrub) in list.iter().enumerate() {
            let Some(class) = classes.iter().position(|model| model.class == shrub.class) else {
                homeless += 1;
                continue;
            };
            let (model, columns) = (&classes[class], shrub.world_from_shrub());
            if model.skipped {
                continue;
            }
            let colours = lighting.add(LitModel {
                normals: model.normals.clone(),
                base: Base::One(colour(shrub.colour)),
                selection: Selection::of(shrub.light as u16),
                axes: axes(&columns),
                rule: BlendRule::BackFactorsAdded,
            });
            let billboard = model.billboard.as_ref().map(|(billboard, _)| {
                let placed = billboard.placed(model.scale, axes(&columns));
                [placed.width, placed.height, placed.bottom, 0.0]
            });
            // Its colour is the mean of the palette's, which stands behind them.
            let mean = model.normals.len() as u32;
            let placed = PlacedInstance {
                class,
                record: self.record(&columns, colours, mean, billboard.unwrap_or_default()),
                sphere: Sphere::of_class(model.sphere, model.scale, &columns),
                draw_distance: shrub.draw_distance,
                index,
                bit: Mask::ALWAYS,
            };
            self.shrubs.push(placed);
        }
        faults.count(homeless, "shrubs name a class that the level does not have");
    }

    fn add_mobys(
        &mut self,
        gameplay: &Gameplay,
        classes: &[MobyModel],
        bits: &[u32],
        lighting: &mut Lighting,
        faults: &mut Faults,
    ) {
        let list = faults.or_default("moby instances", gameplay.moby_instances());
        self.counts[2] = list.len();
        // Many mobys are nothing to see: triggers, cameras, spawners. One whose class has no mesh is no fault.
        for (index, moby) in list.iter().enumerate() {
            let Some(class) = classes.iter().position(|model| model.class == moby.class) else {
                continue;
            };
            let (model, columns) = (&classes[class], moby.world_from_moby());
            if model.lists.iter().all(|list| list.runs.is_empty()) {
                continue;
            }
            // How the game lights its mobys is not known: they are lit as shrubs are, by their own colour and light.
            let colours = lighting.add(LitModel {
                normals: model.normals.clone(),
                base: Base::One(colour(moby.colour)),
                selection: Selection::of(moby.light as u16),
                axes: axes(&columns),
                rule: BlendRule::BackFactorsAdded,
            });
            let placed = PlacedInstance {
                class,
                record: self.record(&columns, colours, 0, [0.0; 4]),
                // A moby's sphere is in class space.
                sphere: Sphere::of_class(model.header.bounding_sphere, 1.0, &columns),
                draw_distance: moby.draw_distance as f32,
                index,
                bit: bits.get(index).copied().unwrap_or(Mask::ALWAYS),
            };
            self.mobys.push(placed);
        }
    }

    fn record(
        &mut self,
        columns: &Columns,
        colours: u32,
        billboard_colour: u32,
        billboard: [f32; 4],
    ) -> u32 {
        let row = |axis: usize| columns.map(|column| column[axis]);
        self.records.push(InstanceRecord {
            world_from_class: [row(0), row(1), row(2)],
            billboard,
            colours,
            billboard_colour: colours.saturating_add(billboard_colour),
            ..InstanceRecord::default()
        });
        self.records.len() as u32 - 1
    }
}

fn axes([x, y, z, _]: &Columns) -> [[f32; 3]; 3] {
    [x, y, z].map(|column| [column[0], column[1], column[2]])
}

/// Words of 0 to 255 as an opaque colour.
fn colour(words: [i32; 3]) -> [u8; 4] {
    let [r, g, b] = words.map(|word| word.clamp(0, 255) as u8);
    [r, g, b, 0x80]
}
