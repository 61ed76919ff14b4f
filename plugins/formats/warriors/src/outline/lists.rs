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
        for i in 0..count {
            self.child(
                node,
                cursor,
                format!("{}[{i}]", T::ONE),
                |_, cursor, node| {
                    let record: T = cursor.record()?;
                    record.show(node);
                    Ok(())
                },
            )?;
        }
        self.rest(cursor, node)
    }
}

impl Shown for AnimRange {
    const ONE: &'static str = "range";

    fn show(&self, node: &mut Node) {
        node.field("direction", numbers(&self.direction()));
        node.field("reach", self.reach);
        node.field("far", self.far_metres());
        node.field("damage", self.damage);
        node.field("hit", self.hit);
        node.field("flags", format!("{:#06x}", self.flags));
    }
}

impl Shown for StaticSound {
    const ONE: &'static str = "sound";

    fn show(&self, node: &mut Node) {
        node.field("size", self.size);
        node.field("offset", self.offset);
        node.field("name hash", hex(self.name_hash));
        node.field("pitch variation", self.pitch_variation);
        node.field("volume", self.volume);
        node.field("rate", self.rate);
        node.field("class", self.class);
    }
}

impl Shown for MusicTrack {
    const ONE: &'static str = "track";

    fn show(&self, node: &mut Node) {
        node.field("name", text(&self.name));
        node.field("name hash", hex(self.name_hash));
        node.field("volume", self.volume);
        node.field("rate", self.rate);
        node.field("constants", numbers(&[self.sixty_four, self.thirty_two]));
        node.field("offset", self.offset);
        node.field("channels", self.channels);
        node.field("interleave", self.interleave);
        node.field("blocks", self.blocks);
        node.field("last block", self.last_block_bytes);
    }
}

impl Shown for SoundMaterial {
    const ONE: &'static str = "material";

    fn show(&self, node: &mut Node) {
        node.field("name hash", hex(self.name_hash));
        node.field("interleave", self.interleave);
        node.field("blocks", self.blocks);
        node.field("last block", self.last_block_bytes);
    }
}

impl Shown for LightGlowRecord {
    const ONE: &'static str = "light";

    fn show(&self, node: &mut Node) {
        node.field("bytes", format!("{:02x?}", self.0));
    }
}

impl Shown for SceneRecord {
    const ONE: &'static str = "scene";

    fn show(&self, node: &mut Node) {
        node.field("id", self.id);
        node.field("size", self.size);
        node.field("name", text(&self.name));
    }
}

impl Shown for CharacterRecord {
    const ONE: &'static str = "character";

    fn show(&self, node: &mut Node) {
        node.field("name hash", hex(self.name_hash));
        node.field("data", resource(self.data));
        node.field("model", resource(self.model));
        node.field("dictionary", resource(self.dictionary));
        node.field("data size", self.data_size);
        node.field("model size", self.model_size);
        node.field("model second size", self.model_second_size);
        node.field("dictionary size", self.dictionary_size);
    }
}

impl Shown for ObjectRecord {
    const ONE: &'static str = "object";

    fn show(&self, node: &mut Node) {
        node.field("name hash", hex(self.name_hash));
        node.field("damaged", resource(self.damaged));
        node.field("model", resource(self.model));
        node.field("dictionary", resource(self.dictionary));
        node.field("second dictionary", resource(self.second_dictionary));
        node.field("model size", self.model_size);
        node.field("model second size", self.model_second_size);
        node.field("dictionary size", self.dictionary_size);
        node.field("second dictionary size", self.second_dictionary_size);
    }
}

impl Shown for SheetRecord {
    const ONE: &'static str = "sheet";

    fn show(&self, node: &mut Node) {
        node.field("name hash", hex(self.name_hash));
        node.field("size", self.size);
    }
}

impl Shown for AnimRecord {
    const ONE: &'static str = "animation";

    fn show(&self, node: &mut Node) {
        node.field("name hash", hex(self.name_hash));
        node.field("size", self.size);
    }
}

impl Shown for DependencyRecord {
    const ONE: &'static str = "dependency";

    fn show(&self, node: &mut Node) {
        node.field("group", hex(self.group));
        node.field("resource", hex(self.resource));
        node.field("state", self.state);
        node.field("loaded", self.loaded);
    }
}
