//! Animations and characters.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node, hex, numbers, text};
use crate::animation::{Animation, BoneMask, Channel, Event, Key};
use crate::character::{DEFAULT_ANIMATION, SLOTS};

impl Maker {
    /// Chunk 0x02: gives back the bytes of sections A to C and how many events there are.
    pub(super) fn animation_counts(
        &mut self,
        cursor: &mut Cursor<'_>,
        node: &mut Node,
    ) -> Result<[u32; 4]> {
        node.field("class", hex(cursor.u32()?));
        node.field("displacement", numbers(&[cursor.f32()?, cursor.f32()?]));
        node.field("duration", cursor.f32()?);
        let sizes = [
            u32::from(cursor.u16()?),
            u32::from(cursor.u16()?),
            cursor.u32()?,
        ];
        node.field("section sizes", numbers(&sizes));
        node.field("channels", cursor.u16()?);
        let events = u32::from(cursor.u16()?);
        node.field("events", events);
        node.field("keys pointer", hex(cursor.u32()?));
        let bones: Vec<_> = BoneMask(cursor.array()?).bones().collect();
        node.field("bones", numbers(&bones));
        node.field("name", text(&cursor.array::<30>()?));
        node.field("references", cursor.u8()?);
        node.field("flags", hex(cursor.u32()?));
        node.field("unknown", cursor.array::<8>()?.escape_ascii().to_string());
        let [a, b, c] = sizes;
        self.rest(cursor, node)?;
        Ok([a, b, c, events])
    }

    /// Shows in the node of chunk 0x00 what chunk 0x02 says about it.
    pub(super) fn animation_keys(
        &mut self,
        mut counts: Cursor<'_>,
        mut keys: Cursor<'_>,
        node: &mut Node,
    ) -> Result<()> {
        let read = Animation::read_from(&mut counts.clone(), &mut keys.clone());
        // Without their fields, which stand in their own node.
        let [a, b, c, events] = self.animation_counts(&mut counts, &mut Node::default())?;
        let rotations = read.as_ref().ok();
        for (name, size) in [("section A", a), ("section B", b), ("section C", c)] {
            let channels = rotations.filter(|_| name == "section C");
            self.sized_child(
                node,
                &mut keys,
                u64::from(size),
                name,
                |maker, cursor, node| {
                    node.field("keys", cursor.remaining() / Key::BYTES);
                    for (bone, channel) in channels.into_iter().flat_map(Animation::channels) {
                        maker.channel(bone, channel, cursor, node)?;
                    }
                    Ok(())
                },
            )?;
        }
        let size = Event::BYTES as u64 * u64::from(events);
        self.sized_child(node, &mut keys, size, "events", |maker, cursor, node| {
            maker.children(node, cursor, ("event", events), |_, cursor, node| {
                let event: Event = cursor.record()?;
                node.field("frame", event.frame);
                node.field("kind", event.kind);
                node.field("value", event.value);
                node.field("parameter", event.parameter);
                match event.id() {
                    Some(id) => node.field("id", hex(id)),
                    None => node.field("position", numbers(&event.metres().to_array())),
                }
                node.field("rotation", numbers(&event.rotation().to_array()));
                Ok(())
            })
        })?;
        self.rest(&mut keys, node)?;
        read.map(drop)
    }

    fn channel(
        &mut self,
        bone: u8,
        channel: Channel<'_>,
        cursor: &mut Cursor<'_>,
        parent: &mut Node,
    ) -> Result<()> {
        let size = (Key::BYTES * channel.keys.len()) as u64;
        self.sized_child(
            parent,
            cursor,
            size,
            format!("bone[{bone}]"),
            |_, _, node| {
                node.field("keys", channel.keys.len());
                node.field("last frame", channel.last_frame());
                Ok(())
            },
        )
    }

    /// Chunk 0x08.
    pub(super) fn character(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        node.field("class", hex(cursor.u32()?));
        node.field("unknown", hex(cursor.u32()?));
        for id in 0..SLOTS {
            // Most slots play the default set's animation.
            if cursor.clone().u32()? == DEFAULT_ANIMATION {
                cursor.u32()?;
                continue;
            }
            self.child(node, cursor, format!("slot[{id}]"), |_, cursor, node| {
                node.field("animation", cursor.u32()?);
                Ok(())
            })?;
        }
        let run_time = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
        node.field("run-time words", numbers(&run_time.map(hex)));
        self.rest(cursor, node)
    }
}
