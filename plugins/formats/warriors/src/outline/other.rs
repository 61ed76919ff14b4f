//! Files of which little is known.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_renderware::section::id;

use super::{Maker, Node, hex, numbers, text};

/// How many words are shown of a file of no known kind.
const FIRST_WORDS: usize = 8;

impl Maker {
    pub(crate) fn bank_index(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        for i in 0.. {
            let mut ends = false;
            self.child(node, cursor, format!("sample[{i}]"), |_, cursor, node| {
                let [hash, offset] = [cursor.u32()?, cursor.u32()?];
                ends = (hash, offset) == (0, 0);
                node.field("name hash", hex(hash));
                node.field("offset", offset);
                Ok(())
            })?;
            if ends {
                break;
            }
        }
        if let Some(end) = node.children.last_mut() {
            end.name = "end".into();
        }
        self.rest(cursor, node)
    }

    pub(crate) fn scene(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        Self::own_size(cursor, node, 0)
    }

    pub(crate) fn bitmap(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        node.field("magic", text(cursor.take(2)?));
        Self::own_size(cursor, node, 2)
    }

    /// The word that counts the file's bytes, behind `before` others.
    fn own_size(cursor: &mut Cursor<'_>, node: &mut Node, before: u64) -> Result<()> {
        let whole = before + cursor.remaining() as u64;
        let offset = cursor.offset();
        let stated = cursor.u32()?;
        node.field("size", stated);
        if u64::from(stated) != whole {
            node.fault(FormatError::malformed(offset, whole.to_string(), stated));
        }
        Ok(())
    }

    pub(crate) fn magic(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let magic = cursor.rest();
        let magic = magic.get(..8).unwrap_or(magic);
        node.field("magic", magic.escape_ascii());
        Ok(())
    }

    /// Sections at the begin, or behind one word.
    pub(crate) fn older_renderware(
        &mut self,
        cursor: &mut Cursor<'_>,
        node: &mut Node,
    ) -> Result<()> {
        if cursor.clone().u32()? != id::TEXTURE_DICTIONARY {
            node.field("first word", hex(cursor.u32()?));
        }
        self.sections(cursor, node)
    }

    pub(crate) fn first_words(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let mut words = Vec::with_capacity(FIRST_WORDS);
        while words.len() < FIRST_WORDS
            && let Ok(word) = cursor.u32()
        {
            words.push(hex(word));
        }
        node.field("first words", numbers(&words));
        Ok(())
    }
}
