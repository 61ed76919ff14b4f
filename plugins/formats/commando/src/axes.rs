//! The game's axes, and those of glTF, Bevy and RenderWare.
//!
//! Everything that the files hold has z up; what this program shows and exports has y up. Both are right-handed and in world
//! units, so that the one becomes the other by a quarter turn about x: triangles keep their front, lengths stay.
//!
//! ```
//! use wonderwheel_commando::axes::{from_y_up, to_y_up};
//!
//! assert_eq!(to_y_up([1.0, 2.0, 3.0]), [1.0, 3.0, -2.0]);
//! assert_eq!(from_y_up([1.0, 3.0, -2.0]), [1.0, 2.0, 3.0]);
//! ```

use crate::bounds::Columns;

/// A place or direction with y up, from one with z up: `(x, z, -y)`.
pub fn to_y_up([x, y, z]: [f32; 3]) -> [f32; 3] {
    // Not `-y`: 0 stays the 0 without a sign.
    [x, z, 0.0 - y]
}

/// A place or direction with z up, from one with y up: `(x, -z, y)`.
pub fn from_y_up([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, 0.0 - z, y]
}

/// The columns of a matrix between spaces with y up, from those of the matrix between the same spaces with z up: it takes
/// `to_y_up(v)` to where [`to_y_up`] takes what the other makes of `v`. The fourth row stays as it is.
pub fn columns_to_y_up([x, y, z, translation]: Columns) -> Columns {
    let turned = |[x, y, z, w]: [f32; 4]| {
        let [x, y, z] = to_y_up([x, y, z]);
        [x, y, z, w]
    };
    let back = turned(y).map(|value| 0.0 - value);
    [turned(x), turned(z), back, turned(translation)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times([x, y, z, t]: Columns, [px, py, pz]: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|row| x[row] * px + y[row] * py + z[row] * pz + t[row])
    }

    #[test]
    fn up_becomes_y_and_north_goes_into_the_picture() {
        assert_eq!(to_y_up([0.0, 0.0, 1.0]), [0.0, 1.0, 0.0]);
        assert_eq!(to_y_up([0.0, 1.0, 0.0]), [0.0, 0.0, -1.0]);
        assert_eq!(to_y_up([0.0; 3]).map(f32::to_bits), [0; 3]);
    }

    #[test]
    fn the_two_ways_undo_each_other() {
        let place = [1.5, -2.0, 40.25];
        assert_eq!(from_y_up(to_y_up(place)), place);
        assert_eq!(to_y_up(from_y_up(place)), place);
    }

    #[test]
    fn a_matrix_does_with_y_up_what_it_did_with_z_up() {
        let matrix = [
            [0.0, 2.0, 0.0, 0.0],
            [-3.0, 0.0, 0.5, 0.0],
            [0.0, 0.25, 4.0, 0.0],
            [10.0, 20.0, 30.0, 1.0],
        ];
        let place = [1.0, -2.0, 3.0];
        // x' = 6 + 10, y' = 2 + 0.75 + 20, z' = -1 + 12 + 30.
        assert_eq!(times(matrix, place), [16.0, 22.75, 41.0]);
        let turned = columns_to_y_up(matrix);
        assert_eq!(times(turned, to_y_up(place)), to_y_up([16.0, 22.75, 41.0]));
        assert_eq!(turned.map(|[.., w]| w.abs()), [0.0, 0.0, 0.0, 1.0]);
    }
}
