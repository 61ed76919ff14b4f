//! The tables of a core index: which there are is declared once.

use std::ops::Range;

use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::Node;

use super::class_entry::{ClassEntry, ShrubClassEntry};
use super::header::CoreHeader;
use super::particles::{EffectTexture, ParticleTexture};
use super::texture_entry::{GsRamEntry, TextureEntry};
use crate::range::{ArrayRange, cut};
use crate::record::{Stored, all, bytes_of};

/// The tables that the header counts, in its order: field of the header and of [`CoreTables`], record, name.
macro_rules! core_tables {
    ($($(#[$note:meta])* $field:ident: $record:ident $name:literal,)*) => {
        /// The tables of a core index.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct CoreTables {
            $($(#[$note])* pub $field: Vec<$record>,)*
            /// Numbers of the mobys with resident textures.
            pub resident_mobys: Vec<i16>,
            /// Data offsets of the hero's animations, 0 where there is none; 256, or none at all.
            pub hero_sequences: Vec<i32>,
        }

        impl CoreTables {
            /// Reads the tables where the header has them, and adds which bytes each takes.
            pub(super) fn read(
                bytes: &[u8],
                header: &CoreHeader,
                limits: &Limits,
                taken: &mut Vec<(&'static str, Range<usize>)>,
            ) -> Result<Self> {
                Ok(Self {
                    $($field: {
                        let table = read_table(bytes, header.$field, limits);
                        let (records, place) = table.within(|| $name)?;
                        taken.push(($name, place));
                        records
                    },)*
                    ..Self::default()
                })
            }

            /// Gives each table the place that a function of its count and its record's size says.
            pub(super) fn lay_out(
                &self,
                header: &mut CoreHeader,
                mut place: impl FnMut(usize, usize) -> Result<ArrayRange>,
            ) -> Result<()> {
                $(header.$field = place(self.$field.len(), $record::BYTES)?;)*
                Ok(())
            }

            /// Hands on each table's name, place, bytes of a record, and a node for people of each.
            pub(super) fn show(
                &self,
                header: &CoreHeader,
                mut put: impl FnMut(&'static str, ArrayRange, usize, &mut dyn Iterator<Item = Node>),
            ) {
                $(put($name, header.$field, $record::BYTES, &mut self.$field.iter().map($record::node));)*
            }

            /// Hands on each table's name, place, count and bytes.
            pub(super) fn write(
                &self,
                header: &CoreHeader,
                mut put: impl FnMut(&'static str, ArrayRange, usize, Vec<u8>) -> Result<()>,
            ) -> Result<()> {
                $(put($name, header.$field, self.$field.len(), bytes_of(&self.$field))?;)*
                Ok(())
            }
        }
    };
}

core_tables! {
    /// Classes of mobys.
    moby_classes: ClassEntry "moby classes",
    /// Classes of ties.
    tie_classes: ClassEntry "tie classes",
    /// Classes of shrubs.
    shrub_classes: ShrubClassEntry "shrub classes",
    /// Textures of the terrain.
    tfrag_textures: TextureEntry "tfrag textures",
    /// Textures of mobys.
    moby_textures: TextureEntry "moby textures",
    /// Textures of ties.
    tie_textures: TextureEntry "tie textures",
    /// Textures of shrubs.
    shrub_textures: TextureEntry "shrub textures",
    /// Textures of particles.
    particle_textures: ParticleTexture "particle textures",
    /// Textures of effects.
    effect_textures: EffectTexture "effect textures",
    /// What stands in the GS memory image; the resident entries, as many as
    /// [`CoreHeader::moby_gs_stash_count`], come last.
    gs_ram: GsRamEntry "gs ram table",
}

/// Reads a table, and says which bytes it takes.
fn read_table<T: Stored>(
    whole: &[u8],
    range: ArrayRange,
    limits: &Limits,
) -> Result<(Vec<T>, Range<usize>)> {
    let place = range.within(T::SIZE, whole.len())?;
    let (start, count) = (place.start as u64, (place.len() / T::SIZE) as u64);
    limits.check_items("records of a table", count, start)?;
    let records = all(cut(whole, place.clone())).collect();
    Ok((records, place))
}
