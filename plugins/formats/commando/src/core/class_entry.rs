//! Entries of the three class tables.

use wonderwheel_ps2::outline::Node;

use super::texture_entry::BillboardTexture;
use crate::record::record;

record! {
    /// A class of mobys or ties. Source: spec/commando-container.md 7.1.
    #[derive(Copy, Eq)]
    pub struct ClassEntry: usize = 0x20 {
        /// Where its geometry stands in the core data; 0 when it has none.
        pub offset: i32 as hex,
        /// Its number, by which instances name it. Tables are sorted by nothing.
        pub class: i32 as plain,
        /// Unknown; writers put 0.
        pub unknown_8: i32,
        /// Unknown; writers put 0.
        pub unknown_c: i32,
        /// Indices into the texture table of this kind of class, as far as the first 0xFF.
        pub textures: [u8; 16],
    }

    /// A class of shrubs: 16 bytes more, for its billboard.
    #[derive(Copy, Eq, Default)]
    pub struct ShrubClassEntry: usize = 0x30 {
        /// What every class has.
        pub class: ClassEntry,
        /// The picture that stands for it far away.
        pub billboard: BillboardTexture,
    }
}

impl Default for ClassEntry {
    fn default() -> Self {
        Self {
            offset: 0,
            class: 0,
            unknown_8: 0,
            unknown_c: 0,
            textures: [Self::NO_TEXTURE; 16],
        }
    }
}

impl ShrubClassEntry {
    pub(super) fn node(&self) -> Node {
        self.class.node()
    }
}

impl ClassEntry {
    /// An unused slot.
    pub const NO_TEXTURE: u8 = 0xFF;
    /// Slots that may be used; the last one ends the list.
    pub const MAX_TEXTURES: usize = 15;

    /// The entry for people, wherever it stands.
    pub(super) fn node(&self) -> Node {
        let mut node = Node::new(0, 0, "class").with_id(self.class.cast_unsigned());
        self.show(&mut node);
        node.field("textures", format_args!("{:?}", self.texture_slots()));
        node
    }

    /// The used texture slots.
    pub fn texture_slots(&self) -> &[u8] {
        let used = self
            .textures
            .iter()
            .position(|slot| *slot == Self::NO_TEXTURE);
        self.textures
            .get(..used.unwrap_or(self.textures.len()))
            .unwrap_or_default()
    }

    /// Sixteen slots with these in the first of them; what is beyond [`Self::MAX_TEXTURES`] is left out.
    pub fn slots(used: &[u8]) -> [u8; 16] {
        let mut slots = [Self::NO_TEXTURE; 16];
        for (slot, texture) in slots.iter_mut().take(Self::MAX_TEXTURES).zip(used) {
            *slot = *texture;
        }
        slots
    }

    /// Where its geometry stands, if it has any.
    pub fn geometry(&self) -> Option<usize> {
        usize::try_from(self.offset)
            .ok()
            .filter(|offset| *offset > 0)
    }
}
