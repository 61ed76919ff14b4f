//! The tree from cell coordinates to leaves.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::steps;

use crate::places::{Claims, align, fit, put};

/// A node of one of the two upper levels, or of the lowest.
pub(super) struct Node<'a> {
    /// Coordinate of the first slot, cells.
    pub(super) base: i16,
    slots: Slots<'a>,
}

enum Slots<'a> {
    Root(&'a [[u8; 2]]),
    Other(&'a [[u8; 4]]),
}

impl<'a> Node<'a> {
    /// The root, which stands where the mesh begins.
    pub(super) fn root(cursor: &mut Cursor<'a>) -> Result<Self> {
        let (base, count) = (cursor.u16()?.cast_signed(), cursor.u16()?);
        let count = cursor.check_count(count.into(), 2)?;
        let slots = Slots::Root(cursor.take(2 * count)?.as_chunks().0);
        Ok(Self { base, slots })
    }

    /// A z or y node.
    pub(super) fn other(cursor: &mut Cursor<'a>) -> Result<Self> {
        let (base, count) = (cursor.u16()?.cast_signed(), cursor.u16()?);
        let count = cursor.check_count(count.into(), 4)?;
        let slots = Slots::Other(cursor.take(4 * count)?.as_chunks().0);
        Ok(Self { base, slots })
    }

    pub(super) fn count(&self) -> usize {
        match self.slots {
            Slots::Root(slots) => slots.len(),
            Slots::Other(slots) => slots.len(),
        }
    }

    pub(super) fn size(&self) -> u64 {
        match self.slots {
            Slots::Root(slots) => 4 + 2 * slots.len() as u64,
            Slots::Other(slots) => 4 + 4 * slots.len() as u64,
        }
    }

    /// Coordinate and word of the slots that are not empty. The root's words are offsets like the others'.
    pub(super) fn children(&self) -> impl Iterator<Item = (i32, u32)> {
        let word = |i| match self.slots {
            Slots::Root(slots) => slots
                .get(i)
                .map(|slot| u32::from(u16::from_le_bytes(*slot)) * 4),
            Slots::Other(slots) => slots.get(i).map(|slot| u32::from_le_bytes(*slot)),
        };
        let words = (0..self.count()).map(move |i| word(i).unwrap_or(0));
        let words = words.inspect(|_| steps::count(1));
        let used = words.enumerate().filter(|&(_, word)| word != 0);
        used.map(|(i, word)| (i32::from(self.base) + i as i32, word))
    }
}

/// A leaf as an x slot names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeafPlace {
    /// From the mesh.
    pub(super) offset: u32,
    /// With padding.
    pub(super) size: u32,
}

impl LeafPlace {
    pub(super) fn from_word(word: u32) -> Self {
        Self {
            offset: word >> 8,
            size: (word & 0xFF) * 16,
        }
    }
}

/// A cursor over what follows an offset from the mesh; past the end it is empty.
pub(super) fn at<'a>(mesh: &Cursor<'a>, offset: u32) -> Cursor<'a> {
    let rest = mesh.rest();
    let start = (offset as usize).min(rest.len());
    let bytes = rest.get(start..).unwrap_or_default();
    Cursor::at_base(bytes, mesh.offset() + start as u64).limited(*mesh.limits())
}

/// Walks the tree in order of z, y and x, with every node claimed.
pub(super) fn walk<'a>(
    mesh: &Cursor<'a>,
    mesh_offset: u64,
    claims: &mut Claims<'a>,
    mut leaf: impl FnMut(&mut Claims<'a>, [i32; 3], LeafPlace) -> Result<()>,
) -> Result<()> {
    let root = Node::root(&mut mesh.clone()).map_err(|error| error.within("root"))?;
    claims.keep(mesh_offset, root.size(), "the root")?;
    for (z, offset) in root.children() {
        let z_node =
            Node::other(&mut at(mesh, offset)).map_err(|error| error.within(format!("z {z}")))?;
        claims.keep(mesh_offset + u64::from(offset), z_node.size(), "a z node")?;
        for (y, offset) in z_node.children() {
            let y_node = Node::other(&mut at(mesh, offset))
                .map_err(|error| error.within(format!("z {z}, y {y}")))?;
            claims.keep(mesh_offset + u64::from(offset), y_node.size(), "a y node")?;
            for (x, word) in y_node.children() {
                leaf(claims, [x, y, z], LeafPlace::from_word(word))
                    .map_err(|error| error.within(format!("cell {x}, {y}, {z}")))?;
            }
        }
    }
    Ok(())
}

