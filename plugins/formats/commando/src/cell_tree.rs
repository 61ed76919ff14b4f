//! The tree over cells that collision and occlusion have: a root whose slots lead to a node for each z, whose slots lead to one for
//! each y, whose slots hold what is known of each x.
//!
//! A node is a first coordinate, a count, and as many slots of one size. A slot of 0 leads nowhere.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::steps;

use crate::places::{align, fit};
use crate::record::{Stored, bytes_of};

/// A node with slots of so many bytes.
pub(crate) struct Node<'a, const WIDTH: usize> {
    /// Coordinate of the first slot, cells.
    pub(crate) base: i32,
    slots: &'a [[u8; WIDTH]],
}

impl<'a, const WIDTH: usize> Node<'a, WIDTH> {
    /// The node that a cursor stands at. `base` says whether its coordinate has a sign.
    pub(crate) fn read(cursor: &mut Cursor<'a>, base: fn(u16) -> i32) -> Result<Self> {
        let (first, count) = (cursor.u16()?, cursor.u16()?);
        let count = cursor.check_count(count.into(), WIDTH as u64)?;
        Ok(Self {
            base: base(first),
            slots: cursor.take(WIDTH * count)?.as_chunks().0,
        })
    }

    pub(crate) fn count(&self) -> u16 {
        self.slots.len() as u16
    }

    pub(crate) fn size(&self) -> u64 {
        4 + (WIDTH * self.slots.len()) as u64
    }

    /// What each slot holds.
    pub(crate) fn slots<T: Stored>(&self) -> impl Iterator<Item = T> {
        let slots = self.slots.iter().inspect(|_| steps::count(1));
        slots.map(|slot| T::of(slot))
    }

    /// Coordinate and word of the slots that are not 0.
    pub(crate) fn children<T: Stored + Into<u32>>(&self) -> impl Iterator<Item = (i32, u32)> {
        let words = self.slots::<T>().map(T::into).enumerate();
        let used = words.filter(|&(_, word)| word != 0);
        used.map(|(i, word)| (self.base + i as i32, word))
    }
}

/// The node over x of one z and y.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) z: i32,
    pub(crate) y: i32,
    /// Slots of its node.
    pub(crate) count: usize,
}

/// The slots of a node that are used: each one's coordinate, in rising order, and what it holds.
pub(crate) type Slots<T> = Vec<(i32, T)>;

/// Where nodes stand when they follow each other level by level from `start` on, each at a multiple of 4: the slots of the root and of
/// the node of each z, with the offsets that they lead to; and the end. The root's slots are of 2 bytes, the others' of `width`. Rows
/// ascend by z, then y.
pub(crate) fn plan(
    rows: &[Row],
    start: usize,
    width: usize,
) -> (Slots<usize>, Vec<Slots<usize>>, usize) {
    let mut end = start;
    let mut next = |slots: usize, width: usize| {
        let start = end;
        end = (start + 4 + width * slots).next_multiple_of(4);
        start
    };
    let planes = || rows.chunk_by(|a, b| a.z == b.z);
    let ends = |first: Option<&Row>, last: Option<&Row>, axis: fn(&Row) -> i32| match (first, last)
    {
        (Some(first), Some(last)) => span(axis(first), axis(last)),
        _ => 0,
    };
    next(ends(rows.first(), rows.last(), |row| row.z), 2);
    let mut root = Slots::new();
    for plane in planes() {
        let slots = ends(plane.first(), plane.last(), |row| row.y);
        root.extend(plane.first().map(|row| (row.z, next(slots, width))));
    }
    let mut place = |row: &Row| (row.y, next(row.count, width));
    let planes = planes().map(|plane| plane.iter().map(&mut place).collect());
    let planes = planes.collect();
    (root, planes, end)
}

/// Slots from one coordinate to another.
pub(crate) fn span(first: i32, last: i32) -> usize {
    (last - first) as usize + 1
}

/// How a format's nodes say where they begin, and what it calls too many slots.
pub(crate) struct Form {
    pub(crate) base: fn(i32) -> Result<u16>,
    pub(crate) slots: &'static str,
}

impl Form {
    /// Appends a node, up to a multiple of 4.
    pub(crate) fn push<T: Stored + Clone + Default>(
        &self,
        slots: &[(i32, T)],
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let first = slots.first().map_or(0, |(key, _)| *key);
        let count = slots.last().map_or(0, |(key, _)| span(first, *key));
        (self.base)(first)?.put(out);
        fit(count, self.slots, u16::MAX)?.put(out);
        let mut all = vec![T::default(); count];
        for (key, slot) in slots {
            if let Some(place) = all.get_mut((key - first) as usize) {
                *place = slot.clone();
            }
        }
        out.extend(bytes_of(&all));
        align(out, 4);
        Ok(())
    }
}
