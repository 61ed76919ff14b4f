//! Lists of records of one size.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node, hex, numbers, resource, text};
use crate::character::AnimRange;
use crate::chunk::record_list::{Head, Record};
use crate::light_glow::LightGlowRecord;
use crate::lists::{
    AnimRecord, CharacterRecord, DependencyRecord, ObjectRecord, SceneRecord, SheetRecord,
};
use crate::sound::{MusicTrack, SoundMaterial, StaticSound};

/// A record whose fields can be shown.
pub(super) trait Shown: Record {
    /// What one is called.
    const ONE: &'static str;

    fn show(&self, node: &mut Node);
}

impl Maker {
    pub(super) fn list<T: Shown>(
        &mut self,
        cursor: &mut Cursor<'_>,
        node: &mut Node,
    ) -> Result<()> {
        let count = cursor.u32()?;
        node.field(T::NAME, count);
        if T::HEAD == Head::Block {
            let words = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
            node.field("head words", numbers(&words));
        }
        self.children(node, cursor, (T::ONE, count), |_, cursor, node| {
            cursor.record::<T>()?.show(node);
            Ok(())
        })?;
        self.rest(cursor, node)
    }
}

/// What is shown of each kind of record: what one is called, then fields by name.
macro_rules! shown {
    ($($record:ty: $one:literal, $it:ident { $($name:literal: $value:expr,)* })*) => {
        $(impl Shown for $record {
            const ONE: &'static str = $one;

            fn show(&self, node: &mut Node) {
                let $it = self;
                $(node.field($name, $value);)*
            }
        })*
    };
}

shown! {
    AnimRange: "range", it {
        "direction": numbers(&it.direction()), "reach": it.reach, "far": it.far_metres(), "damage": it.damage,
        "hit": it.hit, "flags": format!("{:#06x}", it.flags),
    }
    StaticSound: "sound", it {
        "size": it.size, "offset": it.offset, "name hash": hex(it.name_hash), "pitch variation": it.pitch_variation,
        "volume": it.volume, "rate": it.rate, "class": it.class,
    }
    MusicTrack: "track", it {
        "name": text(&it.name), "name hash": hex(it.name_hash), "volume": it.volume, "rate": it.rate,
        "constants": numbers(&[it.sixty_four, it.thirty_two]), "offset": it.offset, "channels": it.channels,
        "interleave": it.interleave, "blocks": it.blocks, "last block": it.last_block_bytes,
    }
    SoundMaterial: "material", it {
        "name hash": hex(it.name_hash), "interleave": it.interleave, "blocks": it.blocks,
        "last block": it.last_block_bytes,
    }
    LightGlowRecord: "light", it { "bytes": format!("{:02x?}", it.0), }
    SceneRecord: "scene", it { "id": it.id, "size": it.size, "name": text(&it.name), }
    CharacterRecord: "character", it {
        "name hash": hex(it.name_hash),
        "data": resource(it.data), "model": resource(it.model), "dictionary": resource(it.dictionary),
        "data size": it.data_size, "model size": it.model_size, "model second size": it.model_second_size,
        "dictionary size": it.dictionary_size,
    }
    ObjectRecord: "object", it {
        "name hash": hex(it.name_hash), "damaged": resource(it.damaged), "model": resource(it.model),
        "dictionary": resource(it.dictionary), "second dictionary": resource(it.second_dictionary),
        "model size": it.model_size, "model second size": it.model_second_size,
        "dictionary size": it.dictionary_size, "second dictionary size": it.second_dictionary_size,
    }
    SheetRecord: "sheet", it { "name hash": hex(it.name_hash), "size": it.size, }
    AnimRecord: "animation", it { "name hash": hex(it.name_hash), "size": it.size, }
    DependencyRecord: "dependency", it {
        "group": hex(it.group), "resource": hex(it.resource), "state": it.state, "loaded": it.loaded,
    }
}
