//! The occluders' laws.

use proptest::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::occluder::{Occluder, OccluderRecord, OccluderTable, WallPlanes, hides};

use crate::damage::damage_often;

fn tables() -> impl Strategy<Value = OccluderTable> {
    let point = || prop::array::uniform3(-2000.0..2000.0_f32);
    let record = (
        any::<[u32; 12]>(),
        [point(), point(), point(), point()],
        any::<[u32; 4]>(),
    )
        .prop_map(|(planes, points, w_bits)| OccluderRecord {
            planes,
            occluder: Occluder { points },
            w_bits,
        });
    let rest = prop::collection::vec(any::<u8>(), 0..20);
    (
        any::<[u32; 3]>(),
        prop::collection::vec(record, 0..12),
        rest,
    )
        .prop_map(|(padding, records, rest)| OccluderTable {
            padding,
            records,
            rest,
        })
}

fn read(bytes: &[u8]) -> Option<OccluderTable> {
    OccluderTable::read(&mut Cursor::new(bytes)).ok()
}

proptest! {
    #[test]
    fn a_table_that_was_written_is_read_again(table in tables()) {
        let bytes = table.write();
        let again = read(&bytes);
        prop_assert_eq!(again.as_ref(), Some(&table));
        prop_assert_eq!(again.unwrap().write(), bytes);
    }

    /// A box is hidden exactly when all eight corners are behind the wall and between the lines of sight past its ends, worked out
    /// here in the plan and with other arithmetic.
    #[test]
    fn a_box_is_hidden_when_every_line_of_sight_to_a_corner_crosses_the_wall(
        eye in prop::array::uniform3(-50.0..50.0_f32),
        from in prop::array::uniform2(-50.0..50.0_f32),
        to in prop::array::uniform2(-50.0..50.0_f32),
        at in prop::array::uniform3(-80.0..80.0_f32),
        size in 0.1..20.0_f32,
    ) {
        // Game axes: the plan is x, y.
        let occluder = Occluder::wall([from[0], from[1], 0.0], [to[0], to[1], 0.0]);
        let rw = |[x, y, z]: [f32; 3]| [x, z, -y];
        let Some(wall) = WallPlanes::new(&occluder, rw(eye), &[]) else { return Ok(()) };
        let [x, y, z] = at.map(|v| v - size);
        let (low, high) = (rw([x, y, z]), rw([x + 2.0 * size, y + 2.0 * size, z + 2.0 * size]));
        let bounds = Aabb {
            min: std::array::from_fn(|i| low[i].min(high[i])),
            max: std::array::from_fn(|i| low[i].max(high[i])),
        };
        // Part of the way from the eye to a corner, and of the wall, at which they cross.
        let mut least = f64::INFINITY;
        for i in 0..4 {
            let corner = [x + 2.0 * size * (i & 1) as f32, y + 2.0 * size * (i >> 1) as f32];
            let f = |v: f32| f64::from(v);
            let sight = [f(corner[0]) - f(eye[0]), f(corner[1]) - f(eye[1])];
            let along = [f(to[0]) - f(from[0]), f(to[1]) - f(from[1])];
            let start = [f(from[0]) - f(eye[0]), f(from[1]) - f(eye[1])];
            let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
            let across = cross(sight, along);
            let (way, part) = (cross(start, along) / across, cross(start, sight) / across);
            let inside = way.min(1.0 - way).min(part).min(1.0 - part);
            least = least.min(if way < 0.0 { -1.0 } else { inside });
        }
        // Corners within rounding of a plane may go either way.
        if least.abs() > 1e-3 && bounds.max[1] > -49.9 {
            prop_assert_eq!(hides(&[wall], &bounds), least > 0.0);
        }
    }
}

fn sample() -> Vec<u8> {
    let walls = [
        Occluder::wall([-5.0, 10.0, 0.0], [5.0, 10.0, 0.0]),
        Occluder::wall([1.0, 2.0, -3.0], [4.0, 5.0, -3.0]),
    ];
    walls.into_iter().collect::<OccluderTable>().write()
}

#[test]
fn a_table_cut_at_any_byte_is_refused() {
    let whole = sample();
    for at in 0..whole.len() {
        assert!(read(&whole[..at]).is_none(), "{at} bytes were enough");
    }
}

#[test]
fn damaged_tables_are_refused_or_kept() {
    let bounds = Aabb {
        min: [-2.0, 0.0, -20.0],
        max: [2.0, 3.0, -15.0],
    };
    let mut kept = 0;
    damage_often(0x5EED_0053, &sample(), |round, bytes| {
        let Some(table) = read(&bytes) else { return };
        kept += 1;
        assert_eq!(table.write(), bytes, "round {round}");
        table.validate(&mut Findings::new());
        let planes = table.occluders();
        let planes = planes.filter_map(|wall| WallPlanes::new(&wall, [0.0, 2.0, 0.0], &[]));
        let _ = hides(&planes.collect::<Vec<_>>(), &bounds);
    });
    assert!(kept > 5_000, "only {kept}");
}
