//! The tables of a core index: which there are is declared once.

use std::ops::Range;

use binrw::meta::{ReadEndian, WriteEndian};
use binrw::{BinRead, BinWrite};
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::limits::Limits;

use super::class_entry::{ClassEntry, ShrubClassEntry};
use super::header::CoreHeader;
use super::particles::{EffectTexture, ParticleTexture};
use super::texture_entry::{GsRamEntry, TextureEntry};
use crate::range::ArrayRange;

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
                        let table = read_table(bytes, header.$field, $record::BYTES, limits);
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

            /// Hands on each table's name, place, count and bytes.
            pub(super) fn write(
                &self,
                header: &CoreHeader,
                mut put: impl FnMut(&'static str, ArrayRange, usize, Vec<u8>) -> Result<()>,
            ) -> Result<()> {
                $(put($name, header.$field, self.$field.len(), write_table(&self.$field))?;)*
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
fn read_table<T>(
    whole: &[u8],
    range: ArrayRange,
    record: usize,
    limits: &Limits,
) -> Result<(Vec<T>, Range<usize>)>
where
    T: BinRead + ReadEndian,
    for<'b> T::Args<'b>: Default,
{
    let place = range.within(record, whole.len())?;
    let (start, count) = (place.start as u64, (place.len() / record) as u64);
    limits.check_items("records of a table", count, start)?;
    let bytes = whole.get(place.clone()).unwrap_or_default();
    let mut cursor = Cursor::at_base(bytes, start);
    let mut records = Vec::with_capacity(bytes.len() / record);
    while !cursor.is_empty() {
        records.push(cursor.record()?);
    }
    Ok((records, place))
}

/// The bytes of a table.
fn write_table<T>(records: &[T]) -> Vec<u8>
where
    T: BinWrite + WriteEndian,
    for<'b> T::Args<'b>: Default,
{
    let mut out = Vec::new();
    for record in records {
        push_record(&mut out, record);
    }
    out
}
