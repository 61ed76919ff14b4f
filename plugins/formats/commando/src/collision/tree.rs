//! The tree from cell coordinates to leaves.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::cell_tree::{self, Form, Node, Row, Slots, span};
use crate::places::{Claims, fit};

/// Nodes begin at coordinates with a sign.
const FORM: Form = Form {
    base: |first| {
        let base = i16::try_from(first).map(i16::cast_unsigned);
        base.map_err(|_| FormatError::malformed(0, "cells of -32,768 to 32,767", first))
    },
    slots: "slots of a collision node",
};

fn signed(base: u16) -> i32 {
    base.cast_signed().into()
}

/// The root, which stands where the mesh begins. Its slots are words.
pub(super) fn root<'a>(mesh: &Cursor<'a>) -> Result<Node<'a, 2>> {
    Node::read(&mut mesh.clone(), signed)
}

/// Coordinates and offsets of the nodes that the root leads to.
pub(super) fn planes(root: &Node<'_, 2>) -> impl Iterator<Item = (i32, u32)> {
    root.children::<u16>().map(|(z, word)| (z, word * 4))
}

/// A z or y node.
pub(super) fn node<'a>(cursor: &mut Cursor<'a>) -> Result<Node<'a, 4>> {
    Node::read(cursor, signed)
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
    let root = root(mesh).within(|| "root")?;
    claims.keep(mesh_offset, root.size(), "the root")?;
    for (z, offset) in planes(&root) {
        let z_node = node(&mut at(mesh, offset)).within(|| format!("z {z}"))?;
        claims.keep(mesh_offset + u64::from(offset), z_node.size(), "a z node")?;
        for (y, offset) in z_node.children::<u32>() {
            let y_node = node(&mut at(mesh, offset)).within(|| format!("z {z}, y {y}"))?;
            claims.keep(mesh_offset + u64::from(offset), y_node.size(), "a y node")?;
            for (x, word) in y_node.children::<u32>() {
                leaf(claims, [x, y, z], LeafPlace::from_word(word))
                    .within(|| format!("cell {x}, {y}, {z}"))?;
            }
        }
    }
    Ok(())
}

/// Appends the tree over leaves (coordinates and bytes without padding, ascending by z, then y, then x) at a multiple of 16: the root,
/// all z nodes, all y nodes, then room for the leaves at multiples of 16. Gives where each leaf stands, from the root.
pub(super) fn lay_out(leaves: &[([i32; 3], usize)], out: &mut Vec<u8>) -> Result<Vec<usize>> {
    let groups = || leaves.chunk_by(|([_, y, z], _), ([_, b, c], _)| (y, z) == (b, c));
    let rows = groups().filter_map(|row| {
        let (([first, y, z], _), ([last, ..], _)) = (*row.first()?, *row.last()?);
        let count = span(first, last);
        Some(Row { z, y, count })
    });
    let (root, planes, mut end) = cell_tree::plan(&rows.collect::<Vec<_>>(), 0, 4);
    let mut places = Vec::with_capacity(leaves.len());
    for (_, size) in leaves {
        end = end.next_multiple_of(16);
        places.push(end);
        end += size;
    }

    let start = out.len();
    out.reserve_exact(end);
    let slots = root.into_iter().map(|(z, offset)| {
        let words: u16 = fit(offset / 4, "words before a collision node", u16::MAX)?;
        Ok((z, words))
    });
    FORM.push(&slots.collect::<Result<Slots<_>>>()?, out)?;
    for plane in planes {
        let slots = plane.into_iter().map(|(y, offset)| {
            let offset: u32 = fit(offset, "bytes of collision", u32::MAX)?;
            Ok((y, offset))
        });
        FORM.push(&slots.collect::<Result<Slots<_>>>()?, out)?;
    }
    let mut own = places.iter();
    for row in groups() {
        let slots = row
            .iter()
            .zip(own.by_ref())
            .map(|(([x, ..], size), &place)| {
                let size: u32 = fit(size.div_ceil(16), "16 bytes of a collision leaf", 0xFF_u32)?;
                let place: u32 = fit(place, "bytes of collision", 0xFF_FFFF_u32)?;
                Ok((*x, place << 8 | size))
            });
        FORM.push(&slots.collect::<Result<Slots<_>>>()?, out)?;
    }
    out.resize((start + end).max(out.len()), 0);
    Ok(places)
}