/// Appends the tree over leaves (coordinates and bytes without padding, ascending by z, then y, then x) at a multiple of 16: the root,
/// all z nodes, all y nodes, then room for the leaves at multiples of 16. Gives where each leaf stands, from the root.
pub(super) fn lay_out(leaves: &[([i32; 3], usize)], out: &mut Vec<u8>) -> Result<Vec<usize>> {
    let planes: Vec<_> = leaves.chunk_by(|(a, _), (b, _)| a[2] == b[2]).collect();
    let rows: Vec<Vec<_>> = planes
        .iter()
        .map(|plane| plane.chunk_by(|(a, _), (b, _)| a[1] == b[1]).collect())
        .collect();
    let key = |axis: fn(&[i32; 3]) -> i32| {
        move |group: &&[([i32; 3], usize)]| group.first().map_or(0, |(cell, _)| axis(cell))
    };
    let zs: Vec<_> = planes.iter().map(key(|[_, _, z]| *z)).collect();
    let row_keys: Vec<Vec<_>> = rows
        .iter()
        .map(|rows| rows.iter().map(key(|[_, y, _]| *y)).collect())
        .collect();

    // Where the nodes stand follows from how many slots each has.
    let mut end = (4 + 2 * span(&zs)).next_multiple_of(4);
    let mut next = |slots: usize| {
        let start = end;
        end += 4 + 4 * slots;
        start
    };
    let z_nodes: Vec<_> = row_keys.iter().map(|ys| next(span(ys))).collect();
    let x_span = |row: &&[([i32; 3], usize)]| {
        let xs: Vec<_> = row.iter().map(|(cell, _)| cell[0]).collect();
        span(&xs)
    };
    let y_nodes: Vec<Vec<_>> = rows
        .iter()
        .map(|rows| rows.iter().map(|row| next(x_span(row))).collect())
        .collect();
    let mut places = Vec::with_capacity(leaves.len());
    for (_, size) in leaves {
        end = end.next_multiple_of(16);
        places.push(end);
        end += size;
    }

    let root = out.len();
    out.reserve_exact(end);
    push_head(out, &zs)?;
    let start = out.len();
    out.resize(start + 2 * span(&zs), 0);
    for (z, offset) in zs.iter().zip(&z_nodes) {
        let slot: u16 = fit(offset / 4, "words before a collision node", u16::MAX)?;
        put(out, start + 2 * slot_of(&zs, *z), &slot.to_le_bytes());
    }
    align(out, 4);
    for (ys, offsets) in row_keys.iter().zip(&y_nodes) {
        let words = offsets
            .iter()
            .map(|&offset| fit(offset, "bytes of collision", u32::MAX));
        push_node(out, ys, &words.collect::<Result<Vec<_>>>()?)?;
    }
    let mut own = leaves.iter().zip(&places);
    for row in rows.iter().flatten() {
        let own = own.by_ref().take(row.len());
        let (xs, words): (Vec<_>, Vec<_>) = own
            .map(|((cell, size), &place)| {
                let size: u32 = fit(size.div_ceil(16), "16 bytes of a collision leaf", 0xFF_u32)?;
                let place: u32 = fit(place, "bytes of collision", 0xFF_FFFF_u32)?;
                Ok((cell[0], place << 8 | size))
            })
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .unzip();
        push_node(out, &xs, &words)?;
    }
    out.resize((root + end).max(out.len()), 0);
    Ok(places)
}

fn span(keys: &[i32]) -> usize {
    match (keys.first(), keys.last()) {
        (Some(first), Some(last)) => (last - first) as usize + 1,
        _ => 0,
    }
}

fn slot_of(keys: &[i32], key: i32) -> usize {
    keys.first().map_or(0, |first| (key - first) as usize)
}

fn push_head(out: &mut Vec<u8>, keys: &[i32]) -> Result<()> {
    let first = keys.first().copied().unwrap_or(0);
    let base = i16::try_from(first).map_err(|_| {
        wonderwheel_ps2::error::FormatError::malformed(0, "cells of -32,768 to 32,767", first)
    })?;
    let count: u16 = fit(span(keys), "slots of a collision node", u16::MAX)?;
    out.extend(base.to_le_bytes());
    out.extend(count.to_le_bytes());
    Ok(())
}

fn push_node(out: &mut Vec<u8>, keys: &[i32], words: &[u32]) -> Result<()> {
    push_head(out, keys)?;
    let start = out.len();
    out.resize(start + 4 * span(keys), 0);
    for (&key, word) in keys.iter().zip(words) {
        put(out, start + 4 * slot_of(keys, key), &word.to_le_bytes());
    }
    Ok(())
}
